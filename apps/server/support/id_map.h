/* Hash map from identifiers to pointers. The structs begin with `char id[ID_SIZE]`; the
 * map does not own them. */
#ifndef ALEA_SERVER_SUPPORT_ID_MAP_H
#define ALEA_SERVER_SUPPORT_ID_MAP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct id_map {
    void **slot;
    size_t count, capacity; /* capacity: a power of two, or 0 */
} id_map;

/* Returns whether `id` (may be NULL) is an identifier: 12 characters a-z2-7. */
bool id_is_valid(const char *id, size_t length);

/* A zeroed struct is an empty map. */
void id_map_clear(id_map *map);
void *id_map_find(const id_map *map, const char *id);
/* False without memory. The id must not be there yet. */
bool id_map_add(id_map *map, void *thing);
void id_map_remove(id_map *map, const char *id);
/* Returns the next entry at or after slot *at and advances it; NULL at the end. The
 * entry just returned may be removed if *at is then decremented. */
void *id_map_next(const id_map *map, size_t *at);

#endif
