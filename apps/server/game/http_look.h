/* One game over HTTP: its state, its file, its dice. */
#ifndef ALEA_SERVER_GAME_HTTP_LOOK_H
#define ALEA_SERVER_GAME_HTTP_LOOK_H

#include "server/game/host/registry.h"

/* GET /api/games/{id}, .../file, .../dice, .../dice/table */
void games_http_state(games *all, http_request *request, http_reply *reply);
void games_http_file(games *all, http_request *request, http_reply *reply);
void games_http_dice(games *all, http_request *request, http_reply *reply);
void games_http_dice_table(games *all, http_request *request, http_reply *reply);

/* GET /api/dice-key */
void games_http_dice_key(games *all, http_request *request, http_reply *reply);

#endif
