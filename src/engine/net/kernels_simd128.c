/* Kernels for WebAssembly with SIMD128. */
#include "encode_tactics.h"
#include "nearest.h"
#include "softmax.h"

#if defined(__wasm_simd128__)

#include <string.h>
#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))

/* Engines run loops of four sums faster than longer ones, and than unrolled ones. */
enum { SUMS = 4 };

/* 8 x SUMS values of the sum, all columns, without touching memory in between. */
INLINE void sum_block(int16_t *to, const int16_t *from, const int16_t *rows, int width,
                      int at, const uint16_t *added, int added_count,
                      const uint16_t *removed, int removed_count)
{
    v128_t sum[SUMS];
    for (int r = 0; r < SUMS; r++) sum[r] = wasm_v128_load(from + at + 8 * r);
    const int both = added_count < removed_count ? added_count : removed_count;
    for (int c = 0; c < both; c++) {
        const int16_t *row = rows + (size_t)added[c] * (size_t)width + at;
        const int16_t *old = rows + (size_t)removed[c] * (size_t)width + at;
        for (int r = 0; r < SUMS; r++)
            sum[r] = wasm_i16x8_sub(wasm_i16x8_add(sum[r], wasm_v128_load(row + 8 * r)),
                                    wasm_v128_load(old + 8 * r));
    }
    for (int c = both; c < added_count; c++) {
        const int16_t *row = rows + (size_t)added[c] * (size_t)width + at;
        for (int r = 0; r < SUMS; r++)
            sum[r] = wasm_i16x8_add(sum[r], wasm_v128_load(row + 8 * r));
    }
    for (int c = both; c < removed_count; c++) {
        const int16_t *row = rows + (size_t)removed[c] * (size_t)width + at;
        for (int r = 0; r < SUMS; r++)
            sum[r] = wasm_i16x8_sub(sum[r], wasm_v128_load(row + 8 * r));
    }
    for (int r = 0; r < SUMS; r++) wasm_v128_store(to + at + 8 * r, sum[r]);
}

static void accumulate(int16_t *to, const int16_t *from, const int16_t *rows, int width,
                       const uint16_t *added, int added_count, const uint16_t *removed,
                       int removed_count)
{
    for (int at = 0; at < width; at += 8 * SUMS)
        sum_block(to, from, rows, width, at, added, added_count, removed,
                  removed_count);
}

/* By four bits, the pairs of units that they stand for: the first unit of each. */
static const int16_t live_pairs[16][4] = {
    {0}, {0},    {2},    {0, 2},    {4},    {0, 4},    {2, 4},    {0, 2, 4},
    {6}, {0, 6}, {2, 6}, {0, 2, 6}, {4, 6}, {0, 4, 6}, {2, 4, 6}, {0, 2, 4, 6}};

/* Clips the accumulators of a group to activations, and lists the pairs of units with a
 * nonzero activation in any of its positions: four at once, so that the list ends
 * within its width / 2. Most activations are zero, and sibling positions share their
 * zeros. No branch depends on them: it would be guessed wrong too often. */
INLINE int clip_sums(const net *n, const int16_t *const *sum, const int group,
                     int16_t (*activation)[NET_MAX_WIDTH], int16_t *pairs)
{
    const v128_t low = wasm_i16x8_splat(0), high = wasm_i16x8_splat((int16_t)n->one);
    int count = 0;
    for (int i = 0; i < n->shape.width; i += 8) {
        v128_t any = low;
        for (int g = 0; g < group; g++) {
            const v128_t x =
                wasm_i16x8_min(wasm_i16x8_max(wasm_v128_load(sum[g] + i), low), high);
            wasm_v128_store(activation[g] + i, x);
            any = wasm_v128_or(any, x);
        }
        const unsigned live = ~wasm_i32x4_bitmask(wasm_i32x4_eq(any, low)) & 15u;
        wasm_v128_store64_lane(pairs + count,
                               wasm_i16x8_add(wasm_i16x8_splat((int16_t)i),
                                              wasm_v128_load64_zero(live_pairs[live])),
                               0);
        count += __builtin_popcount(live);
    }
    return count;
}

/* All pairs of a narrow layer. */
INLINE int all_pairs(int inputs, int16_t *pairs)
{
    for (int i = 0; i < inputs; i += 2) pairs[i / 2] = (int16_t)i;
    return inputs / 2;
}

INLINE v128_t clipped(const net_layer *l, v128_t sum)
{
    const v128_t top = wasm_i32x4_splat(ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE);
    const v128_t x = wasm_i32x4_shr(sum, (uint32_t)l->shift);
    return wasm_i32x4_min(wasm_i32x4_max(x, wasm_i32x4_splat(0)), top);
}

