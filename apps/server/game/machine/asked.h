/* What was asked of the engine and is not answered yet. */
#ifndef ALEA_SERVER_ROOM_ASKED_H
#define ALEA_SERVER_ROOM_ASKED_H

#include "server/game/model/game.h"

typedef struct asked {
    char id[ID_SIZE]; /* of the job; first: table.h */
    char game[ID_SIZE];
    uint64_t thought; /* the machine's: room.thought at that time */
    socket_id socket; /* advice: who asked */
    char key[COMMAND_KEY_SIZE];
} asked;

/* Adds the job and remembers `a` under its id. False: the queue, the user's share or
 * memory is full. */
bool asked_add(games *g, const job_order *order, const asked *a);
/* The caller's to free; NULL if it is not known. */
asked *asked_take(games *g, const char *id);

#endif
