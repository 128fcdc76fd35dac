/* Cache of node values, shared by all threads without locks. An entry is one cache line
 * of atomic words; its key is stored xor-ed with its data, so that a line torn by two
 * writers matches no key. Values are pure functions of the key, so results do not
 * depend on the contents of the cache. */
#ifndef ALEA_ENGINE_SEARCH_CACHE_H
#define ALEA_ENGINE_SEARCH_CACHE_H

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

/* The key of a position: all of it (80 bits), and 48 bits of `context`, a hash of
 * everything else that the value depends on. */
cache_key cache_key_of(const alea_board *board, uint64_t context);
uint64_t cache_mix(uint64_t hash, uint64_t value);

alea_status cache_open(eval_cache **out, size_t bytes);
void cache_close(eval_cache *cache);
void cache_clear(eval_cache *cache);
/* NULL never hits and never stores. */
bool cache_get(eval_cache *cache, cache_key key, float out[CACHE_FLOATS]);
void cache_put(eval_cache *cache, cache_key key, const float value[CACHE_FLOATS]);

#endif
