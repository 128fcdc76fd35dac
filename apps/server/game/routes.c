#include "routes.h"

const http_route *const game_routes[] = {game_rules_routes,
                                         game_make_routes,
                                         game_look_routes,
                                         game_lobby_routes,
                                         game_challenge_routes,
                                         game_vacation_routes,
                                         NULL};
