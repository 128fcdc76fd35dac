/* Online status and present game of an account. */
#ifndef ALEA_SERVER_PLAYERS_PRESENCE_H
#define ALEA_SERVER_PLAYERS_PRESENCE_H

#include "parts.h"
#include "server/http/request.h"

#include <jansson.h>

/* {"online", "game": ID or null}: the game that may be watched. For accounts: to
 * a guest, or to a person whom the user has blocked, the user is offline. Only of this
 * server's sockets. */
json_t *presence_json(const players_parts *s, const http_person *me, const char *user);

#endif
