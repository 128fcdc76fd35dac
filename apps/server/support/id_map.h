/* Things found by their identifier. The table holds pointers to structs that begin with
 * `char id[ID_SIZE]`; it owns none of them. */
#ifndef ALEA_SERVER_TABLE_H
#define ALEA_SERVER_TABLE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct table {
    void **slot;
    size_t count, room; /* room: a power of two, or 0 */
} table;

/* Is it the text of an identifier, 12 characters a-z2-7? `id` may be NULL. */
bool id_is_valid(const char *id, size_t length);

/* All zero is an empty one. */
void table_clear(table *t);
void *table_find(const table *t, const char *id);
/* False without memory. The id must not be there yet. */
bool table_add(table *t, void *thing);
void table_remove(table *t, const char *id);
/* The first thing at or behind slot *at, which moves on; NULL at the end. Removing the
 * thing just given is allowed if *at is then set back by one. */
void *table_next(const table *t, size_t *at);

#endif
