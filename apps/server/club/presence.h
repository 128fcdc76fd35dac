/* Whether somebody is here, and at which board. */
#ifndef ALEA_SERVER_CLUB_PRESENCE_H
#define ALEA_SERVER_CLUB_PRESENCE_H

#include "server/support/state.h"

#include <jansson.h>

/* {"online", "game": ID or null}: the game that may be watched. Somebody who has blocked
 * `me` is never online. Only what this server sees. */
json_t *presence_json(server *s, const char *me, const char *user);

#endif
