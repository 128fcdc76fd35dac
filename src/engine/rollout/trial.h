/* One trial of a rollout: a game played from a candidate with the dice of its
 * number. */
#ifndef ALEA_ENGINE_ROLLOUT_TRIAL_H
#define ALEA_ENGINE_ROLLOUT_TRIAL_H

#include <alea/rollout.h>

#include "engine/search/expectimax.h"

typedef struct trial_result {
    double u;         /* to the decider, less the luck if requested */
    double chance[5]; /* to the decider */
} trial_result;

typedef struct trial_setup {
    expectimax_run run;
    const alea_rollout *rollout;
    cube_frame frame;
} trial_setup;

void trial_setup_start(trial_setup *setup, alea_engine *engine, expectimax_stop *never,
                       const alea_rollout *rollout);
void trial_play(const trial_setup *setup, int candidate, int64_t trial, int thread,
                trial_result *out);
/* The dice of a turn: the same for all candidates. */
alea_roll trial_roll(const alea_rollout_settings *settings, int64_t trial, int turn);

#endif
