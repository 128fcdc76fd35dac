/* A thread that asks the database twice a second whether it answers and whether it
 * can be written again after a failed write, and that makes connections for the
 * event loop. */
#ifndef ALEA_SERVER_STORAGE_DATABASE_WATCH_H
#define ALEA_SERVER_STORAGE_DATABASE_WATCH_H

#include "driver.h"
#include "late/pq.h"

typedef struct database_watch database_watch;

/* It maintains *of->failing and *of->silent. NULL if it cannot be started. */
database_watch *watch_start(storage *of);
void watch_stop(database_watch *w); /* NULL is allowed */
/* The role of the sessions that watch_connection returns. */
void watch_set_role(database_watch *w, const storage_role *role);
/* Takes a new session that the thread has made; waits for it as long as the role waits
 * for an answer, but not while the database is silent. NULL: none yet. */
PGconn *watch_connection(database_watch *w);

#endif
