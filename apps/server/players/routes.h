/* The routes of this room; docs/api.md describes each. Their part is
 * players_parts (parts.h). */
#ifndef ALEA_SERVER_PLAYERS_ROUTES_H
#define ALEA_SERVER_PLAYERS_ROUTES_H

#include "server/http/route.h"

extern const http_route *const players_routes[];

/* ---- one table for each file ---- */
extern const http_route players_profile_routes[];
extern const http_route players_friend_routes[];

#endif
