/* Kernels for AArch64, whose every processor has NEON. Encoding stays portable. */
#include "nearest.h"
#include "softmax.h"

#if defined(__aarch64__)

#include <arm_neon.h>

/* `registers` x 8 values of the sum, all columns, without touching memory in
 * between. */
static inline void sum_block(int16_t *to, const int16_t *from, const int16_t *rows,
                             int width, int at, int registers, const uint16_t *added,
                             int added_count, const uint16_t *removed,
                             int removed_count)
{
    int16x8_t sum[8];
    for (int r = 0; r < registers; r++) sum[r] = vld1q_s16(from + at + 8 * r);
    for (int c = 0; c < added_count; c++)
        for (int r = 0; r < registers; r++)
            sum[r] =
                vaddq_s16(sum[r], vld1q_s16(rows + (size_t)added[c] * (size_t)width +
                                            at + 8 * r));
    for (int c = 0; c < removed_count; c++)
        for (int r = 0; r < registers; r++)
            sum[r] =
                vsubq_s16(sum[r], vld1q_s16(rows + (size_t)removed[c] * (size_t)width +
                                            at + 8 * r));
    for (int r = 0; r < registers; r++) vst1q_s16(to + at + 8 * r, sum[r]);
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

/* `blocks` x 4 outputs of one position; the pairs of weights come apart on loading. */
static inline void products(const net_layer *l, int output_bucket, const int16_t *input,
                            int blocks, int32x4_t *sum)
{
    int outputs = 4 * blocks;
    const int16_t *w =
        l->weights + (size_t)output_bucket * (size_t)(l->inputs * outputs);
    for (int k = 0; k < blocks; k++)
        sum[k] = vld1q_s32(l->bias + output_bucket * outputs + 4 * k);
    for (int i = 0; i < l->inputs; i += 2, w += 2 * outputs) {
        if (!(input[i] | input[i + 1])) continue; /* most activations are zero */
        for (int k = 0; k < blocks; k += 2) {
            int16x8x2_t pair = vld2q_s16(w + 8 * k);
            sum[k] = vmlal_n_s16(sum[k], vget_low_s16(pair.val[0]), input[i]);
            sum[k] = vmlal_n_s16(sum[k], vget_low_s16(pair.val[1]), input[i + 1]);
            sum[k + 1] = vmlal_n_s16(sum[k + 1], vget_high_s16(pair.val[0]), input[i]);
            sum[k + 1] =
                vmlal_n_s16(sum[k + 1], vget_high_s16(pair.val[1]), input[i + 1]);
        }
    }
}

static inline void hidden_blocks(const net_layer *l, int output_bucket,
                                 const int16_t *input, int blocks, int16_t *output)
{
    const int32x4_t top = vdupq_n_s32(ALEA_HIDDEN_CLIP << NET_HIDDEN_SCALE);
    const int32x4_t right = vdupq_n_s32(-l->shift);
    int32x4_t sum[NET_MAX_HIDDEN / 4];
    products(l, output_bucket, input, blocks, sum);
    for (int k = 0; k < blocks; k++) {
        int32x4_t x = vshlq_s32(sum[k], right);
        x = vminq_s32(vmaxq_s32(x, vdupq_n_s32(0)), top);
        vst1_s16(output + 4 * k, vmovn_s32(x));
    }
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
    const int16x8_t low = vdupq_n_s16(0), high = vdupq_n_s16((int16_t)n->one);
    for (int i = 0; i < n->shape.width; i += 8)
        vst1q_s16(activation + i, vminq_s16(vmaxq_s16(vld1q_s16(sum + i), low), high));
}

static void forward(const net *n, int output_bucket, const int16_t *const *sum,
                    int count, int32_t (*logits)[NET_LOGITS])
{
    for (int i = 0; i < count; i++) {
        int16_t first[NET_MAX_WIDTH], second[NET_MAX_HIDDEN], third[NET_HIDDEN];
        const int16_t *last = first;
        clip_sums(n, sum[i], first);
        if (n->hidden2.inputs) {
            hidden(&n->hidden2, output_bucket, last, second);
            last = second;
        }
        if (n->hidden3.inputs) {
            hidden(&n->hidden3, output_bucket, last, third);
            last = third;
        }
        int32x4_t out[8];
        products(&n->out, output_bucket, last, 2, out);
        vst1q_s32(logits[i], out[0]);
        vst1q_s32(logits[i] + 4, out[1]);
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
    net_kernels_portable.differences(a, b, out);
}

static int nearest(const uint8_t *feature_groups, const uint8_t *const *candidate,
                   int count)
{
    return nearest_of(feature_groups, candidate, count);
}

const net_kernels net_kernels_neon = {"neon", accumulate,     forward,     outcomes,
                                      NULL,   encode_contact, differences, nearest};

#else

typedef int net_neon_is_for_aarch64;

#endif
