/* A request about a desk, worked on by a worker while its answer waits. */
#ifndef ALEA_SERVER_DESK_ASK_H
#define ALEA_SERVER_DESK_ASK_H

#include "desk/order/merge.h"
#include "own.h"
#include "place.h"
#include "pull.h"
#include "server/study/parts.h"

typedef struct desk_ask desk_ask;

/* How far the files of an upload are read. */
typedef struct desk_progress {
    size_t at; /* bytes of the request */
    int files, count[3], refused, damaged, positions;
    int64_t unpacked;
    json_t *list;  /* one entry per file, or the conflicts of a merge */
    int64_t after; /* of a merge: the last match */
    merge_counts merged;
} desk_progress;

/* On a worker. `d` is NULL if the account has no desk yet and `make` is not set.
 * Returns the answer, or NULL with `error` filled and a->status set. It may be called
 * again for a fresh desk: of `a` it changes `text`, `status`, `next` and `more` alone.
 * Long work is done in slices: with `more` set it is called again, as a job of its own,
 * when `next` is stored and has become `done`. */
typedef json_t *desk_run_ask(desk *d, desk_ask *a, alea_error *error);
/* On the loop's thread before the answer is sent. */
typedef void desk_asked(study *s, desk_ask *a, json_t *answer);

/* Games were brought into the desk. On the loop's thread. */
typedef void desk_pulled(study *s, const http_person *who, const char *address);

struct desk_ask {
    study *study;
    http_person who;
    char address[64];
    desk_run_ask *run;
    desk_asked *asked; /* may be NULL */
    bool make;         /* makes a desk if the person has none */
    bool writes;       /* the desk will be changed */
    json_t *body;      /* of a POST; may be NULL */
    char *bytes;       /* of an upload; may be NULL */
    size_t size;
    double charged;        /* KB of the budgets already */
    char text[DESK_WORDS]; /* parameters of the query; their meaning is the handler's */
    char by[32];
    int limit;
    int offset;
    int64_t match;
    bool flag;
    desk *other;     /* an uploaded desk; may be NULL */
    desk_pull *pull; /* games to pull before the answer; may be NULL */
    desk_pulled *pulled;
    bool pull_ended; /* the desk is full: no more games are pulled */
    /* Made by the worker. */
    alea_status status;
    desk_fault fault;
    int64_t grew;             /* bytes, by all slices */
    desk_progress done, next; /* before and after this slice */
    bool more;
    json_t *answer;
    char *file;            /* instead of `answer` the reply's body; may be NULL */
    const char *file_type; /* NULL: any bytes */
    size_t file_size;
    char file_name[80];
    alea_error error;
};

/* Fills what every request has; NULL after filling the reply. */
desk_ask *desk_ask_new(study *s, const http_request *request, http_reply *reply);
void desk_ask_free(void *ask);
/* Whether the person may send a file now; false after filling the reply. */
bool desk_ask_may_add(study *s, const http_request *request, http_reply *reply);
/* Takes the body as the bytes of the upload; false after freeing `a` and refusing. */
bool desk_ask_take_body(desk_ask *a, const http_request *request, http_reply *reply);
/* Pulls the person's ended games into the desk before the request is run; then calls
 * `pulled`. False after filling the reply: the storage could not be read. */
bool desk_ask_pull(desk_ask *a, desk_pulled *pulled, http_reply *reply);
/* Queues it for a worker; takes it over. */
void desk_ask_send(desk_ask *a, const http_request *request, http_reply *reply);

#endif
