/* What a desk holds, over HTTP. */
#ifndef ALEA_SERVER_DESK_LOOK_H
#define ALEA_SERVER_DESK_LOOK_H

#include "server/study/parts.h"

/* GET and PATCH /api/desk, GET /api/desk/find, GET /api/desk/stats, GET /api/openings */
void desk_get(study *s, http_request *request, http_reply *reply);
void desk_change(study *s, http_request *request, http_reply *reply);
void desk_find_get(study *s, http_request *request, http_reply *reply);
void desk_stats_get(study *s, http_request *request, http_reply *reply);
void openings_get(study *s, http_request *request, http_reply *reply);

#endif
