/* Kernels for WebAssembly with SIMD128. Encoding stays portable. */
#include "softmax.h"

#if defined(__wasm_simd128__)

#include <wasm_simd128.h>

/* `registers` x 8 values of the sum, all columns, without touching memory in
 * between. */
static inline __attribute__((always_inline)) void
sum_block(int16_t *to, const int16_t *from, const int16_t *rows, int width, int at,
          const int registers, const uint16_t *added, int added_count,
          const uint16_t *removed, int removed_count)
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
static inline __attribute__((always_inline)) void
products(const net_layer *l, int output_bucket, const int16_t *input, const int blocks,
         v128_t *sum)
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

static inline __attribute__((always_inline)) void
hidden_blocks(const net_layer *l, int output_bucket, const int16_t *input,
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

static void encode_contact(const alea_board *after,
                           uint8_t feature_groups[ENCODE_STRIDE], encode_facts *facts)
{
    net_kernels_portable.encode_contact(after, feature_groups, facts);
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
