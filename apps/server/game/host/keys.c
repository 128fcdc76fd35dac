#include "keys.h"

#include "registry.h"

#include <stdlib.h>

enum { FIRST = 16 };

/* FNV-1a of both texts and the separator. */
static uint64_t hash_of(const char *user, const char *key)
{
    uint64_t hash = 14695981039346656037u;
    for (; *user; user++) hash = (hash ^ (unsigned char)*user) * 1099511628211u;
    hash = (hash ^ 0xff) * 1099511628211u;
    for (; *key; key++) hash = (hash ^ (unsigned char)*key) * 1099511628211u;
    return hash;
}

/* Without memory for the hash, the storage is asked from now on. */
static void add(game *g, uint64_t hash)
{
    const bool is_full = g->live->keys >= FIRST
                             ? (g->live->keys & (g->live->keys - 1)) == 0
                             : !g->live->keys;
    if (is_full) {
        const size_t capacity = g->live->keys >= FIRST ? 2 * g->live->keys : FIRST;
        uint64_t *bigger = realloc(g->live->key_hash, capacity * sizeof *bigger);
        if (!bigger) {
            g->live->keys_unknown = true;
            return;
        }
        g->live->key_hash = bigger;
    }
    g->live->key_hash[g->live->keys++] = hash;
}

void keys_add(game *g, const char *user, const char *key)
{
    if (*key && !g->live->keys_unknown) add(g, hash_of(user, key));
}

static void take(void *context, const char *user, const char *key)
{
    keys_add(context, user, key);
}

bool keys_may_have(storage *store, game *g, const char *user, const char *key)
{
    if (!*key) return false;
    if (g->live->keys_unknown || g->stage == STAGE_OVER)
        return true; /* perhaps archived */
    if (!g->live->keys_loaded) {
        g->live->keys_loaded = true;
        if (storage_event_keys(store, g->id, take, g) != ALEA_OK)
            g->live->keys_loaded = false;
        if (!g->live->keys_loaded || g->live->keys_unknown) return true;
    }
    const uint64_t hash = hash_of(user, key);
    for (size_t i = g->live->keys; i-- > 0;)
        if (g->live->key_hash[i] == hash) return true;
    return false;
}
