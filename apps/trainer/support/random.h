/* Random numbers for training: number i of stream s is a pure function of (seed, s, i),
 * so results do not depend on how work is split among threads. SplitMix64 by alea_mix
 * of base, not the Philox of alea_random: the seeds of recorded runs (docs/training.md)
 * and the checkpoints that they left must go on giving the same nets. */
#ifndef ALEA_TRAINER_SUPPORT_RANDOM_H
#define ALEA_TRAINER_SUPPORT_RANDOM_H

#include "base/rng.h"

typedef struct random_stream {
    uint64_t key, counter;
} random_stream;

static inline random_stream random_open(uint64_t seed, uint64_t stream)
{
    random_stream r = {
        alea_mix(alea_mix(seed + ALEA_MIX_STEP) + stream * ALEA_MIX_STEP), 0};
    return r;
}

static inline uint64_t random_next(random_stream *r)
{
    return alea_mix(r->key + ++r->counter * ALEA_MIX_STEP);
}

/* 0..n-1; the bias of the multiply, n / 2^32, is far below what a trainer can see. */
static inline uint32_t random_below(random_stream *r, uint32_t n)
{
    return (uint32_t)(((random_next(r) >> 32) * n) >> 32);
}

/* 0 <= x < 1. */
static inline float random_unit(random_stream *r)
{
    return (float)(random_next(r) >> 40) * 0x1p-24f;
}

/* Mean 0, deviation 1; a sum of four uniforms, whose tails end at 3.5. */
static inline float random_bell(random_stream *r)
{
    float sum = -2.0f;
    for (int i = 0; i < 4; i++) sum += random_unit(r);
    return sum * 1.7320508f;
}

#endif
