#include "rng.h"

#include <assert.h>

void alea_philox(const uint32_t counter[4], const uint32_t key[2], uint32_t out[4])
{
    const uint32_t multiplier[2] = {0xD2511F53u, 0xCD9E8D57u};
    const uint32_t weyl[2] = {0x9E3779B9u, 0xBB67AE85u};
    uint32_t c0 = counter[0], c1 = counter[1], c2 = counter[2], c3 = counter[3];
    uint32_t k0 = key[0], k1 = key[1];
    for (int round = 0; round < 10; round++) {
        const uint64_t p0 = (uint64_t)multiplier[0] * c0;
        const uint64_t p1 = (uint64_t)multiplier[1] * c2;
        const uint32_t next0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        const uint32_t next2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c0 = next0;
        c1 = (uint32_t)p1;
        c2 = next2;
        c3 = (uint32_t)p0;
        k0 += weyl[0];
        k1 += weyl[1];
    }
    out[0] = c0;
    out[1] = c1;
    out[2] = c2;
    out[3] = c3;
}

uint64_t alea_random_at(uint64_t seed, uint64_t stream, uint64_t index)
{
    const uint32_t counter[4] = {(uint32_t)index, (uint32_t)(index >> 32),
                                 (uint32_t)stream, (uint32_t)(stream >> 32)};
    const uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
    uint32_t out[4];
    alea_philox(counter, key, out);
    return (uint64_t)out[1] << 32 | out[0];
}

alea_random alea_random_start(uint64_t seed, uint64_t stream)
{
    return (alea_random){.seed = seed, .stream = stream, .index = 0};
}

uint64_t alea_random_next(alea_random *random)
{
    return alea_random_at(random->seed, random->stream, random->index++);
}

uint32_t alea_random_below(alea_random *random, uint32_t bound)
{
    assert(bound >= 1);
    /* The top 2^64 mod bound values would make the first residues likelier. */
    const uint64_t uneven = (UINT64_MAX % bound + 1) % bound;
    uint64_t value;
    do value = alea_random_next(random);
    while (value > UINT64_MAX - uneven);
    return (uint32_t)(value % bound);
}

double alea_random_unit(alea_random *random)
{
    return (double)(alea_random_next(random) >> 11) * 0x1p-53;
}

double alea_random_bell(alea_random *random)
{
    double sum = -6;
    for (int i = 0; i < 12; i++) sum += alea_random_unit(random);
    return sum;
}
