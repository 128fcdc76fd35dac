/* Engine work off the loop's thread: a bounded queue, a fair share for each user, the
 * machine's own decisions first, all of it cancellable. A job's function runs on a
 * worker with that worker's own engine; it touches nothing of the server but what it
 * was given. Progress and the end are handed to the loop's thread. */
#ifndef ALEA_SERVER_JOBS_H
#define ALEA_SERVER_JOBS_H

#include "http.h"

#include <alea/search.h>

typedef struct jobs jobs;
typedef struct job job;

typedef enum job_class {
    JOB_MACHINE = 0, /* a move that people wait for */
    JOB_ASKED,       /* hints, checks, study of a position */
    JOB_LONG         /* analyses, rollouts */
} job_class;
typedef enum job_status {
    JOB_QUEUED = 0,
    JOB_RUNNING,
    JOB_DONE,
    JOB_FAILED,
    JOB_CANCELLED
} job_status;

enum { JOBS_RUNNING_A_USER = 2, JOBS_WAITING_A_USER = 8, JOBS_WAITING = 1000 };

/* What a worker does: `input` is the job's own; the result is a JSON value (the
 * function's to make, taken over by the job) or NULL with `error` filled. */
typedef json_t *job_work(job *j, alea_engine *engine, void *input, alea_error *error);
/* On the loop's thread when it has ended; `result` is borrowed, NULL unless JOB_DONE
 * (a cancelled job may have a partial one). `context` as given. */
typedef void job_ended(server *s, void *context, const char *id, job_status status,
                       json_t *result, const alea_error *error);
/* On the loop's thread, at most five times a second. */
typedef void job_progressed(server *s, void *context, const char *id, double done,
                            double of, json_t *partial);

typedef struct job_order {
    job_class class_;
    char user[ID_SIZE]; /* whose share it counts against */
    const char *kind;   /* static; "rollout" ... */
    job_work *work;
    void *input;
    void (*free_input)(void *input);
    job_ended *ended;
    job_progressed *progressed; /* may be NULL */
    void *context;              /* for the two; the loop's thread only */
} job_order;

/* `workers` threads; wake() is called from them, and must make the loop call jobs_poll.
 */
alea_status jobs_open(jobs **out, server *s, int workers, void (*wake)(server *),
                      alea_error *error);
void jobs_close(jobs *j); /* cancels all and waits */
/* Takes `input` over, also when it refuses. ALEA_ERROR_LIMIT-like: false = the queue or
 * the user's share is full. `id` gets the job's id. */
bool jobs_add(jobs *j, const job_order *order, char id[ID_SIZE]);
/* Loop's thread: delivers what has ended or moved on. */
void jobs_poll(jobs *j);
/* By its user only; false if there is no such job. */
bool jobs_cancel(jobs *j, const char *id, const char *user);
/* What GET /api/jobs/ID answers, a new reference; NULL if there is none of that user.
 * Ended jobs are kept for ten minutes, 1,000 at most. */
json_t *jobs_describe(jobs *j, const char *id, const char *user);

/* ---- for the worker ---- */
/* Ask often; an alea_search_settings.cancelled function too, with the job as context.
 */
bool job_is_cancelled(void *job_);
/* May be called from the worker at any rate; `partial` (may be NULL) is taken over. */
void job_progress(job *j, double done, double of, json_t *partial);

#endif
