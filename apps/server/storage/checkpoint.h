/* Moving what was written from the log into the file waits for the disk, now and then
 * for a tenth of a second: a thread with a connection of its own does it, so that no
 * player waits. Where events come without a pause it never gets to the end of the log,
 * and at STORAGE_LOG_MOST pages who writes does the rest. */
#ifndef ALEA_SERVER_STORAGE_CHECKPOINT_H
#define ALEA_SERVER_STORAGE_CHECKPOINT_H

#include "sqlite.h"

/* A thread that keeps the log of the file at `path` short, in place of the connection
 * `of`; NULL if it cannot be had. */
storage_checkpoints *storage_checkpoints_start(sqlite3 *of, const char *path);
void storage_checkpoints_stop(storage_checkpoints *c); /* NULL is allowed */

#endif
