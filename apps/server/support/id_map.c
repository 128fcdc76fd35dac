#include "id_map.h"
#include "base/hash.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a; identifiers are random, and made by the server alone. */
static size_t hash_of(const char *id)
{
    const uint64_t hash = alea_hash_text(ALEA_HASH_START, id);
    return (size_t)(hash ^ hash >> 32);
}

bool id_is_valid(const char *id, size_t length)
{
    enum { LENGTH = 12 };
    return id && length == LENGTH &&
           strspn(id, "abcdefghijklmnopqrstuvwxyz234567") == LENGTH;
}

void table_clear(table *t)
{
    free(t->slot);
    *t = (table){0};
}

/* Returns the slot of the id, or the free slot for it. */
static size_t place_of(const table *t, const char *id)
{
    size_t at = hash_of(id) & (t->capacity - 1);
    while (t->slot[at] && strcmp(t->slot[at], id) != 0)
        at = (at + 1) & (t->capacity - 1);
    return at;
}

void *table_find(const table *t, const char *id)
{
    return t->capacity ? t->slot[place_of(t, id)] : NULL;
}

bool table_add(table *t, void *thing)
{
    if (2 * (t->count + 1) > t->capacity) {
        table larger = {.capacity = t->capacity ? 2 * t->capacity : 64,
                        .count = t->count};
        larger.slot = calloc(larger.capacity, sizeof *larger.slot);
        if (!larger.slot) return false;
        for (size_t i = 0; i < t->capacity; i++)
            if (t->slot[i]) larger.slot[place_of(&larger, t->slot[i])] = t->slot[i];
        free(t->slot);
        *t = larger;
    }
    t->slot[place_of(t, thing)] = thing;
    t->count++;
    return true;
}

void table_remove(table *t, const char *id)
{
    if (!t->capacity) return;
    size_t hole = place_of(t, id);
    if (!t->slot[hole]) return;
    t->slot[hole] = NULL;
    t->count--;
    /* Moves entries that were displaced past the hole back into it. */
    for (size_t at = (hole + 1) & (t->capacity - 1); t->slot[at];
         at = (at + 1) & (t->capacity - 1)) {
        void *thing = t->slot[at];
        t->slot[at] = NULL;
        t->slot[place_of(t, thing)] = thing;
    }
}

void *table_next(const table *t, size_t *at)
{
    while (*at < t->capacity) {
        void *thing = t->slot[(*at)++];
        if (thing) return thing;
    }
    return NULL;
}
