/* What becomes of a job. By the lock of its queue, but for job_moved. */
#ifndef ALEA_SERVER_JOBS_STEPS_H
#define ALEA_SERVER_JOBS_STEPS_H

#include "internal.h"

/* From waiting to running. */
void job_begin(jobs *q, job *j);
/* From running to ended; takes `result` over. */
void job_end(jobs *q, job *j, json_t *result, const alea_error *error);
/* From running back to waiting. */
void job_put_back(jobs *q, job *j);

enum { PROGRESS_MS = 200 }; /* the loop is not woken for it more often */

/* Takes the lock; takes `partial` (may be NULL) over. */
void job_moved(jobs *q, job *j, double done, double of, json_t *partial);

#endif
