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
