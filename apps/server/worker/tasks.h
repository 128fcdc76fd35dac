/* The jobs of a worker: read from the bus, queued, answered. Its loop's thread only,
 * except tasks_room. */
#ifndef ALEA_SERVER_WORKER_TASKS_H
#define ALEA_SERVER_WORKER_TASKS_H

#include "server/bus/bus.h"
#include "server/jobs/queue.h"

#include <stdatomic.h>

enum { TRIES_MOST = 3 };

typedef struct task task;

typedef struct tasks {
    bus *bus;
    jobs *work;
    task *list;
    atomic_int long_ones;
    int most_long; /* at once */
    int64_t done, failed, parked;
    bool stopping;
    /* Messages come from this process, and may have the job shared (job_form). */
    bool shares;
} tasks;

/* A question has come, of that class. */
void tasks_take(tasks *all, job_class class_, const bus_message *message);
/* Nobody waits for the job any more. */
void tasks_cancel(tasks *all, const char *id);
/* Says of each job that it is still worked on. */
void tasks_tell(tasks *all);
/* Gives everything back to who sent it. */
void tasks_return(tasks *all);
/* How many more long ones may come. Any thread. */
int tasks_room(void *all);

/* The kinds of jobs that can be done elsewhere. */

/* NULL: no such kind. */
const job_form *form_of(const char *kind);

#endif
