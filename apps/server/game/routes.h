/* The routes of this room; docs/api.md describes each. Their part is games
 * (host/registry.h). */
#ifndef ALEA_SERVER_GAME_ROUTES_H
#define ALEA_SERVER_GAME_ROUTES_H

#include "server/http/route.h"

extern const http_route *const game_routes[];

/* ---- one table for each file ---- */
extern const http_route game_rules_routes[];
extern const http_route game_make_routes[];
extern const http_route game_look_routes[];
extern const http_route game_lobby_routes[];
extern const http_route game_challenge_routes[];
extern const http_route game_vacation_routes[];

#endif
