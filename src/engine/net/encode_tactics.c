#include "encode_tactics.h"

#include <alea/dice.h>

const uint8_t encode_shot_bucket[37] = {0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4,
                                        5, 5, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8,
                                        8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8};

/* Two masks, one in each half. */
static uint64_t both(uint32_t low, uint32_t high)
{
    return (uint64_t)high << 32 | low;
}

/* Bit p becomes bit 25 - p, in each half: the other side's numbering. */
static uint64_t mirrored(uint64_t masks)
{
    masks = (masks & 0x5555555555555555U) << 1 | (masks >> 1 & 0x5555555555555555U);
    masks = (masks & 0x3333333333333333U) << 2 | (masks >> 2 & 0x3333333333333333U);
    masks = (masks & 0x0f0f0f0f0f0f0f0fU) << 4 | (masks >> 4 & 0x0f0f0f0f0f0f0f0fU);
    masks = (masks & 0x00ff00ff00ff00ffU) << 8 | (masks >> 8 & 0x00ff00ff00ff00ffU);
    masks = (masks & 0x0000ffff0000ffffU) << 16 | (masks >> 16 & 0x0000ffff0000ffffU);
    return masks >> 6 & both(ALL_POINTS, ALL_POINTS); /* bit p was bit 31 - p */
}

static int bits(uint64_t mask)
{
#if defined(__wasm__) || defined(__aarch64__)
    return __builtin_popcountll(mask);
#else
    mask -= mask >> 1 & 0x5555555555555555U;
    mask = (mask & 0x3333333333333333U) + (mask >> 2 & 0x3333333333333333U);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return (int)(mask * 0x0101010101010101U >> 56);
#endif
}

static uint8_t escapes(int from, uint32_t blocks)
{
    return (uint8_t)bits(escaping_throws(from, blocks));
}

enum { MIXED = 15 }; /* rolls of two different dice; six doubles follow them */

/* Points that both sides' checkers reach with each roll, each side in its own half and
 * numbering, no checker on a bar; bits beyond ALL_POINTS mean nothing. `open` = points
 * on which they may land. Forced moves of other checkers are ignored. */
static void reach_from_points(uint64_t men, uint64_t open, uint64_t reach[ALEA_ROLLS])
{
    uint64_t by[7], land[7];
    int n = 0;
    for (int d = 1; d <= 6; d++) {
        by[d] = men >> d;
        land[d] = by[d] & open;
    }
    for (int a = 2; a <= 6; a++)
        for (int b = 1; b < a; b++)
            reach[n++] = by[a] | by[b] | land[a] >> b | land[b] >> a;
    for (int d = 1; d <= 6; d++) {
        const uint64_t second = land[d] >> d, third = (second & open) >> d;
        reach[n++] = by[d] | second | third | (third & open) >> d;
    }
}

/* The same of one side that has checkers on the bar, alone. */
static void reach_from_bar(uint32_t men, int bar, uint32_t open,
                           uint32_t reach[ALEA_ROLLS])
{
    uint32_t enter[7];
    int n = 0;
    for (int d = 1; d <= 6; d++) enter[d] = 1U << (25 - d) & open;
    for (int a = 2; a <= 6; a++)
        for (int b = 1; b < a; b++, n++) {
            reach[n] = enter[a] | enter[b];
            if (bar > 1) continue;
            if (enter[a]) reach[n] |= (men | enter[a]) >> b;
            if (enter[b]) reach[n] |= (men | enter[b]) >> a;
        }
    for (int d = 1; d <= 6; d++, n++) {
        uint32_t stand = men | enter[d];
        reach[n] = enter[d];
        if (!enter[d]) continue;
        for (int left = 4 - bar; left > 0; left--) {
            stand >>= d;
            reach[n] |= stand;
            stand &= open;
        }
    }
}

/* Adds one to the number of each bit of `bits`: number[i] has bit i of all numbers. */
static inline void count_bits(uint64_t *number, int digits, uint64_t bits)
{
    for (int i = 0; i < digits; i++) {
        const uint64_t carry = number[i] & bits;
        number[i] ^= bits;
        bits = carry;
    }
}

/* Of the throws of each side those that hit any blot, and for each blot its bucket. */
static void encode_shots(const side *const hitter[2], uint8_t *feature_groups)
{
    const side *a = hitter[0], *b = hitter[1];
    const uint64_t blots = mirrored(both(b->blots, a->blots));
    const uint64_t open =
        ~mirrored(both(b->made, a->made)) & both(ALL_POINTS, ALL_POINTS);
    uint64_t hit[ALEA_ROLLS], mixed[4] = {0}, doubles[3] = {0};
    uint8_t *hits = feature_groups + SLOT_HITS, *shots = feature_groups + SLOT_SHOTS;
    if (!blots) return;
    if (!(a->bar | b->bar)) {
        reach_from_points(both(a->any, b->any), open, hit);
    } else {
        uint32_t reach[2][ALEA_ROLLS];
        uint64_t alone[ALEA_ROLLS];
        for (int i = 0; i < 2; i++) {
            const uint32_t may = (uint32_t)(open >> 32 * i);
            if (hitter[i]->bar) {
                reach_from_bar(hitter[i]->any, hitter[i]->bar, may, reach[i]);
                continue;
            }
            reach_from_points(hitter[i]->any, may, alone);
            for (int n = 0; n < ALEA_ROLLS; n++) reach[i][n] = (uint32_t)alone[n];
        }
        for (int n = 0; n < ALEA_ROLLS; n++) hit[n] = both(reach[0][n], reach[1][n]);
    }
    for (int n = 0; n < ALEA_ROLLS; n++) {
        hit[n] &= blots;
        const int weight = n < MIXED ? 2 : 1;
        hits[0] = (uint8_t)(hits[0] + ((uint32_t)hit[n] ? weight : 0));
        hits[1] = (uint8_t)(hits[1] + (hit[n] >> 32 ? weight : 0));
    }
    for (int n = 0; n < MIXED; n++) count_bits(mixed, 4, hit[n]);
    for (int n = MIXED; n < ALEA_ROLLS; n++) count_bits(doubles, 3, hit[n]);
    for (uint64_t rest = blots; rest; rest &= rest - 1) {
        const int p = __builtin_ctzll(rest);
        int throws = 0;
        for (int i = 0; i < 4; i++) throws += (int)(mixed[i] >> p & 1) << (i + 1);
        for (int i = 0; i < 3; i++) throws += (int)(doubles[i] >> p & 1) << i;
        const int bucket = encode_shot_bucket[throws];
        if (p < 32)
            shots[p - 1] = (uint8_t)(throws ? HALF_POINT + bucket : 0);
        else
            shots[56 - p] = (uint8_t)bucket;
    }
}

void encode_tactics(const side *me, const side *them, uint8_t *feature_groups)
{
    encode_windows(me, them, feature_groups);
    if (me->rearmost) feature_groups[SLOT_ESCAPES] = escapes(me->rearmost, them->made);
    if (them->rearmost)
        feature_groups[SLOT_ESCAPES + 1] = escapes(them->rearmost, me->made);
    feature_groups[SLOT_ESCAPES + 2] = escapes(25, them->made);
    feature_groups[SLOT_ESCAPES + 3] = escapes(25, me->made);

    const side *const hitter[2] = {me, them};
    encode_shots(hitter, feature_groups);
}
