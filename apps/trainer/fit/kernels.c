#include "kernels.h"

#include <math.h>
#include <string.h>

/* Sixteen lanes; the compiler splits them into the registers of the target. */
typedef float v16 __attribute__((vector_size(64), may_alias));

/* Compiled once for each instruction set; off under sanitizers, which break ifunc
 * resolvers. */
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__SANITIZE_ADDRESS__) &&      \
    !defined(__SANITIZE_THREAD__) && !defined(ALEA_NO_CLONES)
#if defined(__has_feature)
#if !__has_feature(address_sanitizer) && !__has_feature(thread_sanitizer)
#define MANY_MACHINES __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#else
#define MANY_MACHINES __attribute__((target_clones("avx512f", "avx2", "default")))
#endif
#endif
#ifndef MANY_MACHINES
#define MANY_MACHINES
#endif
#define INLINE static inline __attribute__((always_inline))

INLINE const v16 *vec(const float *p)
{
    return (const v16 *)(const void *)p;
}

INLINE v16 *vec_out(float *p)
{
    return (v16 *)(void *)p;
}

INLINE float *hidden_of(const kernel_batch *b, float *base, int slice, int sample)
{
    return base + ((size_t)slice * (size_t)b->capacity + (size_t)sample) * MODEL_SLICE;
}

INLINE void clip_units(float *restrict x, int count, float top)
{
    for (int i = 0; i < count; i++) {
        float low = x[i] > 0.0f ? x[i] : 0.0f;
        x[i] = low < top ? low : top;
    }
}

MANY_MACHINES
void kernel_first_forward(const kernel_batch *b, int slice, const float *first,
                          const float *bias)
{
    for (int s = 0; s < b->count; s++) {
        const example *e = b->sample[s];
        v16 low = vec(bias)[0], high = vec(bias)[1];
        v16 low2 = {0}, high2 = {0};
        int i = 0;
        for (; i + 1 < e->row_count; i += 2) {
            const v16 *w = vec(first + (size_t)e->row[i] * MODEL_SLICE);
            const v16 *w2 = vec(first + (size_t)e->row[i + 1] * MODEL_SLICE);
            low += w[0];
            high += w[1];
            low2 += w2[0];
            high2 += w2[1];
        }
        if (i < e->row_count) {
            const v16 *w = vec(first + (size_t)e->row[i] * MODEL_SLICE);
            low += w[0];
            high += w[1];
        }
        float *out = hidden_of(b, b->hidden, slice, s);
        vec_out(out)[0] = low + low2;
        vec_out(out)[1] = high + high2;
        clip_units(out, MODEL_SLICE, 1.0f);
    }
}

/* sum[s] += in[s] x weight, weight [inputs][16 * vectors], four samples at once. */
INLINE void block_dense(const float *const in[KERNEL_BLOCK], int inputs,
                        const float *weight, int vectors, v16 sum[KERNEL_BLOCK][4])
{
    for (int i = 0; i < inputs; i++)
        for (int v = 0; v < vectors; v++) {
            v16 w = vec(weight + (size_t)(i * vectors * 16))[v];
            for (int s = 0; s < KERNEL_BLOCK; s++) sum[s][v] += in[s][i] * w;
        }
}

/* Softmax and cross-entropy of one sample; writes the slope of the loss by each
 * output. */
INLINE float softmax_loss(const float *logit, const example *e, float *slope,
                          float scale)
{
    float top = -1e30f, sum = 0.0f, power[MODEL_OUTPUTS], loss = 0.0f;
    for (int i = 0; i < MODEL_OUTPUTS; i++)
        if ((e->possible >> i & 1) && logit[i] > top) top = logit[i];
    for (int i = 0; i < MODEL_OUTPUTS; i++)
        sum += power[i] = e->possible >> i & 1 ? expf(logit[i] - top) : 0.0f;
    float log_sum = logf(sum) + top;
    memset(slope, 0, MODEL_OUTPUT_PAD * sizeof *slope);
    for (int i = 0; i < MODEL_OUTPUTS; i++) {
        if (!(e->possible >> i & 1)) continue;
        slope[i] = (power[i] / sum - e->target[i]) * scale;
        loss -= e->target[i] * (logit[i] - log_sum);
    }
    return loss;
}

INLINE void relu(const v16 *sum, int vectors, float *out)
{
    for (int v = 0; v < vectors; v++) vec_out(out)[v] = sum[v];
    clip_units(out, 16 * vectors, (float)ALEA_HIDDEN_CLIP);
}

/* The gradient of a clipped unit is 0. */
INLINE void mask_slope(float *restrict slope, const float *restrict value, int count,
                       float top)
{
    for (int i = 0; i < count; i++)
        slope[i] = value[i] > 0.0f && value[i] < top ? slope[i] : 0.0f;
}

