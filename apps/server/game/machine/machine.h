/* The machine as an opponent: a job decides, on the match as both players see it (no
 * seed, no dice to come), and its decision is committed like a person's. */
#ifndef ALEA_SERVER_GAME_MACHINE_MACHINE_H
#define ALEA_SERVER_GAME_MACHINE_MACHINE_H

#include "server/game/host/registry.h"

/* Asks for a decision if the machine is to act and none is under way. */
void machine_think(games *all, game *g);

#endif
