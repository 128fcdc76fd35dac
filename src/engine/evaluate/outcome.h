/* Outcomes without a net, and the rounding that all outcomes share. */
#ifndef ALEA_ENGINE_EVALUATE_OUTCOME_H
#define ALEA_ENGINE_EVALUATE_OUTCOME_H

#include <alea/eval.h>

/* The outcome of a game that is over, seen by the player on roll. */
void outcome_of_ended(const alea_board *board, alea_probs *out);

/* Rounds win to a multiple of 2^-24, so that 1 - win is exact and flipping twice is the
 * identity; clamps the other outcomes. */
void outcome_settle(alea_probs *probs);

#endif
