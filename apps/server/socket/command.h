/* A command of a client, and the answer to it. */
#ifndef ALEA_SERVER_COMMAND_H
#define ALEA_SERVER_COMMAND_H

#include "server/http/request.h"

typedef uint32_t socket_id; /* never used again; 0 = none */

enum { COMMAND_KEY_SIZE = 41 };
typedef struct game_command {
    const char *doing; /* "roll" ... */
    const char *key, *game;
    int64_t at; /* -1: not told */
    const json_t *body;
    socket_id socket;
    const http_person *who;
} game_command;
typedef struct game_answer {
    bool ok, later; /* later: it comes with a job */
    int64_t seq;    /* 0: none */
    char code[32], text[240];
    const char *note;    /* static, or NULL */
    char state[ID_SIZE]; /* not "": this game's missed events and state follow */
    int64_t after;
} game_answer;

#endif
