/* Jobs that run on workers elsewhere. A job is sent when it is next in turn, and no
 * more are sent than the workers accept, so that shares are as fair as with local
 * threads. Loop's thread. */
#ifndef ALEA_SERVER_JOBS_REMOTE_H
#define ALEA_SERVER_JOBS_REMOTE_H

#include "internal.h"

/* Topics of the bus: an announcement of a worker each second; questions by their class;
 * answers to a server, its name as audience; cancelled jobs. */
extern const char remote_workers[], remote_answers[], remote_cancel[];
/* files are read by the server that received them */
enum { REMOTE_CLASSES = JOB_LONG + 1 };
extern const char *const remote_questions[REMOTE_CLASSES];

/* False without memory. */
bool remote_open(jobs *q, bus *b);
/* Ends what is away; frees q->remote. */
void remote_close(jobs *q);
void remote_tick(jobs *q, double now);
/* The hash of a question. */
void remote_hash(const json_t *question, char hash[JOBS_HASH]);
/* Publishes JSON and lets go of it; false if it is too large. */
bool remote_publish(bus *b, const char *topic, const char *audience, json_t *message);

#endif
