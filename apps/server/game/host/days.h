/* Games that are played over days: their turns and vacations are in the storage, so
 * that such a game needs no memory between two moves. */
#ifndef ALEA_SERVER_GAME_HOST_DAYS_H
#define ALEA_SERVER_GAME_HOST_DAYS_H

#include "registry.h"

/* Reads the vacations of the players and, if the stored turn is that of the game's last
 * event, its deadline, which a vacation may have moved. False: they cannot be read. */
bool days_refresh(games *all, game *g);
/* The turn as it is to be stored with the last event; `card` gets its JSON and must
 * outlive it. False without memory. */
bool days_turn(const game *g, storage_turn *out, json_out *card);

#endif
