/* Making, joining and withdrawing a game over HTTP. */
#ifndef ALEA_SERVER_GAME_HTTP_MAKE_H
#define ALEA_SERVER_GAME_HTTP_MAKE_H

#include "server/game/host/registry.h"

/* POST /api/games, POST /api/games/{id}/join, DELETE /api/games/{id} */
void games_http_make(games *all, http_request *request, http_reply *reply);
void games_http_join(games *all, http_request *request, http_reply *reply);
void games_http_withdraw(games *all, http_request *request, http_reply *reply);

#endif
