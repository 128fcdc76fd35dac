/* Match files from outside. */
#ifndef ALEA_SERVER_STUDY_UPLOAD_H
#define ALEA_SERVER_STUDY_UPLOAD_H

#include "parts.h"

/* POST /api/matches */
void matches_post(study *s, http_request *request, http_reply *reply);

#endif
