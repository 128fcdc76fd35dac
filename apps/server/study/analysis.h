/* Judging a kept match as a job: what the interface gives back is stored with it. */
#ifndef ALEA_SERVER_STUDY_ANALYSIS_H
#define ALEA_SERVER_STUDY_ANALYSIS_H

#include "server/http/request.h"

#include <stddef.h>

/* quick, normal, deep: 0, 2 and 3 rolls ahead. -1: no such level. */
int study_level_plies(const char *level);

/* Takes `journal` (malloc'd bytes) over. `user` asks and pays; `also` ("" or NULL:
 * nobody) is told too. `id` gets the job's, that of one that is on its way already
 * where the same user asked for it; false: the queue is full. */
bool study_analyse(server *s, const char *match, char *journal, size_t size, int plies,
                   const char *user, const char *also, char id[ID_SIZE]);

/* Is it on its way? */
bool study_is_analysing(const server *s, const char *match);
/* How many are. */
int study_analyses(const server *s);

/* ---- study_wanted.c ---- */
/* Notes in the storage that this analysis is to be made; the match must be there. */
void study_want(server *s, const char *match, int plies, const char *user,
                const char *also);
/* The server stopped in the middle of it, and not for its sake. */
void study_wanted_again(server *s, const char *match);
/* It is made, given up, or cannot be made. */
void study_wanted_no_more(server *s, const char *match);

#endif
