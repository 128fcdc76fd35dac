/* The machine as an opponent: a job decides, from the match as both players see it (no
 * seed, no future dice), and its decision is committed like a person's. */
#ifndef ALEA_SERVER_GAME_MACHINE_MACHINE_H
#define ALEA_SERVER_GAME_MACHINE_MACHINE_H

#include "server/game/host/context.h"
#include "server/game/host/registry.h"

/* Asks for a decision if the machine is to act and none is under way. */
void machine_think(games *all, game *g);

/* Hints, and the tutor's check of a decision before it is made. Only against the
 * machine, never in a rated game. */

/* The commands `hint` and `check`: a job answers them when it has ended. */
command_run advice_hint, advice_check;

/* The command `outlook` of spectators: both chances, and what the last play lost. */
command_run outlook_ask;

/* Jobs of the engine for a game that have not ended yet. */
typedef struct engine_request {
    char id[ID_SIZE]; /* of the job; first: support/id_map.h */
    char game[ID_SIZE];
    /* A decision: game.think_generation at that time; an outlook: game.play_seq. */
    uint64_t think_generation;
    socket_id socket; /* advice: who asked */
    char key[COMMAND_KEY_SIZE];
} engine_request;

/* Adds the job and keeps a copy of `request` under its id. False: the queue, the user's
 * share or memory is full. */
bool engine_request_add(games *all, const job_order *order,
                        const engine_request *request);
/* The id, the caller's to free; NULL if it is unknown. */
engine_request *engine_request_take(games *all, const char *id);

#endif
