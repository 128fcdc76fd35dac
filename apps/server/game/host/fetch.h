/* Games by their identifier, read from the storage if need be. */
#ifndef ALEA_SERVER_GAME_HOST_FETCH_H
#define ALEA_SERVER_GAME_HOST_FETCH_H

#include "registry.h"

/* The game, from memory, else leased from the storage, loaded and its clock resumed,
 * which may end it. Valid until games_sweep. NULL with *status (may be NULL):
 * ALEA_ERROR_ARGUMENT = there is none, ALEA_ERROR_REFUSED = another server holds it,
 * others = it exists but cannot be read now. */
game *games_fetch(games *all, const char *id, alea_status *status);

/* The same for a request that was routed here by the game: a server that holds it is
 * asked for it. */
void games_want(games *all, const char *id);
/* Ends the game without a winner if storage_game_end has ordered that. */
void games_end_if_ordered(games *all, game *g);
/* Frees the game from memory; the stored game stays. */
void games_forget(games *all, game *g);
/* Drops a game from memory; its watchers are to connect again. */
void games_send_away(games *all, game *g);
/* Hands a game over to the server that has asked for it; not within the first seconds,
 * so that a game does not bounce between two servers. */
void games_give(games *all, game *g);

#endif
