/* The threads that do the work. */
#ifndef ALEA_SERVER_JOBS_WORKERS_H
#define ALEA_SERVER_JOBS_WORKERS_H

#include "internal.h"

/* Short jobs: the first worker takes the machine's only, the others both kinds. Long jobs:
 * at least two workers, so that one user does not wait for all of another's work; two
 * engine threads each if there are several processors. Files: one worker. False without memory or threads; those
 * that were started are in q->worker. */
bool workers_start(jobs *q, int processors);
/* Of a queue without workers: does the waiting job whose turn it is on this thread, with
 * `engine`; without one it fails unless it reads files. False if none waits. */
bool workers_run_next(jobs *q, alea_engine *engine);

#endif
