/* A player's matches and statistics. */
#ifndef ALEA_SERVER_STUDY_HISTORY_H
#define ALEA_SERVER_STUDY_HISTORY_H

#include "parts.h"

/* GET /api/history, GET /api/statistics */
void history_get(study *s, http_request *request, http_reply *reply);
void statistics_get(study *s, http_request *request, http_reply *reply);

#endif
