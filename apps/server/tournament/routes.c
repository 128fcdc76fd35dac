#include "routes.h"

const http_route *const tournament_routes[] = {
    tournament_own_routes,      tournament_entry_routes,  tournament_match_routes,
    tournament_game_routes,     tournament_table_routes,  tournament_log_routes,
    tournament_calendar_routes, tournament_season_routes, NULL};
