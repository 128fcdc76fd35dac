/* SQLite: one file, WAL with synchronous=NORMAL. A completed call survives the death of
 * the process; a power failure may lose the last moments, never the file. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_SQLITE_H
#define ALEA_SERVER_STORAGE_DATABASE_SQLITE_H

#include "driver.h"

#include <sqlite3.h>

enum { SQLITE_BUSY_MS = 5000 };

/* Opens s->place (NULL: in memory), creating it or upgrading its schema. */
alea_status sqlite_open(storage *s, alea_error *error);
alea_status sqlite_backup(const char *path, const char *copy, alea_error *error);
alea_status sqlite_check(const char *path, int64_t counts[3], alea_error *error);

#endif
