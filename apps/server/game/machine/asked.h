/* What was asked of the engine and is not answered yet. */
#ifndef ALEA_SERVER_ROOM_ASKED_H
#define ALEA_SERVER_ROOM_ASKED_H

#include "server/game/model/game.h"

typedef struct engine_request {
    char id[ID_SIZE]; /* of the job; first: table.h */
    char game[ID_SIZE];
    uint64_t think_generation; /* the machine's: room.thought at that time */
    socket_id socket;          /* advice: who asked */
    char key[COMMAND_KEY_SIZE];
} engine_request;

/* Adds the job and remembers `a` under its id. False: the queue, the user's share or
 * memory is full. */
bool engine_request_add(games *all, const job_order *order, const engine_request *a);
/* The caller's to free; NULL if it is not known. */
engine_request *engine_request_take(games *all, const char *id);

#endif
