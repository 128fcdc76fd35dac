/* What the watchers of a game are sent. */
#ifndef ALEA_SERVER_GAME_PUBLISH_H
#define ALEA_SERVER_GAME_PUBLISH_H

#include "registry.h"

/* The event, whose JSON is in all->event, with the state after it. */
void publish_event(games *all, const game *g, const game_event *e);
/* The state: for a change of what may be done that no event tells. */
void publish_state(games *all, const game *g);
/* Who is there, and the clocks. */
void publish_presence(games *all, const game *g);
/* The state to one socket, as its user may see it. */
void publish_state_to(games *all, const game *g, socket_id socket, const char *user);

#endif
