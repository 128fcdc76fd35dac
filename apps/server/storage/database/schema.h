/* The schema, described once for both databases. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_SCHEMA_H
#define ALEA_SERVER_STORAGE_DATABASE_SCHEMA_H

#include <stdbool.h>

/* The version that this program makes and serves. */
int schema_version(void);
/* The statements that upgrade version `from` to `from` + 1, malloc'd; NULL without
 * memory. */
char *schema_step(int from, bool is_postgresql);

/* Every table, owners before the tables that refer to them; its columns, the primary
 * key first; a letter for each column: t text, i integer, r real, b bytes. */
typedef struct schema_table {
    const char *name, *columns, *kinds;
    const char *order;
    int ordered; /* how many columns that are */
} schema_table;
const schema_table *schema_tables(int *count);

#endif
