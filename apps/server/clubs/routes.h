/* The routes of this room; docs/api.md describes each. Their part is
 * clubs (parts.h). */
#ifndef ALEA_SERVER_CLUBS_ROUTES_H
#define ALEA_SERVER_CLUBS_ROUTES_H

#include "server/http/route.h"

extern const http_route *const clubs_routes[];

/* ---- one table for each file ---- */
extern const http_route clubs_own_routes[];
extern const http_route clubs_member_routes[];
extern const http_route clubs_news_routes[];
extern const http_route clubs_log_routes[];
extern const http_route clubs_ladder_routes[];
extern const http_route clubs_challenge_routes[];
extern const http_route clubs_game_routes[];
extern const http_route clubs_team_routes[];

#endif
