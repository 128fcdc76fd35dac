/* The events of a game that a client has missed. */
#ifndef ALEA_SERVER_GAME_MISSED_H
#define ALEA_SERVER_GAME_MISSED_H

#include "server/game/host/context.h"

/* After the answer to `watch`: sends the events after c->at (if it is not -1), then the
 * state. */
void missed_send(command_context *c);

#endif
