/* Jobs in the order of arrival, and the memory that one of them holds. */
#ifndef ALEA_SERVER_JOBS_LIST_H
#define ALEA_SERVER_JOBS_LIST_H

#include "internal.h"

void job_list_add(job_list *l, job *j);
/* `j` must be in the list. */
void job_list_remove(job_list *l, job *j);
/* Frees the job's input by its own function. */
void job_input_free(job *j);

#endif
