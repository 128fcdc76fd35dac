/* The handlers of "HTTP: friends" in docs/api.md: friends, blocked and muted people, and
 * reports to those who run the server. For accounts. */
#ifndef ALEA_SERVER_CLUB_FRIENDS_H
#define ALEA_SERVER_CLUB_FRIENDS_H

#include "server/http/request.h"
#include "server/support/state.h"

http_handler friends_get;
http_handler friends_post;
http_handler reports_post;

#endif
