/* New games. */
#ifndef ALEA_SERVER_GAME_HOST_MAKE_H
#define ALEA_SERVER_GAME_HOST_MAKE_H

#include "registry.h"

/* Makes and stores a game. Returns NULL with the reason in *status: memory or
 * storage. */
game *game_make(games *all, const game_plan *plan, const game_seat seats[2],
                const char *host, alea_status *status);

/* The same with an identifier that the caller has chosen. */
game *game_make_as(games *all, const char *id, const game_plan *plan,
                   const game_seat seats[2], const char *host, alea_status *status);

/* Checks whether the person may make one more game, and counts it. Returns false with
 * the reason as a code and a text. */
bool game_may_make(games *all, const char *address, const http_person *who,
                   const char **code, char text[240]);

/* With several servers: releases a new game, so that the server to which the proxy
 * sends its players can take it. */
void game_unhold(games *all, game *g);

#endif
