/* Online status and present game of an account. */
#ifndef ALEA_SERVER_CLUB_PRESENCE_H
#define ALEA_SERVER_CLUB_PRESENCE_H

#include "parts.h"
#include "server/http/request.h"

#include <jansson.h>

/* {"online", "game": ID or null}: the game that may be watched. For accounts: guests
 * see nobody, and nobody sees who has blocked them. Only what this server sees. */
json_t *presence_json(const club_parts *s, const http_person *me, const char *user);

#endif
