/* For tests of the game rooms: a server without network, threads or a clock of its own.
 * server_double.c stands in for the network, the clocks and the log and the study
 * rooms; storage, connections, requests, jobs and everything below are the real
 * ones. */
#ifndef ALEA_TESTS_SERVER_SERVER_DOUBLE_H
#define ALEA_TESTS_SERVER_SERVER_DOUBLE_H

#include "server/game/games.h"
#include "server/socket/connections.h"

enum { DOUBLE_CLIENTS = 6 };

typedef struct double_client {
    http_person who;
    socket_id socket;
    char game[ID_SIZE]; /* watched */
    json_t *state;
    int64_t seq;    /* the last event or state */
    json_t *answer; /* the last one with a key or without a type */
    json_t *lobby, *presence;
    json_t *events; /* all events since, borrowed by nobody */
    int gaps;       /* events that did not follow on the one before */
    bool closed;
    char *unread; /* the message with a newer state */
    size_t unread_size, unread_room;
} double_client;

/* The parts of a server that games use. */
typedef struct double_parts {
    storage *store;
    connections *sockets;
    jobs *work;
    games *play;
    limits *limit;
} double_parts;

extern double_parts double_server;
extern double_client double_clients[DOUBLE_CLIENTS];
extern int64_t double_time;               /* the wall clock, in ms */
extern int double_errors;                 /* logged */
extern int double_studied;                /* games that the study rooms heard of */
extern uint64_t double_refused[REFUSALS]; /* by reason */
extern uint64_t double_seed;              /* of the random bytes */
extern bool double_jobs_full;             /* the queue refuses everything */
/* A fuzz target sets it: events and states are checked, but made into JSON values only
 * when double_state asks; `events` is not filled. */
extern bool double_lazy;

/* Storage in the file `path`, the parts above it, and random bytes that are the same
 * each time. */
bool double_open(const char *path);
/* The parts above the storage: a server that starts on the data that is there. */
bool double_open_parts(void);
void double_close_parts(void);
void double_close(void);

/* ---- time and jobs ---- */

/* Moves both clocks on, while the server does nothing. */
void double_skip(int64_t ms);
/* Lets `ms` pass, with the ticks of a server that runs. */
void double_pass(int64_t ms);
/* Jobs that wait. */
int double_jobs_count(void);
/* Runs the next job and reports ended jobs; false if none is queued. `engine`
 * NULL: it fails. */
bool double_run_job(double_parts *s, alea_engine *engine);

/* ---- clients ---- */

/* Client `i` connects as user `name` (an id is made of it). */
double_client *double_connect(int i, const char *name);
void double_disconnect(double_client *c);
void double_forget_client(double_client *c);
/* Says exactly these bytes. */
void double_say_bytes(double_client *c, const char *text, size_t size);
/* A command with its other fields as JSON text ("\"level\":1"; "" = none). */
bool double_say(double_client *c, const char *key, const char *doing,
                const char *fields);
/* double_say with a new key; the answer is in `c`. */
bool double_do(double_client *c, const char *doing, const char *fields);
/* The code of the error in the answer; "" = none. */
const char *double_code(const double_client *c);
/* Watches a game from event `after` on; -1 = from now. */
bool double_watch(double_client *c, const char *game_id, int64_t after);
/* An HTTP request of a client, past the dispatcher; the body of the answer is the
 * caller's to decref. */
json_t *double_http(const double_client *c, const char *route, const char *id,
                    const char *query, const char *body, int *status);
/* Makes a game; its id into `game`. */
bool double_make(const double_client *c, const char *body, char game_id[ID_SIZE]);
bool double_join(const double_client *c, const char *game_id);
/* A legal play as the tree tells it, `below` choosing: "\"moves\":[...]". */
void double_play_fields(const double_client *c, int (*below)(int), char *fields,
                        size_t size);

/* ---- reading states ---- */

/* The last state that the client was sent; NULL = none. */
json_t *double_state(double_client *c);
bool double_may(const double_client *c, const char *action);
const char *double_text(const double_client *c, const char *field);
int double_int(const double_client *c, const char *field);

#endif
