/* Positions of one side of hypergammon by number: three checkers on 26 places. */
#ifndef ALEA_ENGINE_HYPERGAMMON_POSITIONS_H
#define ALEA_ENGINE_HYPERGAMMON_POSITIONS_H

#include <alea/board.h>

enum { HYPER_CHECKERS = 3, HYPER_POSITIONS = 3276 };

/* Places of the checkers, the rearmost first: 0 = off, 1..24, 25 = on the bar. */
typedef struct hyper_side {
    uint8_t place[HYPER_CHECKERS];
} hyper_side;

/* 0 = all off, 3275 = all on the bar. `side` must be in order. */
uint32_t hyper_rank(const hyper_side *side);
/* Fills the positions of all numbers. */
void hyper_sides(hyper_side sides[HYPER_POSITIONS]);
int hyper_pips(const hyper_side *side);
/* Checkers of one side of `board`, on or off it. False if it has more than three. */
bool hyper_side_of(const alea_board *board, bool mine, hyper_side *out);
/* The board of two sides; false if they stand on one point. */
bool hyper_board(const hyper_side *mine, const hyper_side *theirs, alea_board *out);
/* 1, 2 or 3: what the game pays when the other side bears off its last checker. */
int hyper_lost(const hyper_side *loser);

#endif
