/* Kernels for WebAssembly with SIMD128. */
#include "encode_tactics.h"
#include "softmax.h"

#if defined(__wasm_simd128__)

#include <string.h>
#include <wasm_simd128.h>

#define INLINE static inline __attribute__((always_inline))

/* `registers` x 8 values of the sum, all columns, without touching memory in
 * between. */
INLINE void sum_block(int16_t *to, const int16_t *from, const int16_t *rows, int width,
                      int at, const int registers, const uint16_t *added,
                      int added_count, const uint16_t *removed, int removed_count)
{
    v128_t sum[8];
    for (int r = 0; r < registers; r++) sum[r] = wasm_v128_load(from + at + 8 * r);
    for (int c = 0; c < added_count; c++) {
        const int16_t *row = rows + (size_t)added[c] * (size_t)width + at;
        for (int r = 0; r < registers; r++)
            sum[r] = wasm_i16x8_add(sum[r], wasm_v128_load(row + 8 * r));
    }
    for (int c = 0; c < removed_count; c++) {
        const int16_t *row = rows + (size_t)removed[c] * (size_t)width + at;
        for (int r = 0; r < registers; r++)
            sum[r] = wasm_i16x8_sub(sum[r], wasm_v128_load(row + 8 * r));
    }
    for (int r = 0; r < registers; r++) wasm_v128_store(to + at + 8 * r, sum[r]);
}

static void accumulate(int16_t *to, const int16_t *from, const int16_t *rows, int width,
                       const uint16_t *added, int added_count, const uint16_t *removed,
                       int removed_count)
{
    int at = 0;
    for (; at + 64 <= width; at += 64)
        sum_block(to, from, rows, width, at, 8, added, added_count, removed,
                  removed_count);
    for (; at < width; at += 32)
        sum_block(to, from, rows, width, at, 4, added, added_count, removed,
                  removed_count);
}

/* `blocks` x 4 outputs of one position: a pair of inputs times a pair of weights. */
INLINE void products(const net_layer *l, int output_bucket, const int16_t *input,
                     const int blocks, v128_t *sum)
{
    const int outputs = 4 * blocks;
    const int16_t *w =
        l->weights + (size_t)output_bucket * (size_t)(l->inputs * outputs);
    const v128_t zero = wasm_i32x4_splat(0);
    for (int k = 0; k < blocks; k++)
        sum[k] = wasm_v128_load(l->bias + output_bucket * outputs + 4 * k);
    for (int i = 0; i < l->inputs; i += 8) { /* most activations are zero */
        const v128_t four = wasm_v128_load(input + i);
        unsigned some = ~wasm_i32x4_bitmask(wasm_i32x4_eq(four, zero)) & 15u;
        for (; some; some &= some - 1) {
            const int pair = __builtin_ctz(some);
            const int16_t *row = w + (size_t)(i / 2 + pair) * (size_t)(2 * outputs);
            const v128_t both = wasm_v128_load32_splat(input + i + 2 * pair);
            for (int k = 0; k < blocks; k++)
                sum[k] = wasm_i32x4_add(
                    sum[k], wasm_i32x4_dot_i16x8(wasm_v128_load(row + 8 * k), both));
        }
    }
}

INLINE void hidden_blocks(const net_layer *l, int output_bucket, const int16_t *input,
                          const int blocks, int16_t *output)
{
    const v128_t top = wasm_i32x4_splat(ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE);
    const v128_t zero = wasm_i32x4_splat(0);
    v128_t sum[NET_MAX_HIDDEN / 4];
    products(l, output_bucket, input, blocks, sum);
    for (int k = 0; k < blocks; k++) {
        const v128_t x = wasm_i32x4_shr(sum[k], (uint32_t)l->shift);
        sum[k] = wasm_i32x4_min(wasm_i32x4_max(x, zero), top);
    }
    for (int k = 0; k < blocks; k += 2)
        wasm_v128_store(output + 4 * k, wasm_i16x8_narrow_i32x4(sum[k], sum[k + 1]));
}

static void hidden(const net_layer *l, int output_bucket, const int16_t *input,
                   int16_t *output)
{
    if (l->outputs == NET_MAX_HIDDEN)
        hidden_blocks(l, output_bucket, input, NET_MAX_HIDDEN / 4, output);
    else
        hidden_blocks(l, output_bucket, input, NET_HIDDEN / 4, output);
}

static void clip_sums(const net *n, const int16_t *sum, int16_t *activation)
{
    const v128_t low = wasm_i16x8_splat(0), high = wasm_i16x8_splat((int16_t)n->one);
    for (int i = 0; i < n->shape.width; i += 8) {
        const v128_t x = wasm_v128_load(sum + i);
        wasm_v128_store(activation + i, wasm_i16x8_min(wasm_i16x8_max(x, low), high));
    }
}

static void forward(const net *n, int output_bucket, const int16_t *const *sum,
                    int count, int32_t (*logits)[NET_LOGITS])
{
    for (int i = 0; i < count; i++) {
        int16_t first[NET_MAX_WIDTH], second[NET_MAX_HIDDEN], third[NET_HIDDEN];
        const int16_t *last = first;
        v128_t out[2];
        clip_sums(n, sum[i], first);
        if (n->hidden2.inputs) {
            hidden(&n->hidden2, output_bucket, last, second);
            last = second;
        }
        if (n->hidden3.inputs) {
            hidden(&n->hidden3, output_bucket, last, third);
            last = third;
        }
        products(&n->out, output_bucket, last, 2, out);
        wasm_v128_store(logits[i], out[0]);
        wasm_v128_store(logits[i] + 4, out[1]);
    }
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

const net_kernels net_kernels_simd128 = {
    "simd128", accumulate, forward, outcomes, NULL, encode_contact, differences};

#else

typedef int net_simd128_is_for_wasm;

#endif
