/* Periodic upkeep of the storage: old games are archived, leftovers removed. */
#ifndef ALEA_SERVER_STORAGE_UPKEEP_H
#define ALEA_SERVER_STORAGE_UPKEEP_H

#include "interface.h"
#include "server/storage/database/driver.h"

/* Filled with zeros before the first tick. */
typedef struct upkeep {
    char archived[ID_SIZE];      /* the last game that the archive walk has looked at */
    int64_t archive_at, tidy_at; /* server_ticks() of the next steps */
} upkeep;

/* Does what is due at `ticks`, server_ticks(). */
void upkeep_tick(upkeep *u, storage *s, int64_t ticks);

/* Blocks until the thread of storage_tidy_behind ends. */
void tidying_stop(storage *s);

/* The clocks of a game as they were a moment ago, beside its events. */

/* Within the caller's transaction; nothing is stored for a game that `holder` ("" =
 * anybody) does not hold. `taken` is server_ticks() of the moment of the clocks. */
alea_status clocks_put_within(storage *s, const char *game_id, const char *holder,
                              const storage_clocks *clocks, int64_t taken);

#endif
