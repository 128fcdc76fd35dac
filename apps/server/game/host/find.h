/* Games by their identifier, read from the storage if need be. */
#ifndef ALEA_SERVER_GAME_FIND_H
#define ALEA_SERVER_GAME_FIND_H

#include "registry.h"

/* NULL if there is none or it cannot be read. Valid until games_sweep. */
game *games_find(games *all, const char *id);

#endif
