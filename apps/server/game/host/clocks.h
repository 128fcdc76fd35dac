/* Clocks and times away outlive the memory of a server: they are stored every few
 * seconds while they change, and when the game leaves memory. */
#ifndef ALEA_SERVER_GAME_HOST_CLOCKS_H
#define ALEA_SERVER_GAME_HOST_CLOCKS_H

#include "registry.h"

/* What is stored at least so often is charged at most so much for a time in which
 * nobody held the game. */
enum { CLOCKS_KEPT_MS = 3000 };

/* Every tick: stores them if they have changed and it is time. */
void game_clocks_tick(games *all, game *g, int64_t now);
/* At once, before another server may read them. */
void game_clocks_keep(games *all, game *g);
/* After the events of a game were read: takes what was stored since, and charges who
 * was to move the time since then. False if it cannot be read. */
bool game_clocks_resume(games *all, game *g);

/* The effects of time on a game. */

/* Charges the clocks, ends a game whose time is up, contributes for silent players, and
 * lets the machine think. `now` is games_clock(). `g` may be lost by it. */
void game_tick(games *all, game *g, int64_t now);

#endif
