/* Messages of the sockets: one JSON object each, checked in every field, run as a
 * command and answered. */
#ifndef ALEA_SERVER_GAME_PROTOCOL_H
#define ALEA_SERVER_GAME_PROTOCOL_H

#include "server/game/host/registry.h"

/* `body` is borrowed; NULL = the message was no JSON that may be read. */
void protocol_receive(games *all, socket_id socket, json_t *body);

#endif
