/* The commands of the game protocol (docs/api.md): one table. */
#ifndef ALEA_SERVER_GAME_COMMANDS_H
#define ALEA_SERVER_GAME_COMMANDS_H

#include "server/game/host/context.h"

/* [COMMANDS], by command_kind. */
extern const command game_commands[];

/* COMMANDS if the name is unknown or NULL. */
command_kind game_command_find(const char *name);
/* Checks the command of `c` against the game, runs it, fills c->answer and c->then. */
void game_command_do(command_context *c);

#endif
