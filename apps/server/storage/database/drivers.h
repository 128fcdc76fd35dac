/* The two databases. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_DRIVERS_H
#define ALEA_SERVER_STORAGE_DATABASE_DRIVERS_H

#include "driver.h"

#include <sqlite3.h>

/* SQLite: one file, WAL with synchronous=NORMAL. A completed call survives the death of
 * the process; a power failure may lose the last moments, never the file. */
enum { SQLITE_BUSY_MS = 5000 };

/* Opens s->place (NULL: in memory), creating it or upgrading its schema. */
alea_status sqlite_open(storage *s, alea_error *error);
alea_status sqlite_backup(const char *path, const char *copy, alea_error *error);
alea_status sqlite_check(const char *path, int64_t counts[3], alea_error *error);

/* PostgreSQL by libpq: prepared statements; a batch of events in pipeline mode. All
 * tables lie in the schema "alea". A lost connection is made again by the next
 * statement. */

#ifdef ALEA_POSTGRESQL
/* Opens the database at s->place, creating the schema or upgrading it. */
alea_status postgresql_open(storage *s, alea_error *error);
/* Whether no database answers there yet: it may start later. */
bool postgresql_may_come(const char *place);
/* Counts users, games, events. */
alea_status postgresql_check(const char *place, int64_t counts[3], alea_error *error);
#endif

#endif
