/* Messages to the watchers of a game. */
#ifndef ALEA_SERVER_GAME_HOST_PUBLISH_H
#define ALEA_SERVER_GAME_HOST_PUBLISH_H

#include "registry.h"

/* Sends the event, whose JSON is in all->event, with the state after it. */
void publish_event(games *all, const game *g, const game_event *e);
/* Sends the state: for a change of the possible actions that no event reports. */
void publish_state(games *all, const game *g);
/* Sends presence and clocks. */
void publish_presence(games *all, const game *g);
/* Sends the state to one socket, as its user may see it. */
void publish_state_to(games *all, const game *g, socket_id socket, const char *user);

/* Tells a player who does not look at the game that it wants them: why is "turn" or
 * "joined". */
void publish_call(games *all, const game *g, int seat, const char *why);

#endif
