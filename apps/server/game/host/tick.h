/* The effects of time on a game. */
#ifndef ALEA_SERVER_GAME_HOST_TICK_H
#define ALEA_SERVER_GAME_HOST_TICK_H

#include "registry.h"

/* Charges the clocks, ends a game whose time is up, contributes for silent players, and
 * lets the machine think. `now` is games_clock(). `g` may be lost by it. */
void game_tick(games *all, game *g, int64_t now);

#endif
