#include "routes.h"

const http_route *const club_routes[] = {club_player_routes, club_friend_routes, NULL};
