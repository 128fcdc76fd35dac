/* State shared by the parts of a running server. Event loop thread only. */
#ifndef ALEA_SERVER_STATE_H
#define ALEA_SERVER_STATE_H

#include "metrics.h"
#include "system.h"

#include <alea/eval.h>

#include <stdbool.h>

typedef struct server_options {
    const char *listen, *cert, *key;
    const char *data;     /* the data file; with `database` only FILE.key beside it */
    const char *database; /* address of a PostgreSQL database; NULL: the data file */
    const char *bus;      /* address of a bus to other servers; NULL: none */
    const char *bus_key;  /* file with the key of the bus; NULL: none */
    const char *front;    /* its name among several servers; NULL: host and process */
    const char *hosts[16], *proxies[8]; /* NULL where not given */
    int port, threads, limit;
    bool behind_proxy, insecure_lan, metrics_open, quiet;
    bool new_key; /* games that need another key are given up */
} server_options;

typedef struct storage storage;
typedef struct connections connections;
typedef struct jobs jobs;
typedef struct bus bus; /* bus/bus.h */
typedef struct http_reply http_reply;
typedef struct http_room http_room;     /* http/route.h */
typedef struct games games;             /* games.h: the tables where people play */
typedef struct transport transport;     /* transport.h */
typedef struct limits limits;           /* limits.h */
typedef struct passwords passwords;     /* passwords.h */
typedef struct server_key server_key;   /* game/host/server_key.h */
typedef struct study study;             /* study/parts.h */
typedef struct desk_images desk_images; /* desk/images.h */

/* Callbacks for rooms below the network and the games; set by server.c, NULL while that
 * part is not open. */
typedef struct server_calls {
    /* Sends the deferred answer to a request; takes over reply->body. */
    void (*answer)(server *s, uint32_t ticket, http_reply *reply);
    /* Closes the sockets of a user's session (NULL: of all of them but `keep`). */
    void (*end_sessions)(server *s, const char *user, const char *session,
                         const char *keep);
    /* Any thread: makes the event loop collect finished work. */
    void (*wake)(void *s);
    /* The account was deleted, also in the storage. */
    void (*person_forgotten)(server *s, const char *user);
} server_calls;

struct server {
    server_options options;
    server_calls up;
    storage *store;
    connections *sockets;
    bus *bus;
    jobs *work;
    games *play;
    transport *net;
    limits *limit;
    passwords *secrets;
    study *study;
    server_key *key;
    uint8_t origin_key[32]; /* of the hashes of addresses, people/session.c */
    metrics count;
    http_room *rooms;          /* ended by NULL tables; dispatch.c */
    alea_evaluator *evaluator; /* shared by all engines */
    int64_t started;           /* server_ticks(), as the next two */
    int64_t games_ticked, tidied, people_checked;
    desk_images *desks;     /* the desks of accounts */
    char archived[ID_SIZE]; /* the game that the walk of the archive has come to */
    int64_t archive_at;     /* server_ticks() of its next step */
    int64_t joined_at;      /* server_ticks() of the last try to hold games */
    int64_t leave_at;    /* server_ticks() of a stop that /health tells before; or 0 */
    int64_t people_seen; /* storage_people_changed */
    int lock;            /* on the data file: one server each */
    bool stopping;
};

#endif
