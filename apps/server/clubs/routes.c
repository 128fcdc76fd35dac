#include "routes.h"

const http_route *const clubs_routes[] = {
    clubs_own_routes,  clubs_member_routes, clubs_news_routes,
    clubs_log_routes,  clubs_ladder_routes, clubs_challenge_routes,
    clubs_game_routes, clubs_team_routes,   NULL};