/* 4 x `blocks` sums from output `at` on. */
INLINE void products(const net_layer *l, int output_bucket, const int16_t *const *input,
                     const int group, const int16_t *pairs, int count, int at,
                     const int blocks, v128_t sum[2][SUMS])
{
    const int16_t *w =
        l->weights + (size_t)output_bucket * (size_t)(l->inputs * l->outputs) + 2 * at;
    const int32_t *bias = l->bias + output_bucket * l->outputs + at;
    const size_t stride = (size_t)l->outputs;
    for (int g = 0; g < group; g++)
        for (int k = 0; k < blocks; k++) sum[g][k] = wasm_v128_load(bias + 4 * k);
    for (int p = 0; p < count; p++) {
        const int i = pairs[p];
        const int16_t *row = w + (size_t)i * stride;
        v128_t x[2];
        for (int g = 0; g < group; g++) x[g] = wasm_v128_load32_splat(input[g] + i);
        for (int k = 0; k < blocks; k++) {
            const v128_t weights = wasm_v128_load(row + 8 * k);
            for (int g = 0; g < group; g++)
                sum[g][k] =
                    wasm_i32x4_add(sum[g][k], wasm_i32x4_dot_i16x8(weights, x[g]));
        }
    }
}

INLINE void hidden(const net_layer *l, int output_bucket, const int16_t *const *input,
                   const int group, const int16_t *pairs, int count,
                   int16_t *const *output)
{
    for (int at = 0; at < l->outputs; at += 4 * SUMS) {
        v128_t sum[2][SUMS];
        products(l, output_bucket, input, group, pairs, count, at, SUMS, sum);
        for (int g = 0; g < group; g++)
            for (int k = 0; k < SUMS; k += 2)
                wasm_v128_store(output[g] + at + 4 * k,
                                wasm_i16x8_narrow_i32x4(clipped(l, sum[g][k]),
                                                        clipped(l, sum[g][k + 1])));
    }
}

INLINE void forward_group(const net *n, int output_bucket, const int16_t *const *sum,
                          const int group, int32_t (*logits)[NET_LOGITS])
{
    int16_t first[2][NET_MAX_WIDTH], second[2][NET_MAX_HIDDEN], third[2][NET_HIDDEN];
    int16_t pairs[NET_MAX_WIDTH / 2];
    int16_t *out2[2] = {second[0], second[1]}, *out3[2] = {third[0], third[1]};
    const int16_t *last[2] = {first[0], first[1]};
    int count = clip_sums(n, sum, group, first, pairs);
    if (n->hidden2.inputs) {
        hidden(&n->hidden2, output_bucket, last, group, pairs, count, out2);
        last[0] = second[0], last[1] = second[1];
        count = all_pairs(n->hidden2.outputs, pairs);
    }
    if (n->hidden3.inputs) {
        hidden(&n->hidden3, output_bucket, last, group, pairs, count, out3);
        last[0] = third[0], last[1] = third[1];
        count = all_pairs(n->hidden3.outputs, pairs);
    }
    v128_t out[2][SUMS];
    products(&n->out, output_bucket, last, group, pairs, count, 0, 2, out);
    for (int g = 0; g < group; g++) {
        wasm_v128_store(logits[g], out[g][0]);
        wasm_v128_store(logits[g] + 4, out[g][1]);
    }
}

static void forward(const net *n, int output_bucket, const int16_t *const *sum,
                    int count, int32_t (*logits)[NET_LOGITS])
{
    int i = 0;
    for (; i + 2 <= count; i += 2)
        forward_group(n, output_bucket, sum + i, 2, logits + i);
    for (; i < count; i++) forward_group(n, output_bucket, sum + i, 1, logits + i);
}

static void outcomes(const int32_t (*logits)[NET_LOGITS], float scale,
                     const uint8_t *possible, int count, alea_probs *out)
{
    outcome_batch(logits, scale, possible, count, out);
}

/* ---- encoding ---- */

/* 32 bytes. */
typedef struct bytes32 {
    v128_t low, high;
} bytes32;

/* Byte j becomes byte 31 - j. */
INLINE bytes32 turned_round(bytes32 v)
{
    return (bytes32){wasm_i8x16_shuffle(v.high, v.high, 15, 14, 13, 12, 11, 10, 9, 8, 7,
                                        6, 5, 4, 3, 2, 1, 0),
                     wasm_i8x16_shuffle(v.low, v.low, 15, 14, 13, 12, 11, 10, 9, 8, 7,
                                        6, 5, 4, 3, 2, 1, 0)};
}

INLINE uint32_t above(bytes32 v, int least)
{
    const v128_t limit = wasm_i8x16_splat((int8_t)least);
    return (uint32_t)wasm_i8x16_bitmask(wasm_i8x16_gt(v.low, limit)) |
           (uint32_t)wasm_i8x16_bitmask(wasm_i8x16_gt(v.high, limit)) << 16;
}

/* Of bytes that are not negative, and add up to 15 at most. */
INLINE int byte_sum(v128_t v)
{
    const v128_t fours =
        wasm_i32x4_extadd_pairwise_i16x8(wasm_i16x8_extadd_pairwise_i8x16(v));
    const v128_t twos =
        wasm_i32x4_add(fours, wasm_i32x4_shuffle(fours, fours, 2, 3, 0, 1));
    return wasm_i32x4_extract_lane(twos, 0) + wasm_i32x4_extract_lane(twos, 1);
}

