/* Full rollouts of a position by a net at 0-ply, luck taken out: the trainer's own
 * measure of what a position is worth. */
#ifndef TRAINER_ROLLOUT_LABEL_H
#define TRAINER_ROLLOUT_LABEL_H

#include "selfplay.h"
#include "trainer/fit/net_set.h"

/* Mean of `trials` games from `board` (trial i of a position depends on (seed, i)
 * alone); `error` gets the standard error of each share. The first roll of the trials
 * goes through the 36 throws in turn. */
outcomes rollout_label(const judge *player, const alea_board *board, int trials,
                       uint64_t seed, table *scratch, float error[ALEA_OUTCOMES]);

#endif
