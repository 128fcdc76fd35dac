/* Shared by the files of study/. Types only. Loop's thread. */
#ifndef ALEA_SERVER_STUDY_PARTS_H
#define ALEA_SERVER_STUDY_PARTS_H

#include "server/http/request.h"
#include "server/jobs/queue.h"
#include "server/socket/connections.h"
#include "server/storage/interface.h"
#include "server/support/limits.h"
#include "server/support/system.h"

#include <alea/eval.h>

typedef struct desk_images desk_images; /* desk/bytes/images.h */

/* The parts of the server that study/ uses; all of them outlive it. */
typedef struct study_parts {
    storage *store;
    connections *sockets;
    jobs *work;
    limits *limit;
    alea_evaluator *const *evaluator; /* shared by all engines; NULL: not open yet */
    /* Answers a request that is waiting; takes reply->body over. */
    void (*answer)(void *context, uint32_t ticket, http_reply *reply);
    /* Does the sender of that request still wait for its answer? NULL = always. */
    bool (*waits)(void *context, uint32_t ticket);
    /* Is it the board of a rated game that the user plays now? NULL = never. */
    bool (*is_rated_board)(void *context, const char *user, const alea_board *board);
    void *context;
    desk_images *desks; /* the desks of accounts */
} study_parts;

typedef struct study_wanted study_wanted; /* study.c */
typedef struct study_task study_task;     /* analysis.c */
typedef struct desk_tasks desk_tasks;     /* server/desk/analysis.c */

typedef struct study {
    study_parts parts;
    study_wanted *wanted;   /* analyses still to be made */
    study_task *analyses;   /* those being made */
    desk_tasks *desks;      /* analyses of desks; NULL = none yet */
    size_t upload_bytes;    /* of files that wait for a worker to read them */
    double loop_used_until; /* by short answers; alea_clock_seconds() */
    bool stopping;
} study;

#endif
