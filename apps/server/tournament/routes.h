/* The routes of this room; docs/api.md describes each. Their part is
 * tournaments (parts.h). */
#ifndef ALEA_SERVER_TOURNAMENT_ROUTES_H
#define ALEA_SERVER_TOURNAMENT_ROUTES_H

#include "server/http/route.h"

extern const http_route *const tournament_routes[];

/* ---- one table for each file ---- */
extern const http_route tournament_own_routes[];
extern const http_route tournament_entry_routes[];
extern const http_route tournament_match_routes[];
extern const http_route tournament_game_routes[];
extern const http_route tournament_table_routes[];
extern const http_route tournament_log_routes[];
extern const http_route tournament_calendar_routes[];
extern const http_route tournament_season_routes[];

#endif
