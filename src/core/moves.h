/* Moves of one checker by one die on bit masks, shared by generator and judge. Bit p
 * of a mask is the mover's point p; bit 25 is the bar. */
#ifndef ALEA_CORE_MOVES_H
#define ALEA_CORE_MOVES_H

#include <alea/play.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

enum { MAX_DICE = 4 };

/* Masks that decide where a checker may go. A hit does not change `open`, so `open`
 * is valid for the whole play; only `mine` changes with each move. */
typedef struct layout {
    uint32_t mine;   /* the mover has a checker there: bits 1..25 */
    uint32_t open;   /* not held by two or more enemy checkers: bits 1..24 */
    uint32_t blots;  /* one enemy checker: bits 1..24 */
    uint32_t single; /* the mover has exactly one checker there */
} layout;

static inline uint32_t bit(int point)
{
    return (uint32_t)1 << point;
}

static inline int lowest(uint32_t mask)
{
    return __builtin_ctz(mask);
}

static inline int highest(uint32_t mask)
{
    return 31 - __builtin_clz(mask);
}

/* Population count. Baseline x86-64 has no instruction for it, and the compiler
 * would emit a call. */
static inline int population(uint32_t mask)
{
    mask -= mask >> 1 & 0x55555555;
    mask = (mask & 0x33333333) + (mask >> 2 & 0x33333333);
    return (int)(((mask + (mask >> 4)) & 0x0f0f0f0f) * 0x01010101 >> 24);
}

static inline layout layout_of_portably(const alea_board *board)
{
    layout l = {0, 0, 0, 0};
    for (int p = 1; p <= ALEA_BAR; p++) {
        int n = board->point[p];
        l.mine |= (uint32_t)(n > 0) << p;
        l.single |= (uint32_t)(n == 1) << p;
        l.open |= (uint32_t)(n >= -1) << p;
        l.blots |= (uint32_t)(n == -1) << p;
    }
    l.open &= ~bit(ALEA_BAR);
    return l;
}

#if defined(__SSE2__)
/* 26 points in two overlapping loads; the masks of the overlap agree. */
static inline uint32_t mask_of(__m128i low, __m128i high)
{
    return (uint32_t)_mm_movemask_epi8(low) | (uint32_t)_mm_movemask_epi8(high) << 10;
}

static inline layout layout_of(const alea_board *board)
{
    const __m128i low = _mm_loadu_si128((const __m128i *)(const void *)board->point);
    const __m128i high =
        _mm_loadu_si128((const __m128i *)(const void *)(board->point + 10));
    const __m128i none = _mm_setzero_si128(), one = _mm_set1_epi8(1);
    const __m128i blot = _mm_set1_epi8(-1), held = _mm_set1_epi8(-2);
    const uint32_t points = bit(ALEA_BAR) - 2;
    return (layout){
        .mine = mask_of(_mm_cmpgt_epi8(low, none), _mm_cmpgt_epi8(high, none)),
        .open = mask_of(_mm_cmpgt_epi8(low, held), _mm_cmpgt_epi8(high, held)) & points,
        .blots =
            mask_of(_mm_cmpeq_epi8(low, blot), _mm_cmpeq_epi8(high, blot)) & points,
        .single = mask_of(_mm_cmpeq_epi8(low, one), _mm_cmpeq_epi8(high, one)),
    };
}
#else
static inline layout layout_of(const alea_board *board)
{
    return layout_of_portably(board);
}
#endif

/* Returns the points from which `die` bears a checker off if all of `mine` are home. */
static inline uint32_t bearoff_sources(uint32_t mine, int die, alea_bearoff_high high)
{
    if (mine >> die || mine == 0) return mine & bit(die);
    if (high == ALEA_BEAROFF_HIGHEST) return bit(highest(mine));
    return high == ALEA_BEAROFF_ANY_LOWER ? mine : 0;
}

/* Returns the points (or the bar) from which a checker can move by `die`. */
static inline uint32_t sources(uint32_t mine, uint32_t open, int die,
                               alea_bearoff_high high)
{
    uint32_t from = mine & (open << die);
    if (mine >> ALEA_BAR) return from & bit(ALEA_BAR);
    if (mine >> 7 == 0) from |= bearoff_sources(mine, die, high);
    return from;
}

static inline int landing(int from, int die)
{
    return from > die ? from - die : ALEA_OFF;
}

/* Moves a checker by a legal move, hitting a blot. Returns true on a hit. Unchecked;
 * see alea_board_move. */
static inline bool move_checker(alea_board *board, int from, int die)
{
    board->point[from]--;
    if (from <= die) return false;
    int8_t *to = &board->point[from - die];
    int hit = *to < 0;
    *to = (int8_t)(*to + 1 + hit);
    board->point[0] = (int8_t)(board->point[0] - hit);
    return hit;
}

#endif
