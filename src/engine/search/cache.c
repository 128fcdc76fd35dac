#include "cache.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = CACHE_FLOATS / 2 };

typedef struct line {
    _Atomic uint64_t key_a, key_b;
    _Atomic uint64_t data[WORDS];
} line;

struct eval_cache {
    size_t mask;
    line *lines;
};

uint64_t cache_mix(uint64_t hash, uint64_t value)
{
    hash = (hash ^ value) * 0x9E3779B97F4A7C15U;
    return hash ^ (hash >> 29);
}

/* One bit for every checker and a zero behind every point, both sides: 80 at most. */
cache_key cache_key_of(const alea_board *board, uint64_t context)
{
    uint64_t word[2] = {0, 0};
    unsigned bit = 0;
    for (int side = 0; side < 2; side++)
        for (int i = 1; i <= 25; i++, bit++) {
            int n = side == 0 ? board->point[i] : -board->point[25 - i];
            for (; n > 0; n--, bit++) word[bit >> 6] |= (uint64_t)1 << (bit & 63);
        }
    return (cache_key){word[0], word[1] | context << 16};
}

alea_status cache_open(eval_cache **out, size_t bytes)
{
    size_t lines = 1;
    while (lines <= bytes / sizeof(line) / 2) lines *= 2;
    eval_cache *made = malloc(sizeof *made);
    if (!made) return ALEA_ERROR_MEMORY;
    made->mask = lines - 1;
    made->lines = calloc(lines, sizeof(line));
    if (!made->lines) {
        free(made);
        return ALEA_ERROR_MEMORY;
    }
    *out = made;
    return ALEA_OK;
}

void cache_close(eval_cache *cache)
{
    if (!cache) return;
    free(cache->lines);
    free(cache);
}

void cache_clear(eval_cache *cache)
{
    if (!cache) return;
    for (size_t i = 0; i <= cache->mask; i++) {
        atomic_store_explicit(&cache->lines[i].key_a, 0, memory_order_relaxed);
        atomic_store_explicit(&cache->lines[i].key_b, 0, memory_order_relaxed);
        for (int w = 0; w < WORDS; w++)
            atomic_store_explicit(&cache->lines[i].data[w], 0, memory_order_relaxed);
    }
}

static line *line_of(const eval_cache *cache, cache_key key)
{
    uint64_t hash = cache_mix(cache_mix(0, key.a), key.b);
    return &cache->lines[(hash >> 8) & cache->mask];
}

/* Different for every word, so that swapped words do not cancel. */
static uint64_t sum_of(const uint64_t data[WORDS])
{
    uint64_t sum = 0;
    for (int w = 0; w < WORDS; w++) sum = cache_mix(sum, data[w]);
    return sum;
}

bool cache_get(eval_cache *cache, cache_key key, float out[CACHE_FLOATS])
{
    if (!cache) return false;
    line *at = line_of(cache, key);
    uint64_t data[WORDS];
    uint64_t a = atomic_load_explicit(&at->key_a, memory_order_relaxed);
    uint64_t b = atomic_load_explicit(&at->key_b, memory_order_relaxed);
    for (int w = 0; w < WORDS; w++)
        data[w] = atomic_load_explicit(&at->data[w], memory_order_relaxed);
    uint64_t sum = sum_of(data);
    if ((a ^ sum) != key.a || (b ^ sum) != key.b) return false;
    memcpy(out, data, sizeof data);
    return true;
}

void cache_put(eval_cache *cache, cache_key key, const float value[CACHE_FLOATS])
{
    if (!cache) return;
    line *at = line_of(cache, key);
    uint64_t data[WORDS];
    memcpy(data, value, sizeof data);
    uint64_t sum = sum_of(data);
    atomic_store_explicit(&at->key_a, key.a ^ sum, memory_order_relaxed);
    atomic_store_explicit(&at->key_b, key.b ^ sum, memory_order_relaxed);
    for (int w = 0; w < WORDS; w++)
        atomic_store_explicit(&at->data[w], data[w], memory_order_relaxed);
}
