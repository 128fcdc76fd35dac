/* A net in floats and the step that fits it: sparse rows -> hidden units (clipped ReLU)
 * -> one of `output_buckets` small stacks 32 or 64 -> 32 -> 6 -> softmax,
 * cross-entropy, Adam.
 *
 * Every sum runs in one order whatever the number of threads: the first layer is cut
 * into slices of 32 hidden units, a task each, and no two tasks touch the same
 * weight. */
#ifndef ALEA_TRAINER_FIT_MODEL_H
#define ALEA_TRAINER_FIT_MODEL_H

#include "base/thread.h"

#include <alea/net.h>

#include <stddef.h>
#include <stdint.h>

enum {
    MODEL_RUN = 16,   /* siblings stand in one such run of a batch's examples */
    MODEL_SLICE = 32, /* hidden units a slice */
    MODEL_MIDDLE_MAX = 64,
    MODEL_LAST = 32, /* width of the last hidden layer */
    MODEL_OUTPUTS = ALEA_OUTCOMES,
    MODEL_OUTPUT_PAD = 16, /* outputs are stored 16 wide, ten of them unused */
    MODEL_ROWS_MAX = ALEA_MAX_ACTIVE
};

/* The weight bounds that alea_net_pack asks for; a position has at most 66 rows, so the
 * first one keeps every sum of rows below its 120. */
#define MODEL_LIMIT_FIRST 1.75f
#define MODEL_LIMIT_UPPER 7.5f

typedef struct model_shape {
    int rows, hidden, output_buckets; /* hidden a multiple of 32 */
    int middle;                       /* units behind the first layer: 32 or 64 */
} model_shape;

/* Where each group of weights starts in the one flat array, in floats.
 *   first   [slice][row][32]          first_bias   [hidden]
 *   second  [bucket][hidden][middle]    second_bias  [bucket][middle]
 *   third   [bucket][middle][32]        third_bias   [bucket][32]
 *   last    [bucket][32][16]            last_bias    [bucket][16]   */
typedef struct model_layout {
    size_t first, first_bias, second, second_bias, third, third_bias, last, last_bias;
    size_t total;
} model_layout;

model_layout model_layout_of(const model_shape *shape);

/* A position with the targets that the net learns. */
typedef struct example {
    uint16_t row[MODEL_ROWS_MAX];
    uint16_t row_count;
    uint8_t output_bucket;
    uint8_t possible; /* bit i: outcome i can still happen; the others get no share */
    uint8_t sibling;  /* 1: another play of the same roll as the example before it */
    float target[MODEL_OUTPUTS]; /* sums to 1; a TD target may leave 0..1 a little */
} example;

typedef struct model {
    model_shape shape;
    model_layout at;
    float *weight; /* layout.total floats, 64-byte aligned, as are the next three */
    float *mean, *square; /* Adam's moments */
    float *average;       /* exponentially averaged weights: what is played with */
    uint64_t steps;
} model;

typedef struct model_step {
    float rate;    /* Adam's step */
    float average; /* decay of the averaged weights */
    float between; /* weight of the errors in the differences between siblings */
    int plain;     /* 1: weight -= rate * gradient, for tests */
} model_step;

/* NULL when out of memory. Weights are drawn from `seed`. */
model *model_new(const model_shape *shape, uint64_t seed);
void model_free(model *m);

/* Scratch memory of the fit; one for each model. */
typedef struct optimizer optimizer;
optimizer *optimizer_new(model *m, int batch_max);
void optimizer_free(optimizer *f);
/* Room for the next batch: fill [0, count) and call optimizer_step. */
example *optimizer_examples(optimizer *f);
/* One step on `count` examples; returns the mean cross-entropy before it. */
double optimizer_step(optimizer *f, alea_pool *p, int count, const model_step *how);

/* Plain forward pass, from the running or (averaged = 1) the averaged weights; writes
 * six probabilities. The reference the tests hold everything else against. */
void model_evaluate(const model *m, int averaged, const uint16_t *row, int row_count,
                    int output_bucket, unsigned possible, float out[MODEL_OUTPUTS]);

#endif
