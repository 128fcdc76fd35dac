/* Analyses a stored match as a job and stores the results with it. */
#ifndef ALEA_SERVER_STUDY_ANALYSIS_H
#define ALEA_SERVER_STUDY_ANALYSIS_H

#include "parts.h"

#include <alea/rollout.h>
#include <stddef.h>

/* Takes `journal` (malloc'd bytes) over. The job counts for `user` and `address` ("" =
 * unknown); `also` ("" or NULL = nobody) gets its messages too. `id` gets the job's id,
 * or that of the same analysis if this user has asked for it before; false: the queue
 * is full. */
bool study_analyse(study *s, const char *match, char *journal, size_t size,
                   alea_effort level, const char *user, const char *also,
                   const char *address, char id[ID_SIZE]);

/* Is an analysis of the match queued or running? */
bool study_is_analysing(const study *s, const char *match);
/* The matches of the user whose analysis is queued or running, `most` at most; returns
 * how many. */
int study_analyses_of(const study *s, const char *user, char (*id)[ID_SIZE], int most);
/* Stores those that are made and could not be stored at once. */
void study_analyses_keep(study *s);
/* After the jobs are closed: frees those that were never stored. */
void study_analyses_free(study *s);
/* The number of analyses that are queued or running. */
int study_analyses(const study *s);

/* How an analysis is written down for a worker elsewhere. */
const job_form *study_analysis_form(void);

#endif
