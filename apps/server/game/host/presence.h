/* Which players are there: a player is if a socket of theirs watches the game. */
#ifndef ALEA_SERVER_GAME_PRESENCE_H
#define ALEA_SERVER_GAME_PRESENCE_H

#include "registry.h"

/* Looks who is there; a change charges the clocks first, because from then on somebody
 * else may pay. */
void presence_update(games *all, game *g);
/* A socket has begun or ceased to watch the game. */
void presence_changed(games *all, const char *id);
/* Sends what presence_changed noted. */
void presence_publish(games *all, game *g);

#endif
