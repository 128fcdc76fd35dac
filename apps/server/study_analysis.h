/* Judging a kept match as a job: what the interface gives back is stored with it. */
#ifndef ALEA_SERVER_STUDY_ANALYSIS_H
#define ALEA_SERVER_STUDY_ANALYSIS_H

#include "http.h"

#include <stddef.h>

/* quick, normal, deep: 0, 2 and 3 rolls ahead. -1: no such level. */
int study_level_plies(const char *level);

/* Takes `journal` (malloc'd bytes) over. `user` asks and pays; `also` ("" or NULL:
 * nobody) is told too. `id` gets the job's; false: the queue is full. */
bool study_analyse(server *s, const char *match, char *journal, size_t size, int plies,
                   const char *user, const char *also, char id[ID_SIZE]);

#endif
