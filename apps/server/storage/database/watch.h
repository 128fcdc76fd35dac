/* A thread that asks the database once a second whether it answers, and whether it can
 * be written again after a write has failed. */
#ifndef ALEA_SERVER_STORAGE_WATCH_H
#define ALEA_SERVER_STORAGE_WATCH_H

#include "driver.h"

typedef struct database_watch database_watch;

/* It maintains of->failing. NULL if it cannot be started. */
database_watch *watch_start(storage *of);
void watch_stop(database_watch *w); /* NULL is allowed */

#endif
