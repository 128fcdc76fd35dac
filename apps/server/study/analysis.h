/* Judging a kept match as a job: what the interface gives back is stored with it. */
#ifndef ALEA_SERVER_STUDY_ANALYSIS_H
#define ALEA_SERVER_STUDY_ANALYSIS_H

#include "parts.h"

#include <stddef.h>

/* quick, normal, deep: 0, 2 and 3 rolls ahead. -1: no such level. */
int study_level_plies(const char *level);

/* Takes `journal` (malloc'd bytes) over. The job counts for `user`; `also` ("" or NULL =
 * nobody) hears of it too. `id` gets the job's, or that of the same analysis if this user
 * has asked for it before; false: the queue is full. */
bool study_analyse(study *s, const char *match, char *journal, size_t size, int plies,
                   const char *user, const char *also, char id[ID_SIZE]);

/* Is an analysis of the match queued or running? */
bool study_is_analysing(const study *s, const char *match);
/* The number of all that are. */
int study_analyses(const study *s);

#endif
