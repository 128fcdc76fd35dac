/* A board in two vectors of 16 bytes, so that a result is made of additions in
 * registers and two stores. Bytes 0..15 and 10..25 of the board; the overlap agrees. */
#ifndef ALEA_CORE_BOARD_VECTOR_H
#define ALEA_CORE_BOARD_VECTOR_H

#include <alea/board.h>

#include <string.h>

/* gcc and clang compile this to SSE2, NEON or scalar code. */
typedef int8_t bytes16 __attribute__((vector_size(16)));

typedef struct board_vector {
    bytes16 low, high;
} board_vector;

enum {
    HIGH_START = 10,       /* first point of `high` */
    NOWHERE = ALEA_BAR + 1 /* a point whose vector is zero: borne off */
};

/* One checker on each point, as 16 bytes of `low` and 16 of `high`. Whole cache lines
 * of aligned vectors: a sliding window over a single 1 is smaller, but its loads
 * straddle lines and cost more than they save. */
#define ONE_LOW(p)                                                                     \
    {                                                                                  \
        [p] = 1                                                                        \
    }
#define ONE_BOTH(p)                                                                    \
    {                                                                                  \
        [p] = 1, [(p) + 16 - HIGH_START] = 1                                           \
    }
#define ONE_HIGH(p)                                                                    \
    {                                                                                  \
        [(p) + 16 - HIGH_START] = 1                                                    \
    }
_Alignas(64) static const int8_t one_checker[NOWHERE + 1][32] = {
    ONE_LOW(0),   ONE_LOW(1),   ONE_LOW(2),   ONE_LOW(3),   ONE_LOW(4),   ONE_LOW(5),
    ONE_LOW(6),   ONE_LOW(7),   ONE_LOW(8),   ONE_LOW(9),   ONE_BOTH(10), ONE_BOTH(11),
    ONE_BOTH(12), ONE_BOTH(13), ONE_BOTH(14), ONE_BOTH(15), ONE_HIGH(16), ONE_HIGH(17),
    ONE_HIGH(18), ONE_HIGH(19), ONE_HIGH(20), ONE_HIGH(21), ONE_HIGH(22), ONE_HIGH(23),
    ONE_HIGH(24), ONE_HIGH(25)};

static inline bytes16 load_bytes(const int8_t *from)
{
    bytes16 v;
    memcpy(&v, from, sizeof v);
    return v;
}

static inline board_vector load_board(const alea_board *board)
{
    return (board_vector){load_bytes(board->point),
                          load_bytes(board->point + HIGH_START)};
}

static inline void store_board(alea_board *board, board_vector v)
{
    memcpy(board->point, &v.low, sizeof v.low);
    memcpy(board->point + HIGH_START, &v.high, sizeof v.high);
}

static inline board_vector one_on(int point)
{
    return (board_vector){load_bytes(one_checker[point]),
                          load_bytes(one_checker[point] + 16)};
}

/* Moves a checker from `from` to `to` (NOWHERE: off) without a hit. */
static inline board_vector move_in_vector(board_vector v, int from, int to)
{
    board_vector minus = one_on(from), plus = one_on(to);
    v.low += plus.low - minus.low;
    v.high += plus.high - minus.high;
    return v;
}

/* Adds a hit on `to`: the blot's -1 has become 0 and must be 1, and the opponent has
 * one more checker on the bar. */
static inline board_vector hit_in_vector(board_vector v, int to)
{
    board_vector mine = one_on(to), his = one_on(0);
    v.low += mine.low - his.low;
    v.high += mine.high - his.high;
    return v;
}

#endif
