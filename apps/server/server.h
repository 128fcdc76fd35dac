/* The whole of a running server: what its parts share. Loop's thread only. */
#ifndef ALEA_SERVER_SERVER_H
#define ALEA_SERVER_SERVER_H

#include "server/http/request.h"
#include "server/jobs/queue.h"
#include "server/socket/connections.h"
#include "server/storage/interface.h"
#include "server/support/rejections.h"
#include "server/support/system.h"

#include <alea/eval.h>
#include <alea/met.h>

typedef struct server_options {
    const char *listen, *data, *cert, *key;
    const char *hosts[16], *proxies[8]; /* NULL where not given */
    int port, threads, limit;
    bool behind_proxy, insecure_lan, metrics_open, quiet;
} server_options;

typedef struct games games;         /* games.h: the tables where people play */
typedef struct transport transport; /* transport.h */
typedef struct limits limits;       /* limits.h */
typedef struct passwords passwords; /* passwords.h */
typedef struct study study;         /* study/parts.h */

/* What rooms below the network and the games call upwards; set by server.c, NULL where
 * that part is not open. */
typedef struct server_calls {
    /* The answer to a request that was told to wait; takes reply->body over. */
    void (*answer)(server *s, uint32_t ticket, http_reply *reply);
    /* Closes the sockets of a user's session (NULL: of all of them but `keep`). */
    void (*end_sessions)(server *s, const char *user, const char *session,
                         const char *keep);
    /* Any thread: has the loop look at what other threads have ended. */
    void (*wake)(server *s);
    /* The account is gone, from the storage too. */
    void (*person_forgotten)(server *s, const char *user);
} server_calls;

struct server {
    server_options options;
    server_calls up;
    storage *store;
    hub *sockets;
    jobs *work;
    games *play;
    transport *net;
    limits *limit;
    passwords *secrets;
    study *study;
    metrics count;
    alea_evaluator *evaluator; /* shared by all engines */
    int64_t started;           /* Unix ms, as the next two */
    int64_t games_ticked, tidied;
    int lock;            /* on the data file: one server each */
    bool stopping;
};

/* Everything but the network, so that tests and fuzz targets have a server too; `s` is
 * filled with zeros before. server_close takes what server_open left after a
 * failure. */
alea_status server_open(server *s, const server_options *options, alea_error *error);
void server_close(server *s);
/* Every 50 ms from the loop. */
void server_tick(server *s);
/* After transport_wake: what other threads have ended. */
void server_wake(server *s);
/* Runs until SIGTERM or SIGINT; returns the exit status. */
int server_run(const server_options *options);

#endif
