/* Counter-based random numbers: a value is a pure function of (seed, stream, index), so
 * work can be cut among threads or machines, stopped and extended, and come out the
 * same. Philox 4x32-10: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy
 * as 1, 2, 3", SC11. Good for simulation; not for dice that somebody may want to
 * guess. */
#ifndef ALEA_BASE_RNG_H
#define ALEA_BASE_RNG_H

#include <stdint.h>

/* A place in a stream. A plain value: copy it to remember the place. */
typedef struct alea_random {
    uint64_t seed, stream, index; /* index: the next value */
} alea_random;

/* Value `index` of stream `stream` under `seed`: 64 uniform bits. */
uint64_t alea_random_at(uint64_t seed, uint64_t stream, uint64_t index);
/* The start of a stream; give each trial or game its own. */
alea_random alea_random_start(uint64_t seed, uint64_t stream);
uint64_t alea_random_next(alea_random *random);
/* Uniform in 0..bound-1, without bias (rejection; takes one value or, rarely, more).
 * bound >= 1. */
uint32_t alea_random_below(alea_random *random, uint32_t bound);
/* Uniform in [0, 1), a multiple of 2^-53. */
double alea_random_unit(alea_random *random);
/* Approximately normal: the sum of twelve uniform values, less 6, has variance 1 and
 * stays within -6..6. */
double alea_random_bell(alea_random *random);

/* The finaliser of SplitMix64 (Steele, Lea, Flood 2014): a bijection that avalanches.
 * alea_mix(seed + i * ALEA_MIX_STEP), i = 1, 2, ..., is that generator: faster than the
 * one above, good enough to shuffle, to make test positions, to pick training games. */
#define ALEA_MIX_STEP UINT64_C(0x9e3779b97f4a7c15)
static inline uint64_t alea_mix(uint64_t x)
{
    x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
    return x ^ x >> 31;
}

/* The block itself, for tests against the published vectors. */
void alea_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4]);

#endif
