/* Questions to the engine over HTTP. */
#ifndef ALEA_SERVER_STUDY_JOBS_H
#define ALEA_SERVER_STUDY_JOBS_H

#include "parts.h"

/* How a question of the kind is written down for a worker elsewhere; NULL: no such
 * kind. */
const job_form *study_question_form(const char *kind);

#endif
