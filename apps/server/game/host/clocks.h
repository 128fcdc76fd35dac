/* Clocks and disconnect budgets survive a server's death: they are stored every few
 * seconds while they change, and when the game leaves memory. */
#ifndef ALEA_SERVER_GAME_HOST_CLOCKS_H
#define ALEA_SERVER_GAME_HOST_CLOCKS_H

#include "registry.h"

/* Clocks are stored at least this often, so at most this much is charged for a time in
 * which no server held the game. */
enum { CLOCKS_KEPT_MS = 3000 };

/* Every tick: stores them if they have changed and it is time. */
void game_clocks_tick(games *all, game *g, int64_t now);
/* Stores them at once, before another server may read them. */
void game_clocks_keep(games *all, game *g);
/* Called after the events of a game were read: applies the stored clocks, and charges
 * the time since then to the player to move. False if they cannot be read. */
bool game_clocks_resume(games *all, game *g);

/* Games that are played over days: their turns and vacations are in the storage, so
 * that such a game needs no memory between two moves. */

/* Reads the vacations of the players and, if the stored turn is that of the game's last
 * event, its deadline, which a vacation may have moved. False: they cannot be read. */
bool days_refresh(games *all, game *g);
/* The same after the game was read, with what its players have said in advance. */
bool days_resume(games *all, game *g);
/* Stores what the seat has said in advance; false: it cannot be stored. */
bool days_keep_ahead(games *all, game *g, int seat, const game_condition *said);
/* Forgets it all: the game is over. */
void days_end(games *all, const game *g);
/* The turn as it is to be stored with the last event; `card` gets its JSON and must
 * outlive it. False without memory. */
bool days_turn(const game *g, storage_turn *out, json_out *card);

/* The effects of time on a game. */

/* Charges the clocks, ends a game whose time is up, contributes for silent players, and
 * lets the machine think. `now` is games_clock(). `g` may be lost by it. */
void game_tick(games *all, game *g, int64_t now);
/* Ends a game whose time is up: one that was not in memory when it came to that. `g`
 * may be lost by it. */
void game_end_if_due(games *all, game *g);

#endif
