/* Engine work on worker threads: a bounded queue, fair shares, the machine's decisions
 * first, cancellation. A job's function runs on a worker with the worker's own engine
 * and touches only its input. Progress and results are delivered on the event loop
 * thread.
 *
 * Short jobs (JOB_MACHINE, JOB_ASKED), long ones and files have separate workers, one
 * of them for the machine alone, so that no job waits for a longer kind; threads of
 * long jobs and of files run at nice 10. Of the jobs of a class, the one goes first
 * whose user, address and newcomers' account have used least time lately. */
#ifndef ALEA_SERVER_JOBS_QUEUE_H
#define ALEA_SERVER_JOBS_QUEUE_H

#include "server/bus/bus.h"
#include "server/http/request.h"

#include <alea/search.h>

typedef struct jobs jobs;
typedef struct job job;

typedef enum job_class {
    JOB_MACHINE = 0, /* a move that people wait for */
    JOB_ASKED,       /* hints, checks, study of a position: a second at most */
    JOB_LONG,        /* analyses, rollouts */
    JOB_FILES,       /* uploaded files, a slice at a time; without an engine */
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
    JOBS_HASH = 33,
    JOBS_RUNNING_A_USER = 2,
    JOBS_WAITING_A_USER = 8,
    JOBS_WAITING_AN_ADDRESS = 32,
    JOBS_WAITING = 1000,
    JOBS_WAITING_MACHINE = 4000,
    JOBS_KEPT = 1000,
    JOBS_KEPT_S = 600
};

/* The work of a job, on a worker. Returns a new JSON value, or NULL with `error`
 * filled. A cancelled job may return a partial result. */
typedef json_t *job_work(job *j, alea_engine *engine, void *input, alea_error *error);
/* Called on the event loop thread exactly once for each added job when it has ended, at
 * the latest by jobs_close; never from within jobs_add or jobs_cancel. `result` is
 * borrowed; NULL after JOB_FAILED, possibly partial after JOB_CANCELLED. */
typedef void job_ended(void *context, const char *id, job_status status, json_t *result,
                       const alea_error *error);
/* On the loop's thread, at most five times a second; `partial` (may be NULL) is
 * borrowed. */
typedef void job_progressed(void *context, const char *id, double done, double of,
                            json_t *partial);

/* The serialised form of a job, so that a worker elsewhere can run it. All of it is
 * JSON, and incoming data is not trusted. */
typedef struct job_form {
    const char *kind;
    job_work *work;
    void (*free_input)(void *input);
    /* The question as JSON, a new reference; NULL: this job cannot be sent. Loop's
     * thread. */
    json_t *(*write)(const void *input);
    /* Rebuilds the input; NULL with `error` filled. */
    void *(*read)(const json_t *question, alea_error *error);
    /* Where helpers share the job (tasks.h): takes from the message what of it is
     * asked, or what the others have answered; NULL: it is not shared. */
    bool (*share)(void *input, const json_t *message, alea_error *error);
    /* What helpers that share the job have said of their parts, put together: progress
     * or the result, a new reference; NULL: this is not of that job. Loop's thread.
     * NULL here: they do that themselves. */
    json_t *(*join)(const void *input, const json_t *parts);
    /* Writes the part of the answer besides the result, which is read into the
     * requester's input; both NULL: the result is all. */
    json_t *(*write_answer)(const void *input);
    bool (*read_answer)(void *input, const json_t *answer);
} job_form;

typedef struct job_order {
    job_class class_;
    char user[ID_SIZE]; /* whose share it counts against */
    /* The address whose share is charged too ("" = unknown). All newcomers have one
     * share together: guests cost nothing to make, and many of them get no more than
     * one. */
    char address[JOBS_ADDRESS_SIZE];
    bool newcomer;
    const char *kind; /* static; "rollout" ... */
    job_work *work;
    void *input;
    void (*free_input)(void *input); /* on any thread; may be NULL */
    job_ended *ended;                /* may be NULL */
    job_progressed *progressed;      /* may be NULL */
    void *context;                   /* for both; the loop's thread only */
    const job_form *form;            /* NULL: it is done here */
} job_order;

/* Starts workers for `processors` processors; 0: none, for tests (workers.h). The
 * workers call wake(context), which must make the loop call jobs_poll. Engines are
 * opened when first needed. */
alea_status jobs_open(jobs **out, const alea_evaluator *evaluator, int processors,
                      void (*wake)(void *context), void *context, alea_error *error);
/* From now on jobs with a serialised form are sent to workers on the bus, as many as
 * they accept; jobs that are late there, or cannot be sent, run here. */
bool jobs_use_bus(jobs *j, bus *b);
/* Cancels all jobs, waits for the workers and calls every `ended`; the callbacks'
 * objects must still exist. NULL is allowed. */
void jobs_close(jobs *j);
/* Adds a job; `id` gets its id. False if the queue or a share is full, or without
 * memory; the input is freed then too. Event loop thread. */
bool jobs_add(jobs *j, const job_order *order, char id[ID_SIZE]);
/* Event loop thread: delivers results and progress. */
void jobs_poll(jobs *j);
/* Cancels a job of that user; false if there is none. No effect on an ended job. */
bool jobs_cancel(jobs *j, const char *id, const char *user);
/* Was that job of the user cancelled, whether or not it has ended yet? Event loop
 * thread. */
bool jobs_is_cancelled(jobs *j, const char *id, const char *user);
/* The answer to GET /api/jobs/ID, a new reference; NULL if that user has no such job.
 * Ended jobs are kept for ten minutes, 1,000 at most; the machine's are not kept. */
json_t *jobs_describe(jobs *j, const char *id, const char *user);
/* The status as the API writes it: "queued" ... Static. */
const char *job_status_name(job_status status);
/* {"code": "failed", "message"}, a new reference. */
json_t *job_error_json(const alea_error *error);
/* Jobs waiting and running in a class, for the metrics. */
void jobs_count(jobs *j, job_class class_, int *waiting, int *running);

typedef struct jobs_figures {
    int64_t sent, answered, taken_back, ignored;
    int helpers;
} jobs_figures;
jobs_figures jobs_counted(const jobs *j);

/* ---- for the worker ---- */
/* Workers poll this; also usable as alea_search_settings.cancelled with the job as
 * context. */
bool job_is_cancelled(void *job_);
/* May be called from the worker at any rate; `partial` (may be NULL) is taken over. */
void job_progress(job *j, double done, double of, json_t *partial);

#endif
