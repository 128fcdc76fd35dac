/* The game protocol (docs/api.md): messages of the sockets, one JSON object each and
 * checked in every field; the table of the commands; events that a client missed. */
#ifndef ALEA_SERVER_GAME_PROTOCOL_H
#define ALEA_SERVER_GAME_PROTOCOL_H

#include "server/game/host/context.h"
#include "server/game/host/registry.h"

/* `body` is borrowed; NULL = the message was no acceptable JSON. */
void protocol_receive(games *all, socket_id socket, json_t *body);

/* [COMMANDS], by command_kind. */
extern const command game_commands[];

/* COMMANDS if the name is unknown or NULL. */
command_kind game_command_find(const char *name);
/* Checks the command of `c` against the game, runs it, fills c->answer and c->then. */
void game_command_do(command_context *c);

/* After the answer to `watch`: sends the events after c->at (if it is not -1), then the
 * state. */
void missed_send(command_context *c);

#endif
