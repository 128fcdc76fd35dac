/* The whole of a running server: what its parts share. Loop's thread only. */
#ifndef ALEA_SERVER_SERVER_H
#define ALEA_SERVER_SERVER_H

#include "server/http/request.h"
#include "server/socket/connections.h"
#include "server/jobs/queue.h"
#include "server/support/metrics.h"
#include "server/support/system.h"
#include "server/storage/interface.h"

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
typedef struct study_wanted study_wanted;
typedef struct study_task study_task; /* study_analysis.c */

struct server {
    server_options options;
    storage *store;
    hub *sockets;
    jobs *work;
    games *play;
    transport *net;
    limits *limit;
    passwords *secrets;
    study_wanted *wanted; /* analyses still to be made */
    study_task *analyses; /* those being made */
    metrics count;
    alea_evaluator *evaluator; /* shared by all engines */
    int64_t started;           /* Unix ms, as the next two */
    int64_t games_ticked, tidied;
    size_t upload_bytes; /* of files that wait for a worker to read them */
    int lock;            /* on the data file: one server each */
    bool stopping;
};

/* Something is turned away: counted, and told in the log, of each reason a few lines at
 * once and then one a second; "untold" is how many were left out before. `code` is what
 * the answer said; `about` (a name, a path, a game: whatever the asker sent) is cut
 * short and made harmless. NULL or "" where there is none. refusals.c */
void server_refused(server *s, metrics_refusal why, const char *address,
                    const char *user, const char *code, const char *about);

/* Everything but the network, so that tests and fuzz targets have a server too; `s` is
 * filled with zeros before. server_close takes what server_open left after a failure.
 */
alea_status server_open(server *s, const server_options *options, alea_error *error);
void server_close(server *s);
/* Every 50 ms from the loop. */
void server_tick(server *s);
/* After transport_wake: what other threads have ended. */
void server_wake(server *s);
/* Runs until SIGTERM or SIGINT; returns the exit status. */
int server_run(const server_options *options);

#endif
