/* From logits to the six outcomes as callers see them. */
#ifndef ALEA_ENGINE_OUTCOME_H
#define ALEA_ENGINE_OUTCOME_H

#include <alea/eval.h>

#include "inference.h"

/* Softmax over the outcomes in `possible` (a bit each, not empty); the others are zero.
 * Own float code in a fixed order: the same bits on every machine. */
void outcome_from_logits(const int32_t logits[NET_LOGITS], float scale,
                         unsigned possible, alea_probs *out);
/* The outcome of a game that is over, seen by the player on roll. */
void outcome_of_ended(const alea_board *board, alea_probs *out);

#endif
