/* The inner loops of the fit. Compiled for several instruction sets; the
 * loader picks one when the program starts. All pointers to float are 64-byte
 * aligned. */
#ifndef ALEA_TRAINER_FIT_KERNELS_H
#define ALEA_TRAINER_FIT_KERNELS_H

#include "model.h"

enum { KERNEL_BLOCK = 4 }; /* samples that go through an output bucket together */

typedef struct kernel_adam {
    float rate, keep_mean, keep_square, tiny, average, limit;
    int plain;
} kernel_adam;

/* A run of weights with everything Adam keeps about them. */
typedef struct kernel_weights {
    float *weight, *mean, *square, *average;
} kernel_weights;

typedef struct kernel_tail {
    const float *second, *second_bias, *second_turned, *third, *third_bias, *last,
        *last_bias;
} kernel_tail;

/* The activations of all layers, by sample in batch order: a slice's 32 hidden units
 * lie together, [slice][sample][32]. */
typedef struct kernel_batch {
    int capacity, slices, count;
    const example *const *sample; /* in batch order: sorted by output bucket */
    float *hidden, *hidden_slope;
    int middle_width;                   /* 32 or 64 */
    float *middle[2], *middle_slope[2]; /* [sample][middle_width] and [sample][32] */
    float *slope;                       /* [sample][16] */
    float *loss;                        /* [sample] */
} kernel_batch;

/* hidden[slice][*][32] = clip(bias + sum of rows). */
void kernel_first_forward(const kernel_batch *b, int slice, const float *first,
                          const float *bias);
/* Samples [from, from + count), count <= KERNEL_BLOCK, all of this output bucket:
 * forward to the loss and its slopes by the outputs; `scale` is 1 / batch. Then back
 * from those to the slopes of the hidden units. */
void kernel_tail_forward(const kernel_batch *b, const kernel_tail *t, int from,
                         int count, float scale);
void kernel_tail_back(const kernel_batch *b, const kernel_tail *t, int from, int count);
/* Slopes of 32 first-layer weights of one row and the update: samples[0..n) hold the
 * row. */
void kernel_first_update(const kernel_batch *b, int slice, const uint16_t *samples,
                         int n, kernel_weights w, const kernel_adam *a);
void kernel_first_bias_update(const kernel_batch *b, int slice, kernel_weights w,
                              const kernel_adam *a);
/* second[32 units of slice][middle_width] of one output bucket, whose samples are
 * [from, to). */
void kernel_second_update(const kernel_batch *b, int slice, int from, int to,
                          kernel_weights w, const kernel_adam *a);
/* out[i][j] += sum over samples of in[s][i] * slope[s][j]: the small layers. `height`
 * inputs, `width` outputs, multiples of 16. */
void kernel_outer(const float *in, int height, const float *slope, int width, int from,
                  int to, float *out);
void kernel_sum(const float *slope, int width, int from, int to, float *out);
/* gradient[count], count a multiple of 16. */
void kernel_update(const float *gradient, int count, kernel_weights w,
                   const kernel_adam *a);

#endif