/* One side from the bytes of its checkers, positive: point p at byte p + at; `back` =
 * its checkers on 19..24 and the bar. */
INLINE side side_from(bytes32 checkers, int at, int back, int bar)
{
    side s;
    s.any = above(checkers, 0) >> at & ALL_POINTS;
    s.made = above(checkers, 1) >> at & ALL_POINTS;
    s.blots = s.any & ~s.made;
    s.bar = bar;
    s.off = ALEA_CHECKERS - byte_sum(wasm_i8x16_add(checkers.low, checkers.high));
    s.back = back;
    s.rearmost = bar > 0 ? 25 : s.any ? 31 - __builtin_clz(s.any) : 0;
    return s;
}

INLINE v128_t positive(v128_t v)
{
    return wasm_i8x16_max(v, wasm_i8x16_splat(0));
}

/* Rows of the points in the roller's numbering, from bytes of `after`. */
INLINE v128_t rows_of(v128_t v)
{
    const v128_t half = wasm_i8x16_splat(HALF_POINT);
    const v128_t theirs = wasm_i8x16_gt(v, wasm_i8x16_splat(0));
    return wasm_i8x16_add(wasm_i8x16_min(wasm_i8x16_abs(v), half),
                          wasm_v128_and(theirs, half));
}

static uint8_t at_most(int value, int most)
{
    return (uint8_t)(value < most ? value : most);
}

static void encode_contact(const alea_board *after,
                           uint8_t feature_groups[ENCODE_STRIDE], encode_facts *facts)
{
    int8_t board[32] = {0};
    memcpy(board, after->point, sizeof after->point);
    const v128_t zero = wasm_i8x16_splat(0);
    const bytes32 v = {wasm_v128_load(board), wasm_v128_load(board + 16)};
    const bytes32 turned = turned_round(v);
    const bytes32 them = {positive(v.low), positive(v.high)};
    const bytes32 me = {positive(wasm_i8x16_neg(turned.low)),
                        positive(wasm_i8x16_neg(turned.high))};
    /* The roller's points 19..24 and bar are the mover's 6..1 and 0. */
    const int my_back = byte_sum(wasm_v128_and(
        positive(wasm_i8x16_neg(v.low)),
        wasm_i8x16_make(-1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0)));
    const int their_back =
        byte_sum(wasm_v128_and(them.high, wasm_i8x16_make(0, 0, 0, -1, -1, -1, -1, -1,
                                                          -1, -1, 0, 0, 0, 0, 0, 0)));
    const side roller = side_from(me, 6, my_back, -after->point[0]);
    const side mover = side_from(them, 0, their_back, after->point[25]);

    wasm_v128_store(feature_groups,
                    rows_of(wasm_i8x16_shuffle(v.low, v.high, 24, 23, 22, 21, 20, 19,
                                               18, 17, 16, 15, 14, 13, 12, 11, 10, 9)));
    wasm_v128_store(feature_groups + 16,
                    rows_of(wasm_i8x16_shuffle(v.low, zero, 8, 7, 6, 5, 4, 3, 2, 1, 16,
                                               16, 16, 16, 16, 16, 16, 16)));
    for (int i = 32; i < ENCODE_STRIDE; i += 16)
        wasm_v128_store(feature_groups + i, zero);
    feature_groups[SLOT_BAR] = at_most(roller.bar, MAX_BAR);
    feature_groups[SLOT_BAR + 1] = at_most(mover.bar, MAX_BAR);
    feature_groups[SLOT_OFF] = (uint8_t)roller.off;
    feature_groups[SLOT_OFF + 1] = (uint8_t)mover.off;
    facts->output_bucket = (uint8_t)tail_of(&roller, &mover);
    facts->possible = (uint8_t)possible_of(&roller, &mover);
    encode_tactics(&roller, &mover, feature_groups);
}

static void differences(const uint8_t *a, const uint8_t *b, uint64_t out[2])
{
    out[0] = out[1] = 0;
    for (int i = 0; i < ENCODE_STRIDE; i += 16) {
        const v128_t same = wasm_i8x16_eq(wasm_v128_load(a + i), wasm_v128_load(b + i));
        const uint64_t differ = ~wasm_i8x16_bitmask(same) & 0xFFFFu;
        out[i / 64] |= differ << i % 64;
    }
}

static int nearest(const uint8_t *feature_groups, const uint8_t *const *candidate,
                   int count)
{
    return nearest_of(feature_groups, candidate, count);
}

const net_kernels net_kernels_simd128 = {"simd128",   accumulate, forward,
                                         outcomes,    NULL,       encode_contact,
                                         differences, nearest};

#else

typedef int net_simd128_is_for_wasm;

#endif
