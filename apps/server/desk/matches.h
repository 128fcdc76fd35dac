/* Match files into a desk, over HTTP. */
#ifndef ALEA_SERVER_DESK_MATCHES_H
#define ALEA_SERVER_DESK_MATCHES_H

#include "server/study/parts.h"

/* POST /api/desk/matches */
void desk_matches_post(study *s, http_request *request, http_reply *reply);

#endif
