#include "routes.h"

const http_route *const players_routes[] = {players_profile_routes,
                                            players_friend_routes, NULL};
