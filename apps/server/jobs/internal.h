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
    account *account[ACCOUNTS]; /* NULL where it counts for none */
    job_status status;
    atomic_bool cancelled;
    double started, woke; /* worker's start, last wake for progress */
    double done, of;
    bool moved;      /* progress not yet told */
    json_t *partial; /* not yet told */
    json_t *result;
    alea_error error;
    /* The loop's. */
    json_t *shown; /* the last partial told */
    double told, ended_at;
    /* Of jobs that may go elsewhere; by the lock. */
    double added;
    bool is_away, stays, is_called_back;
    double heard; /* the last word of who does it */
    char hash[JOBS_HASH];
    job *next;
};

/* A worker process that others know by its announcements. */
typedef struct helper {
    char id[ID_SIZE];
    int room[JOB_CLASSES];
    double heard;
} helper;

enum { HELPERS_MOST = 256 };

/* Where jobs are sent; the loop's, but `room`, which is by the lock. */
typedef struct remote {
    bus *bus;
    char name[ID_SIZE]; /* the audience of answers */
    helper helper[HELPERS_MOST];
    int helpers;
    int room[JOB_CLASSES]; /* of all helpers */
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

#endif
