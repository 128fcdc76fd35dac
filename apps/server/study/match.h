/* Matches to study: games that are over, and uploaded files. */
#ifndef ALEA_SERVER_STUDY_MATCH_H
#define ALEA_SERVER_STUDY_MATCH_H

#include "parts.h"

/* GET /api/matches/{id}, .../file, .../picture.png, GET and POST .../analysis */
void match_get(study *s, http_request *request, http_reply *reply);
void match_file_get(study *s, http_request *request, http_reply *reply);
void match_picture_get(study *s, http_request *request, http_reply *reply);
void analysis_get(study *s, http_request *request, http_reply *reply);
void analysis_post(study *s, http_request *request, http_reply *reply);

#endif
