/* Hash map from identifiers to pointers. The structs begin with `char id[ID_SIZE]`; the
 * map does not own them. */
#ifndef ALEA_SERVER_TABLE_H
#define ALEA_SERVER_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct table {
    void **slot;
    size_t count, capacity; /* room: a power of two, or 0 */
} table;

/* Returns whether `id` (may be NULL) is an identifier: 12 characters a-z2-7. */
bool id_is_valid(const char *id, size_t length);

/* A zeroed struct is an empty map. */
void table_clear(table *t);
void *table_find(const table *t, const char *id);
/* False without memory. The id must not be there yet. */
bool table_add(table *t, void *thing);
void table_remove(table *t, const char *id);
/* Returns the next entry at or after slot *at and advances it; NULL at the end. The
 * entry just returned may be removed if *at is then decremented. */
void *table_next(const table *t, size_t *at);

#endif
