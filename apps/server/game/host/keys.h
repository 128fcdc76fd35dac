/* The keys of commands that have caused events of a game, kept as hashes so that the
 * storage need not be asked at each command: only equal hashes are looked up. Loop's
 * thread only. */
#ifndef ALEA_SERVER_GAME_HOST_KEYS_H
#define ALEA_SERVER_GAME_HOST_KEYS_H

#include "server/game/model/game.h"
#include "server/storage/interface.h"

/* False: no event of the game has the key. The first call reads those that are
 * stored. */
bool keys_may_have(storage *store, game *g, const char *user, const char *key);
/* An event with that key is appended. */
void keys_add(game *g, const char *user, const char *key);

#endif
