/* What becomes of a job. By the lock of its queue. */
#ifndef ALEA_SERVER_JOBS_STEPS_H
#define ALEA_SERVER_JOBS_STEPS_H

#include "internal.h"

/* From waiting to running. */
void job_begin(jobs *q, job *j);
/* From running to ended; takes `result` over. */
void job_end(jobs *q, job *j, json_t *result, const alea_error *error);
/* From running back to waiting. */
void job_put_back(jobs *q, job *j);

#endif
