/* Presence: a player is online if one of the player's sockets watches the game. */
#ifndef ALEA_SERVER_GAME_HOST_PRESENCE_H
#define ALEA_SERVER_GAME_HOST_PRESENCE_H

#include "registry.h"

/* Updates seat[].online. Charges the clocks before a change, because presence decides
 * who is charged. */
void presence_update(games *all, game *g);
/* A socket has begun or stopped watching the game. */
void presence_changed(games *all, const char *id);
/* Sends the presence that presence_changed marked as changed. */
void presence_publish(games *all, game *g);

#endif
