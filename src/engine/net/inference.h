/* Integer inference of the small nets: the arithmetic, its memory layout and the
 * kernels of each instruction set. All kernels give the same bits: every operation is
 * an integer sum modulo 2^16 (accumulators) or 2^32 (later layers), a shift or a
 * clip. */
#ifndef ALEA_ENGINE_NET_INFERENCE_H
#define ALEA_ENGINE_NET_INFERENCE_H

#include <stddef.h>

#include <alea/eval.h>
#include <alea/net.h>

#include "encode.h"

enum {
    NET_MAX_WIDTH = 1024,
    NET_HIDDEN = 32, /* hidden layers are as wide, or the second twice that */
    NET_MAX_HIDDEN = 2 * NET_HIDDEN,
    NET_LOGITS = 8,        /* six, and two zeros that keep a register full */
    NET_HIDDEN_SCALE = 10, /* activations of hidden layers: 1.0 is 1 << 10 */
    NET_BATCH = 32,        /* positions a kernel is given at most */
    NET_LOOK_BACK = 4,     /* results from which the next one can be reached */
    NET_NARROW = 32,       /* width of the nets that `narrow` takes */
    NET_LANES = 16         /* positions that it takes at once */
};

/* One fully connected layer behind the first. weights[bucket][input / 2][output][2]: a
 * pair of inputs against all outputs is one stretch of memory. */
typedef struct net_layer {
    const int16_t *weights;
    const int32_t *bias; /* [bucket][outputs] */
    int inputs, outputs; /* 0 inputs = the layer does not exist */
    int shift;           /* of the sums, before the clip; logits are not shifted */
} net_layer;

/* The first layer of a net NET_NARROW wide whose input is the board alone, as the
 * player who has just moved sees it: no row is a row of zeros. */
typedef struct narrow_rows {
    int16_t point[ENCODE_NOWHERE + 1][32][NET_NARROW]; /* [point][checkers + 15] */
    int16_t off[ALEA_CHECKERS + 1][NET_NARROW];        /* borne off by the mover */
} narrow_rows;

typedef struct net {
    alea_net_kind kind;
    alea_net_shape shape;
    int one;           /* first layer: 1.0 */
    const int16_t *w1; /* [row][width] */
    const int16_t *b1; /* [width] */
    net_layer hidden2, hidden3, out;
    float logit_scale;         /* logit = integer x this */
    const narrow_rows *narrow; /* PRUNE of that width, else NULL */
} net;

/* The common part of a batch of results: the position before the roll, seen by the
 * mover. */
typedef struct narrow_root {
    const int16_t *accumulator; /* its own */
    alea_board after;
    int off; /* borne off by the mover */
    /* possible outcomes in contact: [0] with none of the mover's checkers off, [1]
     * with some */
    uint8_t possible[2];
} narrow_root;

/* The kernels of one instruction set. Vectors are 64-byte aligned. */
typedef struct net_kernels {
    const char *name;
    /* to = from + rows[plus] - rows[minus], wrapping; width is a multiple of 32. */
    void (*accumulate)(int16_t *to, const int16_t *from, const int16_t *rows, int width,
                       const uint16_t *added, int added_count, const uint16_t *removed,
                       int removed_count);
    /* From sums to logits for `count` <= NET_BATCH positions that share an output
     * bucket: sum[i] is what accumulate made for position i; logits[i] is written. */
    void (*forward)(const net *n, int output_bucket, const int16_t *const *sum,
                    int count, int32_t (*logits)[NET_LOGITS]);
    /* Softmax of `count` <= NET_BATCH positions, seen by the player on roll. */
    void (*outcomes)(const int32_t (*logits)[NET_LOGITS], float scale,
                     const uint8_t *possible, int count, alea_probs *out);
    /* All at once for NET_LANES contact positions and a net NET_NARROW wide without
     * output buckets: from boards near the root to outcomes, out[of
     * alea_probs][position], seen by the player on roll. NULL: not in this set. */
    void (*narrow)(const net *n, const narrow_root *root,
                   const alea_board *const after[NET_LANES], float out[5][NET_LANES]);
    /* Contact feature groups of the position that follows `after`, which is seen by the
     * player who has just moved. */
    void (*encode_contact)(const alea_board *after,
                           uint8_t feature_groups[ENCODE_STRIDE], encode_facts *facts);
    /* Bit i of `out`: feature groups a[i] and b[i] differ; ENCODE_STRIDE of them. */
    void (*differences)(const uint8_t *a, const uint8_t *b, uint64_t out[2]);
    /* nearest_of() of 1 + NET_LOOK_BACK candidates at most. */
    int (*nearest)(const uint8_t *feature_groups, const uint8_t *const *candidate,
                   int count);
} net_kernels;

extern const net_kernels net_kernels_portable;
#if defined(__x86_64__)
extern const net_kernels net_kernels_avx2;
extern const net_kernels net_kernels_avx512;
#elif defined(__aarch64__)
extern const net_kernels net_kernels_neon;
#elif defined(__wasm_simd128__)
extern const net_kernels net_kernels_simd128;
#endif
/* The best ones for the processor this runs on. */
const net_kernels *net_kernels_best(void);
/* Those of that name, or NULL where this processor lacks them; for tests. */
const net_kernels *net_kernels_named(const char *name);

/* A parsed net file: three nets that point into one aligned block, or into the file's
 * bytes. */
typedef struct net_file {
    net nets[ALEA_NET_KINDS];
    void *block;
} net_file;

#endif
