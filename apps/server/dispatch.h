/* From a request to its handler. Loop's thread only. */
#ifndef ALEA_SERVER_DISPATCH_H
#define ALEA_SERVER_DISPATCH_H

#include "server/http/request.h"

/* Finds the route, the session, the limits, and answers. Never fails to fill
 * `reply`. */
void http_dispatch(server *s, http_request *request, http_reply *reply);
/* An answer that came later. */
void http_count_refusal(server *s, const http_request *request, int status);
/* Is this WebSocket welcome: right path, Host, Origin, a session (`who` is filled)? If
 * not, `reply` says why. */
bool http_upgrade(server *s, http_request *request, http_reply *reply);

#endif
