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

void id_map_clear(id_map *map)
{
    free(map->slot);
    *map = (id_map){0};
}

/* Returns the slot of the id, or the free slot for it. */
static size_t place_of(const id_map *map, const char *id)
{
    size_t at = hash_of(id) & (map->capacity - 1);
    while (map->slot[at] && strcmp(map->slot[at], id) != 0)
        at = (at + 1) & (map->capacity - 1);
    return at;
}

void *id_map_find(const id_map *map, const char *id)
{
    return map->capacity ? map->slot[place_of(map, id)] : NULL;
}

bool id_map_add(id_map *map, void *thing)
{
    if (2 * (map->count + 1) > map->capacity) {
        id_map larger = {.capacity = map->capacity ? 2 * map->capacity : 64,
                         .count = map->count};
        larger.slot = calloc(larger.capacity, sizeof *larger.slot);
        if (!larger.slot) return false;
        for (size_t i = 0; i < map->capacity; i++)
            if (map->slot[i])
                larger.slot[place_of(&larger, map->slot[i])] = map->slot[i];
        free(map->slot);
        *map = larger;
    }
    map->slot[place_of(map, thing)] = thing;
    map->count++;
    return true;
}

void id_map_remove(id_map *map, const char *id)
{
    if (!map->capacity) return;
    size_t hole = place_of(map, id);
    if (!map->slot[hole]) return;
    map->slot[hole] = NULL;
    map->count--;
    /* Moves entries that were displaced past the hole back into it. */
    for (size_t at = (hole + 1) & (map->capacity - 1); map->slot[at];
         at = (at + 1) & (map->capacity - 1)) {
        void *thing = map->slot[at];
        map->slot[at] = NULL;
        map->slot[place_of(map, thing)] = thing;
    }
}

void *id_map_next(const id_map *map, size_t *at)
{
    while (*at < map->capacity) {
        void *thing = map->slot[(*at)++];
        if (thing) return thing;
    }
    return NULL;
}
