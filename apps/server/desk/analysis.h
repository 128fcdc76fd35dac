/* Analysis of the matches of a desk, in the background. Loop's thread. */
#ifndef ALEA_SERVER_DESK_ANALYSIS_H
#define ALEA_SERVER_DESK_ANALYSIS_H

#include "server/study/parts.h"

/* {"level", "done", "of", "waiting"} of the user's analysis, null without one; a new
 * reference. */
json_t *desk_analysis_state(const study *s, const char *user);
/* Matches came into the desk: begins their analysis, unless one is under way. */
void desk_analysis_follow(study *s, const http_person *who, const char *address);
/* The account is deleted, and its desk with it: ends its analysis. */
void desk_forget(study *s, const char *user);
/* Queues slices that found no free place before. */
void desk_tick(study *s);
/* After the last job. */
void desk_stop(study *s);

#endif
