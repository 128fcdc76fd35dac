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

void alea_checksum_start(alea_checksum_run *run)
{
    *run = (alea_checksum_run){.size = 0};
    for (uint64_t i = 0; i < 4; i++) run->lane[i] = ALEA_HASH_START + i;
}

void alea_checksum_add(alea_checksum_run *run, const void *data, size_t size)
{
    const unsigned char *bytes = data;
    for (size_t left = size; left >= 32; left -= 32, bytes += 32) {
        uint64_t word[4];
        memcpy(word, bytes, sizeof word);
        for (int i = 0; i < 4; i++) run->lane[i] = step(run->lane[i], word[i]);
    }
    run->size += size;
}

uint64_t alea_checksum_end(const alea_checksum_run *run)
{
    uint64_t sum = step(ALEA_HASH_START, run->size);
    for (int i = 0; i < 4; i++) sum = step(sum, run->lane[i]);
    return sum;
}

uint64_t alea_checksum(const void *data, size_t size)
{
    const unsigned char *bytes = data;
    alea_checksum_run run;
    alea_checksum_start(&run);
    alea_checksum_add(&run, data, size);
    uint64_t sum = alea_checksum_end(&run);
    for (size_t at = size - size % 32; at < size; at++) sum = step(sum, bytes[at]);
    return sum;
}
