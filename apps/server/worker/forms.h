/* The kinds of jobs that can be done elsewhere. */
#ifndef ALEA_SERVER_WORKER_FORMS_H
#define ALEA_SERVER_WORKER_FORMS_H

#include "server/jobs/queue.h"

/* NULL: no such kind. */
const job_form *form_of(const char *kind);

#endif
