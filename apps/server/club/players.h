/* The handlers of "HTTP: players" in docs/api.md: profiles and lists by rating. */
#ifndef ALEA_SERVER_CLUB_PLAYERS_H
#define ALEA_SERVER_CLUB_PLAYERS_H

#include "server/http/request.h"
#include "server/support/state.h"

http_handler player_get;
http_handler leaderboard_get;

#endif
