/* Checkpoints by a background thread: copying the write-ahead log into the file waits for
 * the disk, at times for a tenth of a second. A thread with a connection of its own does
 * it, so that no player waits. Where events never pause, it does not reach the end of
 * the log; at SQLITE_LOG_MOST pages the writing connection copies the rest. */
#ifndef ALEA_SERVER_STORAGE_CHECKPOINT_H
#define ALEA_SERVER_STORAGE_CHECKPOINT_H

#include "sqlite.h"

typedef struct sqlite_checkpoints sqlite_checkpoints;

/* Starts the thread in place of the automatic checkpoints of `of`; NULL if it cannot be
 * started. It also maintains of->failing: it tries to write while that is set, and sets
 * it when the disk is nearly full. At the start it logs `data_damaged` if the file fails
 * SQLite's quick check. */
sqlite_checkpoints *sqlite_checkpoints_start(storage *of);
void sqlite_checkpoints_stop(sqlite_checkpoints *c); /* NULL is allowed */

#endif
