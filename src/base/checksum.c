#include "checksum.h"

#include <string.h>

static const uint64_t prime = UINT64_C(0x100000001b3);
static const uint64_t basis = UINT64_C(0xcbf29ce484222325);

/* A multiplication alone never carries a high bit downwards; the shift does. */
static uint64_t step(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * prime;
    return sum ^ (sum >> 32);
}

uint64_t alea_checksum(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t lane[4] = {basis, basis + 1, basis + 2, basis + 3};
    size_t left = size;
    for (; left >= 32; left -= 32, bytes += 32) {
        uint64_t word[4];
        memcpy(word, bytes, sizeof word);
        for (int i = 0; i < 4; i++) lane[i] = step(lane[i], word[i]);
    }
    uint64_t sum = step(basis, (uint64_t)size);
    for (int i = 0; i < 4; i++) sum = step(sum, lane[i]);
    for (; left > 0; left--) sum = step(sum, *bytes++);
    return sum;
}
