/* Bear-offs at a match score, solved exactly for one decision: both sides' best plays
 * and cube actions in every position that it can lead to. Money play needs none of
 * this: the two-sided table has it. */
#ifndef ALEA_ENGINE_SEARCH_AT_SCORE_H
#define ALEA_ENGINE_SEARCH_AT_SCORE_H

#include "engine/bearoff/after.h"
#include "expectimax.h"

typedef struct at_score at_score;
/* The positions that the plays of one side lead to; owned by the engine, made on first
 * use. */
typedef struct at_score_lists {
    bearoff_index index;
    bearoff_after after;
} at_score_lists;
void at_score_lists_free(at_score_lists *lists);

/* NULL where the bear-off is too large (more than 6 checkers on a side, or more than
 * AT_SCORE_PAIRS positions ahead), where the frame is no match's, and without memory.
 * The sides are the frame's: `board` is seen by its root side. */
enum { AT_SCORE_PAIRS = 20000 };
void at_score_free(at_score *solved);
/* The same, kept by the engine: what it solved for a decision serves the later ones of
 * that game. It stays valid until the engine's next call. */
const at_score *at_score_of(alea_engine *engine, const cube_frame *frame,
                            const alea_board *board);
/* Value to `side`, on roll in `board` and seen by it, in the frame's unit; `act`: it
 * may double first. False for positions and states that were not solved. Any thread. */
bool at_score_value(const at_score *solved, int side, const alea_board *board,
                    const cube_state *state, bool act, float *u);

#endif
