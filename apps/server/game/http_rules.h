/* The rule sets and the strengths of the machine over HTTP. */
#ifndef ALEA_SERVER_GAME_HTTP_RULES_H
#define ALEA_SERVER_GAME_HTTP_RULES_H

#include "server/game/host/registry.h"

/* GET /api/rules, GET /api/levels */
void games_http_rules(games *all, http_request *request, http_reply *reply);
void games_http_levels(games *all, http_request *request, http_reply *reply);

#endif