/* slope_in[i] = sum over j of weight[i][j] * slope_out[j], masked by value. */
INLINE void back_dense(const float *weight, int inputs, int width,
                       const float *slope_out, const float *value, float *slope_in)
{
    for (int i = 0; i < inputs; i++) {
        float sum = 0.0f;
        for (int j = 0; j < width; j++) sum += weight[i * width + j] * slope_out[j];
        slope_in[i] = sum;
    }
    mask_slope(slope_in, value, inputs, (float)ALEA_HIDDEN_CLIP);
}

INLINE void tail_upper(const kernel_batch *b, const kernel_tail *t, int at, int middle,
                       float scale)
{
    float *m0 = b->middle[0] + (size_t)(at * middle);
    float *m1 = b->middle[1] + (size_t)at * MODEL_LAST;
    v16 sum[2] = {vec(t->third_bias)[0], vec(t->third_bias)[1]};
    for (int i = 0; i < middle; i++) {
        sum[0] += m0[i] * vec(t->third + i * MODEL_LAST)[0];
        sum[1] += m0[i] * vec(t->third + i * MODEL_LAST)[1];
    }
    relu(sum, 2, m1);
    float logit[16] __attribute__((aligned(64)));
    v16 out = vec(t->last_bias)[0];
    for (int i = 0; i < MODEL_LAST; i++) out += m1[i] * vec(t->last + i * 16)[0];
    *vec_out(logit) = out;
    b->loss[at] = softmax_loss(logit, b->sample[at],
                               b->slope + (size_t)at * MODEL_OUTPUT_PAD, scale);
}

INLINE void tail_upper_back(const kernel_batch *b, const kernel_tail *t, int at,
                            int middle)
{
    const float *m0 = b->middle[0] + (size_t)(at * middle);
    const float *m1 = b->middle[1] + (size_t)at * MODEL_LAST;
    const float *slope = b->slope + (size_t)at * MODEL_OUTPUT_PAD;
    float *slope1 = b->middle_slope[1] + (size_t)at * MODEL_LAST;
    back_dense(t->last, MODEL_LAST, MODEL_OUTPUT_PAD, slope, m1, slope1);
    back_dense(t->third, middle, MODEL_LAST, slope1, m0,
               b->middle_slope[0] + (size_t)(at * middle));
}

INLINE void tail_forward(const kernel_batch *b, const kernel_tail *t, int from,
                         int count, int middle, float scale)
{
    const float *in[KERNEL_BLOCK];
    v16 sum[KERNEL_BLOCK][4];
    int at[KERNEL_BLOCK];
    for (int s = 0; s < KERNEL_BLOCK; s++) {
        at[s] = from + (s < count ? s : 0); /* a short block repeats its first sample */
        for (int v = 0; v < middle / 16; v++) sum[s][v] = vec(t->second_bias)[v];
    }
    for (int slice = 0; slice < b->slices; slice++) {
        for (int s = 0; s < KERNEL_BLOCK; s++)
            in[s] = hidden_of(b, b->hidden, slice, at[s]);
        block_dense(in, MODEL_SLICE,
                    t->second + (size_t)slice * MODEL_SLICE * (size_t)middle,
                    middle / 16, sum);
    }
    for (int s = 0; s < count; s++) {
        relu(sum[s], middle / 16, b->middle[0] + (size_t)(at[s] * middle));
        tail_upper(b, t, at[s], middle, scale);
    }
}

INLINE void tail_back(const kernel_batch *b, const kernel_tail *t, int from, int count,
                      int middle)
{
    const float *in[KERNEL_BLOCK];
    v16 sum[KERNEL_BLOCK][4];
    int at[KERNEL_BLOCK];
    for (int s = 0; s < KERNEL_BLOCK; s++) at[s] = from + (s < count ? s : 0);
    for (int s = 0; s < count; s++) tail_upper_back(b, t, at[s], middle);
    for (int s = 0; s < KERNEL_BLOCK; s++)
        in[s] = b->middle_slope[0] + (size_t)(at[s] * middle);
    for (int slice = 0; slice < b->slices; slice++) {
        memset(sum, 0, sizeof sum);
        block_dense(in, middle,
                    t->second_turned + (size_t)slice * MODEL_SLICE * (size_t)middle, 2,
                    sum);
        for (int s = 0; s < count; s++) {
            float *out = hidden_of(b, b->hidden_slope, slice, at[s]);
            vec_out(out)[0] = sum[s][0];
            vec_out(out)[1] = sum[s][1];
            mask_slope(out, hidden_of(b, b->hidden, slice, at[s]), MODEL_SLICE, 1.0f);
        }
    }
}

MANY_MACHINES
void kernel_tail_forward(const kernel_batch *b, const kernel_tail *t, int from,
                         int count, float scale)
{
    if (b->middle_width == 64)
        tail_forward(b, t, from, count, 64, scale);
    else
        tail_forward(b, t, from, count, 32, scale);
}

MANY_MACHINES
void kernel_tail_back(const kernel_batch *b, const kernel_tail *t, int from, int count)
{
    if (b->middle_width == 64)
        tail_back(b, t, from, count, 64);
    else
        tail_back(b, t, from, count, 32);
}

