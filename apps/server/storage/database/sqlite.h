/* SQLite: one file, WAL with synchronous=NORMAL. A completed call survives the death of
 * the process; a power failure may lose the last moments, never the file. */
#ifndef ALEA_SERVER_STORAGE_SQLITE_H
#define ALEA_SERVER_STORAGE_SQLITE_H

#include "driver.h"

/* Pages of 4 KB (256 MB): the length of the write-ahead log at which the writing
 * connection itself checkpoints it. */
enum { SQLITE_LOG_MOST = 64000 };

/* Opens s->place (NULL: in memory), creating it or upgrading its schema. */
alea_status sqlite_open(storage *s, alea_error *error);
alea_status sqlite_backup(const char *path, const char *copy, alea_error *error);
alea_status sqlite_check(const char *path, int64_t counts[3], alea_error *error);

#endif
