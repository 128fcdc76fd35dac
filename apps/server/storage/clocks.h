/* The clocks of a game as they were a moment ago, beside its events. */
#ifndef ALEA_SERVER_STORAGE_CLOCKS_H
#define ALEA_SERVER_STORAGE_CLOCKS_H

#include "interface.h"
#include "server/storage/database/driver.h"

/* Within the caller's transaction; nothing is stored for a game that `holder` ("" =
 * anybody) does not hold. `taken` is server_ticks() of the moment of the clocks. */
alea_status clocks_put_within(storage *s, const char *game_id, const char *holder,
                              const storage_clocks *clocks, int64_t taken);

#endif
