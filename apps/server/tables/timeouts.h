/* What happens at a table when time is used up. */
#ifndef ALEA_SERVER_TABLES_TIMEOUTS_H
#define ALEA_SERVER_TABLES_TIMEOUTS_H

#include "parts.h"

#include "server/http/route.h"

/* Once a second: whose time is used up loses the match, and what nobody has begun
 * within the pause begins. At the start, and each minute, the machine goes on where no
 * server thinks of its turn. */
void family_timeouts_tick(families *all);
/* The same at once. */
void family_timeouts_look(families *all);
/* The table of a request, after a clock that has run out; NULL: the reply is filled. */
live_family *family_asked_for(families *all, const http_request *request,
                              http_reply *reply);

#endif
