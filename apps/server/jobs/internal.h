/* What the files of this folder share. */
#ifndef ALEA_SERVER_JOBS_INTERNAL_H
#define ALEA_SERVER_JOBS_INTERNAL_H

#include "queue.h"

#include <pthread.h>
#include <stdatomic.h>

/* A job counts for up to three accounts. */
typedef enum account_kind {
    ACCOUNT_USER = 0,
    ACCOUNT_ADDRESS,
    ACCOUNT_NEWCOMERS,
    ACCOUNTS
} account_kind;

typedef struct account {
    account_kind kind;
    char name[JOBS_ADDRESS_SIZE]; /* user, address, "" */
    double used_s, at;            /* so much at that moment */
    int running[JOB_CLASSES], waiting[JOB_CLASSES];
    struct account *next;
} account;

struct job {
    jobs *owner;
    char id[ID_SIZE];
    job_order order;
    account *account[ACCOUNTS]; /* NULL if it counts for no account */
    job_status status;
    atomic_bool cancelled;
    double started, woke; /* worker's start, last wake for progress */
    double done, of;
    bool moved;      /* progress not yet reported */
    json_t *partial; /* not yet reported */
    json_t *result;
    alea_error error;
    /* The loop's. */
    json_t *shown; /* the last partial reported */
    double reported, ended_at;
    /* Of jobs that may be sent elsewhere; guarded by the lock. */
    double added;
    bool is_away, stays, is_called_back;
    double heard; /* the name of the process that runs it */
    char hash[JOBS_HASH];
    job *next;
};

/* A worker process, known by its announcements. */
typedef struct helper {
    char id[ID_SIZE];
    int capacity[JOB_CLASSES];
    double heard;
} helper;

enum { HELPERS_MOST = 256 };

/* The place where jobs are sent. The loop thread's, except `capacity`, which the lock
 * guards. */
typedef struct remote {
    bus *bus;
    char name[ID_SIZE]; /* the audience of answers */
    helper helper[HELPERS_MOST];
    int helpers;
    int capacity[JOB_CLASSES]; /* of all helpers */
    int away[JOB_CLASSES];
    double looked;
    jobs_figures figures;
} remote;

typedef struct job_list {
    job *first, *last;
    int count;
} job_list;

typedef struct worker {
    jobs *owner;
    pthread_t thread;
    job_class least, most; /* what it takes */
    int engine_threads;
    size_t cache_bytes;
} worker;

struct jobs {
    const alea_evaluator *evaluator;
    void (*wake)(void *context);
    void *context;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool closing;
    job_list waiting[JOB_CLASSES], running, ended;
    job_list kept; /* the loop's */
    account *accounts;
    remote *remote; /* NULL without a bus */
    worker *worker;
    int workers, slow_workers;
};

/* Fair shares: the recent use of each user, of each address and of all newcomers
 * together, and the next job by that. All under the lock of the jobs. */

/* Finds or makes the accounts that the job counts for; false without memory. */
bool shares_find_accounts(jobs *q, job *j);
void shares_count_waiting(job *j, int change);
void shares_count_running(job *j, int change);
/* Charges the time since the job's start to its accounts. */
void shares_spend(job *j, double now);
/* The next waiting job of classes `first` to `last`; NULL if none. */
typedef bool shares_filter(const jobs *q, const job *j, double now);
job *shares_next(jobs *q, job_class first, job_class last, shares_filter *may);

/* A filter for the jobs that may run here. Workers elsewhere get the first chance: for
 * a while, or always where no threads are, and a job would hold up all the rest. */
bool shares_at_home(const jobs *q, const job *j, double now);

/* State changes of a job. Call with the lock of its queue held, except job_moved. */

/* From waiting to running. */
void job_begin(jobs *q, job *j);
/* Moves a job from running to ended; takes `result` over. */
void job_end(jobs *q, job *j, json_t *result, const alea_error *error);
/* From running back to waiting. */
void job_put_back(jobs *q, job *j);

enum { PROGRESS_MS = 200 }; /* least time between two wake-ups of the loop for it */

/* Takes the lock; takes `partial` (may be NULL) over. */
void job_moved(jobs *q, job *j, double done, double of, json_t *partial);

/* The threads that do the work. */

/* Short jobs: the first worker takes the machine's only, the others both kinds. Long
 * jobs: at least two workers, so that one user does not wait for all of another's work;
 * two engine threads each if there are several processors. Files: one worker. False
 * without memory or threads; those that were started are in q->worker. */
bool workers_start(jobs *q, int processors);
/* Of a queue without workers: runs the next waiting job on this thread, with `engine`;
 * without an engine the job fails unless it only reads files. False if no job waits. */
bool workers_run_next(jobs *q, alea_engine *engine);

#endif
