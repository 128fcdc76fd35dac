/* Questions to the engine over HTTP. */
#ifndef ALEA_SERVER_STUDY_JOBS_H
#define ALEA_SERVER_STUDY_JOBS_H

#include "parts.h"

/* POST /api/jobs, GET and DELETE /api/jobs/{id} */
void jobs_post(study *s, http_request *request, http_reply *reply);
void job_get(study *s, http_request *request, http_reply *reply);
void job_delete(study *s, http_request *request, http_reply *reply);

/* How a question of the kind is written down for a worker elsewhere; NULL: no such kind. */
const job_form *study_question_form(const char *kind);

#endif
