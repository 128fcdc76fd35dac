/* Engine work off the loop's thread: a bounded queue, a fair share for each user, the
 * machine's own decisions first, all of it cancellable. A job's function runs on a
 * worker with that worker's own engine; it touches nothing of the server but what it
 * was given. Progress and the end are handed to the loop's thread.
 *
 * Short jobs (JOB_MACHINE, JOB_ASKED) and long ones have workers of their own, one of
 * them for the machine alone, so that none waits for a longer kind to end; the threads
 * of long jobs give way to all others (nice 10). Of the jobs of a class, the one goes
 * first whose user, address and newcomers' account have used least time lately. */
#ifndef ALEA_SERVER_JOBS_H
#define ALEA_SERVER_JOBS_H

#include "server/http/request.h"

#include <alea/search.h>

typedef struct jobs jobs;
typedef struct job job;

typedef enum job_class {
    JOB_MACHINE = 0, /* a move that people wait for */
    JOB_ASKED,       /* hints, checks, study of a position: a second at most */
    JOB_LONG,        /* analyses, rollouts */
    JOB_CLASSES
} job_class;
typedef enum job_status {
    JOB_QUEUED = 0,
    JOB_RUNNING,
    JOB_DONE,
    JOB_FAILED,
    JOB_CANCELLED
} job_status;

/* Of a class. The machine's moves have no limit a user. One address, and all newcomers
 * together, leave a worker of long jobs to others. */
enum {
    JOBS_ADDRESS_SIZE = 64,
    JOBS_RUNNING_A_USER = 2,
    JOBS_WAITING_A_USER = 8,
    JOBS_WAITING_AN_ADDRESS = 32,
    JOBS_WAITING = 1000,
    JOBS_WAITING_MACHINE = 4000,
    JOBS_KEPT = 1000,
    JOBS_KEPT_S = 600
};

/* What a worker does: `input` is the job's own; the result is a JSON value (the
 * function's to make, taken over by the job) or NULL with `error` filled. Asked to stop
 * it may still give what it has. */
typedef json_t *job_work(job *j, alea_engine *engine, void *input, alea_error *error);
/* On the loop's thread when it has ended, exactly once for each job that was added, at
 * the latest from jobs_close; never from inside jobs_add or jobs_cancel. `result` is
 * borrowed: NULL after JOB_FAILED; a cancelled job may have a partial one. */
typedef void job_ended(server *s, void *context, const char *id, job_status status,
                       json_t *result, const alea_error *error);
/* On the loop's thread, at most five times a second; `partial` (may be NULL) is
 * borrowed. */
typedef void job_progressed(server *s, void *context, const char *id, double done,
                            double of, json_t *partial);

typedef struct job_order {
    job_class class_;
    char user[ID_SIZE]; /* whose share it counts against */
    /* So does its address ("" = unknown), and that of all newcomers together: a guest
     * costs nothing, so many new ones get no more than one. */
    char address[JOBS_ADDRESS_SIZE];
    bool newcomer;
    const char *kind; /* static; "rollout" ... */
    job_work *work;
    void *input;
    void (*free_input)(void *input); /* on any thread; may be NULL */
    job_ended *ended;                /* may be NULL */
    job_progressed *progressed;      /* may be NULL */
    void *context;                   /* for the two; the loop's thread only */
} job_order;

/* For `processors` of them (at least 1). wake() is called from the workers, and must
 * make the loop call jobs_poll. Engines are opened when first needed. */
alea_status jobs_open(jobs **out, server *s, const alea_evaluator *evaluator,
                      int processors, void (*wake)(server *), alea_error *error);
/* Cancels all, waits, and tells every order how it ended: to be called while what their
 * `ended` needs is still there. NULL is allowed. */
void jobs_close(jobs *j);
/* False = the queue or the user's share is full, or memory is short; the input is freed
 * also then. `id` gets the job's id. Loop's thread. */
bool jobs_add(jobs *j, const job_order *order, char id[ID_SIZE]);
/* Loop's thread: delivers what has ended or moved on. */
void jobs_poll(jobs *j);
/* By its user only; false if there is no such job. One that has ended stays as it
 * is. */
bool jobs_cancel(jobs *j, const char *id, const char *user);
/* What GET /api/jobs/ID answers, a new reference; NULL if there is none of that user.
 * Ended jobs are kept for ten minutes, 1,000 at most; the machine's are not. */
json_t *jobs_describe(jobs *j, const char *id, const char *user);
/* "queued" ... as the interface writes it. Static. */
const char *job_status_name(job_status status);
/* {"code": "failed", "message"}, a new reference. */
json_t *job_error_json(const alea_error *error);
/* Jobs waiting and running in a class, for the metrics. */
void jobs_count(jobs *j, job_class class_, int *waiting, int *running);

/* ---- for the worker ---- */
/* Ask often; an alea_search_settings.cancelled function too, with the job as
 * context. */
bool job_is_cancelled(void *job_);
/* May be called from the worker at any rate; `partial` (may be NULL) is taken over. */
void job_progress(job *j, double done, double of, json_t *partial);

#endif
