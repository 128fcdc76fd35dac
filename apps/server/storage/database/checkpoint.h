/* The write-ahead log. A background thread with a connection of its own copies it into
 * the file once a second, because copying waits for the disk, sometimes for a tenth of
 * a second, and no player should wait for that. While events arrive without pause, the
 * thread never reaches the end of the log, so the log never starts anew: at
 * SQLITE_LOG_LONG bytes a connection that has just written copies the rest itself and
 * empties the log. The space up to SQLITE_LOG_MOST is for one transaction, and for
 * readers that delay this. While another program reads for long (a backup), the log
 * cannot be emptied and grows. A log for which the file has no space could never be
 * emptied. Therefore commits are refused, and undone, once the disk has less free space
 * than the log would need. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_CHECKPOINT_H
#define ALEA_SERVER_STORAGE_DATABASE_CHECKPOINT_H

#include "drivers.h"

/* Bytes of the log: at LONG it is emptied, and it should never exceed MOST. SQLite's
 * pages have 4 KB. */
enum { SQLITE_LOG_LONG = 16 * 1024 * 1024, SQLITE_LOG_MOST = 32 * 1024 * 1024 };
/* SQLite cuts the file of a longer log to SQLITE_LOG_LONG when it writes from its
 * beginning again. */
#define SQLITE_LOG_LIMIT "PRAGMA journal_size_limit=16777216;"

typedef struct sqlite_checkpoints sqlite_checkpoints;

/* Starts the thread; NULL if it cannot be started: then SQLite's own checkpoints stay.
 * It also maintains of->failing: it tries to write while that is set, and sets it when
 * the disk is nearly full. At the start it logs `data_damaged` if the file fails
 * SQLite's quick check. */
sqlite_checkpoints *sqlite_checkpoints_start(storage *of);
/* After all watched connections are closed. NULL is allowed. */
void sqlite_checkpoints_stop(sqlite_checkpoints *c);
/* Bounds the log that this connection writes, in place of its automatic checkpoints. */
void sqlite_checkpoints_watch(sqlite_checkpoints *c, sqlite3 *connection);
/* How many bytes must be free on the disk before the file at `path` can be opened and
 * written again; 0 = enough are free. */
int64_t sqlite_room_wanted(const char *path);

#endif
