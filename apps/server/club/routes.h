/* The routes of this room; docs/api.md describes each. Their part is
 * club_parts (parts.h). */
#ifndef ALEA_SERVER_CLUB_ROUTES_H
#define ALEA_SERVER_CLUB_ROUTES_H

#include "server/http/route.h"

extern const http_route *const club_routes[];

/* ---- one table for each file ---- */
extern const http_route club_player_routes[];
extern const http_route club_friend_routes[];

#endif
