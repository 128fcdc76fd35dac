#include "hash.h"

#include <string.h>

uint64_t alea_hash_bytes(uint64_t hash, const void *data, size_t size)
{
    const unsigned char *byte = data;
    for (size_t i = 0; i < size; i++) hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

uint64_t alea_hash_text(uint64_t hash, const char *text)
{
    return alea_hash_bytes(hash, text, strlen(text));
}

static const uint64_t prime = UINT64_C(0x100000001b3);

/* A multiplication alone never carries a high bit downwards; the shift does. */
static uint64_t step(uint64_t sum, uint64_t word)
{
    sum = (sum ^ word) * prime;
    return sum ^ (sum >> 32);
}

uint64_t alea_checksum(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    uint64_t lane[4] = {ALEA_HASH_START, ALEA_HASH_START + 1, ALEA_HASH_START + 2,
                        ALEA_HASH_START + 3};
    size_t left = size;
    for (; left >= 32; left -= 32, bytes += 32) {
        uint64_t word[4];
        memcpy(word, bytes, sizeof word);
        for (int i = 0; i < 4; i++) lane[i] = step(lane[i], word[i]);
    }
    uint64_t sum = step(ALEA_HASH_START, (uint64_t)size);
    for (int i = 0; i < 4; i++) sum = step(sum, lane[i]);
    for (; left > 0; left--) sum = step(sum, *bytes++);
    return sum;
}
