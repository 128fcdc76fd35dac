/* Shared by the HTTP handlers of games. */
#ifndef ALEA_SERVER_GAME_REPLY_H
#define ALEA_SERVER_GAME_REPLY_H

#include "server/game/host/registry.h"

/* Takes the text over as the body; 503 if memory ran out. */
void reply_json(http_reply *reply, int status, json_out *o);
/* The game of the request; NULL after 404, or 503 if it exists but cannot be read. */
game *reply_find(games *all, const http_request *request, http_reply *reply);

#endif
