/* Questions to the engine over HTTP. */
#ifndef ALEA_SERVER_STUDY_JOBS_H
#define ALEA_SERVER_STUDY_JOBS_H

#include "parts.h"

/* POST /api/jobs, GET and DELETE /api/jobs/{id} */
void jobs_post(study *s, http_request *request, http_reply *reply);
void job_get(study *s, http_request *request, http_reply *reply);
void job_delete(study *s, http_request *request, http_reply *reply);

#endif
