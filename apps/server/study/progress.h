/* Jobs whose progress and end are sent to the sockets of their users. Loop's thread
 * only. */
#ifndef ALEA_SERVER_STUDY_PROGRESS_H
#define ALEA_SERVER_STUDY_PROGRESS_H

#include "parts.h"

/* Adds the job for `user`, whose sockets get {"type": "job", ...}; so do those of
 * `also` (NULL or "" = nobody). The order's `ended` is called before the message;
 * `progressed` must not be set. False: the queue is full and the input is freed. */
bool study_order(study *s, const job_order *order, const char *user, const char *also,
                 char id[ID_SIZE]);
/* Has the order count for the network of the address, unless the server has no
 * limits. */
void study_charge(const study *s, job_order *order, const char *address);
/* Answers 503 queue_full. */
void study_refuse_full(http_reply *reply);

#endif