INLINE void update_run(const float *restrict g, int count, kernel_weights w,
                       const kernel_adam *a)
{
    float *restrict p = w.weight, *restrict m = w.mean, *restrict v = w.square,
                    *restrict avg = w.average;
    const float rate = a->rate, limit = a->limit, keep = a->average;
    if (a->plain) {
        for (int i = 0; i < count; i++) p[i] -= rate * g[i];
        return;
    }
    const float b1 = a->keep_mean, b2 = a->keep_square, tiny = a->tiny;
    for (int i = 0; i < count; i++) {
        m[i] = b1 * m[i] + (1.0f - b1) * g[i];
        v[i] = b2 * v[i] + (1.0f - b2) * g[i] * g[i];
        float next = p[i] - rate * m[i] / (sqrtf(v[i]) + tiny);
        next = next > limit ? limit : next;
        next = next < -limit ? -limit : next;
        p[i] = next;
        avg[i] = keep * avg[i] + (1.0f - keep) * next;
    }
}

MANY_MACHINES
void kernel_first_update(const kernel_batch *b, int slice, const uint16_t *samples,
                         int n, kernel_weights w, const kernel_adam *a)
{
    float gradient[MODEL_SLICE] __attribute__((aligned(64)));
    v16 low = {0}, high = {0}, low2 = {0}, high2 = {0};
    int i = 0;
    for (; i + 1 < n; i += 2) {
        const v16 *d = vec(hidden_of(b, b->hidden_slope, slice, samples[i]));
        const v16 *d2 = vec(hidden_of(b, b->hidden_slope, slice, samples[i + 1]));
        low += d[0];
        high += d[1];
        low2 += d2[0];
        high2 += d2[1];
    }
    if (i < n) {
        const v16 *d = vec(hidden_of(b, b->hidden_slope, slice, samples[i]));
        low += d[0];
        high += d[1];
    }
    vec_out(gradient)[0] = low + low2;
    vec_out(gradient)[1] = high + high2;
    update_run(gradient, MODEL_SLICE, w, a);
}

MANY_MACHINES
void kernel_first_bias_update(const kernel_batch *b, int slice, kernel_weights w,
                              const kernel_adam *a)
{
    float gradient[MODEL_SLICE] __attribute__((aligned(64)));
    v16 low = {0}, high = {0};
    for (int s = 0; s < b->count; s++) {
        const v16 *d = vec(hidden_of(b, b->hidden_slope, slice, s));
        low += d[0];
        high += d[1];
    }
    vec_out(gradient)[0] = low;
    vec_out(gradient)[1] = high;
    update_run(gradient, MODEL_SLICE, w, a);
}

/* Processes as many units at a time as fit their sums into registers. */
INLINE void second_update(const kernel_batch *b, int slice, int from, int to,
                          kernel_weights w, int vectors, const kernel_adam *a)
{
    enum { SUMS = 16 };
    v16 gradient[SUMS];
    const int group = SUMS / vectors, middle = 16 * vectors;
    for (int first = 0; first < MODEL_SLICE; first += group) {
        v16 sum[SUMS];
        memset(sum, 0, sizeof sum);
        for (int s = from; s < to; s++) {
            const float *in = hidden_of(b, b->hidden, slice, s) + first;
            const v16 *d = vec(b->middle_slope[0] + (size_t)(s * middle));
            for (int i = 0; i < group; i++)
                for (int v = 0; v < vectors; v++) sum[i * vectors + v] += in[i] * d[v];
        }
        memcpy(gradient, sum, sizeof gradient);
        size_t skip = (size_t)(first * middle);
        kernel_weights part = {w.weight + skip, w.mean + skip, w.square + skip,
                               w.average + skip};
        update_run((const float *)(const void *)gradient, SUMS * 16, part, a);
    }
}

MANY_MACHINES
void kernel_second_update(const kernel_batch *b, int slice, int from, int to,
                          kernel_weights w, const kernel_adam *a)
{
    if (b->middle_width == 64)
        second_update(b, slice, from, to, w, 4, a);
    else
        second_update(b, slice, from, to, w, 2, a);
}

MANY_MACHINES
void kernel_outer(const float *in, int height, const float *slope, int width, int from,
                  int to, float *out)
{
    for (int s = from; s < to; s++) {
        const float *restrict x = in + (size_t)(s * height);
        const float *restrict d = slope + (size_t)s * (size_t)width;
        for (int i = 0; i < height; i++)
            for (int j = 0; j < width; j += 16)
                *vec_out(out + i * width + j) += x[i] * *vec(d + j);
    }
}

MANY_MACHINES
void kernel_sum(const float *slope, int width, int from, int to, float *out)
{
    for (int s = from; s < to; s++)
        for (int j = 0; j < width; j += 16)
            *vec_out(out + j) += *vec(slope + (size_t)s * (size_t)width + j);
}

MANY_MACHINES
void kernel_update(const float *gradient, int count, kernel_weights w,
                   const kernel_adam *a)
{
    update_run(gradient, count, w, a);
}
