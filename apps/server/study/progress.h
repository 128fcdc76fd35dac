/* Jobs whose progress and end are told on their users' sockets. Loop's thread only. */
#ifndef ALEA_SERVER_STUDY_TELL_H
#define ALEA_SERVER_STUDY_TELL_H

#include "parts.h"

/* Adds the job for `user`, who is told {"type": "job", ...}; `also` (NULL or "":
 * nobody) is told too. The order's `ended` and `context` may be set, and are called
 * before the end is told; `progressed` may not. False: the queue is full, and input
 * freed. */
bool study_order(study *s, const job_order *order, const char *user, const char *also,
                 char id[ID_SIZE]);
/* 503 queue_full. */
void study_refuse_full(http_reply *reply);

#endif
