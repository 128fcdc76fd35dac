/* One command on its way from a socket to its answer. Types only. */
#ifndef ALEA_SERVER_GAME_HOST_CONTEXT_H
#define ALEA_SERVER_GAME_HOST_CONTEXT_H

#include "registry.h"

struct command_context {
    games *all;
    const command *command;
    socket_id socket;
    http_person who; /* a copy: the socket may close while the command runs */
    const char *key;
    const char *id; /* of the game; NULL = the command is about no game */
    int64_t at;     /* the last event that the client has seen; -1 = not given */
    const json_t *body;
    game *game;     /* NULL if `id` is */
    bool elsewhere; /* another server has the game */
    int seat;       /* of `who` in it; -1 = none */
    game_answer answer;
    /* Called once the answer is sent, unless it is NULL. */
    void (*then)(command_context *c);
};

#endif
