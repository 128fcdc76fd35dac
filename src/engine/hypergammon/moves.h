/* Legal plays of every position, for the solver. */
#ifndef ALEA_ENGINE_HYPERGAMMON_MOVES_H
#define ALEA_ENGINE_HYPERGAMMON_MOVES_H

#include <stddef.h>

#include <alea/play.h>

#include "positions.h"

/* The legal plays depend on the mover's checkers, the roll and the one point that the
 * opponent may hold with two or three checkers. Hits depend on the points where a
 * checker lands, which a play remembers. */
typedef struct hyper_play {
    uint32_t landed; /* bit p: a checker landed on point p, which was not its own */
    uint16_t to;     /* the mover's position afterwards */
} hyper_play;

typedef struct hyper_moves {
    uint32_t *start; /* [hyper_moves_at()], and one more at the end */
    uint32_t *reach; /* [hyper_moves_at()]: all points of `landed` */
    /* Plays by rising `to`. Those with the same `to` differ in `landed`. */
    hyper_play *play;
} hyper_moves;

/* The list of a position, of a blocked point (0 = none) and of a roll. */
static inline size_t hyper_moves_at(uint32_t position, int blocked, int roll)
{
    return ((size_t)position * 25 + (size_t)blocked) * ALEA_ROLLS + (size_t)roll;
}

/* Makes all lists by alea_positions_after. False: no memory. */
bool hyper_moves_make(hyper_moves *moves, const hyper_side sides[HYPER_POSITIONS]);
void hyper_moves_clear(hyper_moves *moves);

#endif
