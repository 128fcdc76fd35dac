/* Games by their identifier, read from the storage if need be. */
#ifndef ALEA_SERVER_GAME_FIND_H
#define ALEA_SERVER_GAME_FIND_H

#include "registry.h"

/* Valid until games_sweep. NULL with *status (may be NULL): ALEA_ERROR_ARGUMENT = there
 * is none, others = it exists but cannot be read now. */
game *games_find(games *all, const char *id, alea_status *status);

#endif
