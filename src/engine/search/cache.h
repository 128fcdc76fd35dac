/* What has been worked out about positions, shared by all threads without locks. An
 * entry is one cache line of atomic words; its key is kept xor-ed with its data, so a
 * line torn by two writers matches nothing. A hit is exactly what was stored: values
 * are pure functions of the key, so answers do not depend on what happens to be
 * cached. */
#ifndef ALEA_ENGINE_CACHE_H
#define ALEA_ENGINE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <alea/board.h>
#include <alea/status.h>

enum { CACHE_FLOATS = 12 }; /* five probabilities and up to seven cube values */

typedef struct eval_cache eval_cache;

typedef struct cache_key {
    uint64_t a, b;
} cache_key;

/* Exact in the position (80 bits); `context` (48 bits are used) tells everything
 * else. */
cache_key cache_key_of(const alea_board *board, uint64_t context);
uint64_t cache_mix(uint64_t hash, uint64_t value);

alea_status cache_open(eval_cache **out, size_t bytes);
void cache_close(eval_cache *cache);
void cache_clear(eval_cache *cache);
/* NULL never hits and never stores. */
bool cache_get(eval_cache *cache, cache_key key, float out[CACHE_FLOATS]);
void cache_put(eval_cache *cache, cache_key key, const float value[CACHE_FLOATS]);

#endif
