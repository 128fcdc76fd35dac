/* The server as a whole. */
#ifndef ALEA_SERVER_SERVER_H
#define ALEA_SERVER_SERVER_H

#include <alea/status.h>

#include <stdbool.h>

typedef struct server_options {
    const char *listen, *cert, *key;
    const char *data;       /* the data file; with `database` only FILE.key beside it */
    const char *database;   /* address of a PostgreSQL database; NULL: the data file */
    const char *bus;        /* address of a bus to other servers; NULL: none */
    const char *bus_key;    /* file with the key of the bus; NULL: none */
    const char *front;      /* its name among several servers; NULL: host and process */
    const char *site;       /* its address in links, "https://NAME"; NULL: none */
    const char *smtp;       /* address of a mail server; NULL: no e-mail */
    const char *mail_from;  /* the sender of e-mails; NULL with smtp */
    const char *mail_login; /* "USER:PASSWORD" for it; NULL: none */
    const char *hosts[16], *proxies[8]; /* NULL where not given */
    int port, threads, limit;
    bool push_anywhere; /* push services at private addresses, without TLS */
    bool behind_proxy, insecure_lan, metrics_open, quiet;
    bool new_key;      /* games that need another key are given up */
    bool engine_later; /* server_engine is called after server_open; with threads = 0 */
} server_options;

typedef struct server server; /* internal.h */

/* Everything but the network, so that tests and fuzz targets have a server too; `s` is
 * filled with zeros before. server_close takes what server_open left after a failure,
 * and a server with its network. Loop's thread only, as the next. */
alea_status server_open(server *s, const server_options *options, alea_error *error);
void server_close(server *s);
/* Opens what evaluates; server_open does, unless options->engine_later. Until then no
 * work that needs it may be run. */
alea_status server_engine(server *s, alea_error *error);
/* After server_open: opens the network (net/transport.h, or another transport that a
 * program has in its place). */
alea_status server_listen(server *s, alea_error *error);
/* Every 50 ms from the loop. */
void server_tick(server *s);
/* After transport_wake: delivers finished work of other threads. */
void server_wake(server *s);
/* Runs until SIGTERM or SIGINT. */
alea_status server_run(const server_options *options, alea_error *error);
#endif
