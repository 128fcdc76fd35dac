/* Full rollouts of a position by a net at 0-ply, luck-adjusted: the trainer's
 * reference for the value of a position. */
#ifndef ALEA_TRAINER_GAMES_ROLLOUT_LABEL_H
#define ALEA_TRAINER_GAMES_ROLLOUT_LABEL_H

#include "selfplay.h"
#include "trainer/fit/net_set.h"

/* Mean of `trials` games from `board` (trial i of a position depends on (seed, i)
 * alone); `error` gets the standard error of each share. The first roll of the trials
 * takes the 36 rolls in turn. */
outcomes rollout_label(const judge *player, const alea_board *board, int trials,
                       uint64_t seed, table *scratch, float error[ALEA_OUTCOMES]);

#endif
