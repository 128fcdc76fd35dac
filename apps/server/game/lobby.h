/* Lists of games: open seats, games to watch, one's own. */
#ifndef ALEA_SERVER_GAME_LOBBY_H
#define ALEA_SERVER_GAME_LOBBY_H

#include "server/game/host/registry.h"

/* The lobby as a message; NULL without memory. Valid until the next call. */
const char *lobby_message(games *all, size_t *size);
/* Sends a changed lobby to its subscribers, at most twice a second. `now` is
 * games_clock(). */
void lobby_tick(games *all, int64_t now);

#endif
