/* One connection: the state that transport.c (listening, the event loop), requests.c
 * (HTTP) and websocket.c share. */
#ifndef ALEA_SERVER_NET_CONNECTION_H
#define ALEA_SERVER_NET_CONNECTION_H

#include "server/socket/connections.h"
#include "transport.h"

#include <libwebsockets.h>

typedef struct message message;
struct message {
    message *next;
    int64_t after;      /* the storage event that must be stored first */
    char game[ID_SIZE]; /* whose events it depends on; "" = none */
    size_t size;
    unsigned char bytes[]; /* LWS_PRE of room, then the text */
};

typedef struct connection connection;
struct connection {
    connection *next, *previous;
    connection *next_held,
        *previous_held; /* in the list of connections that wait for the storage */
    bool held;
    int64_t after; /* HTTP: as in a message */
    transport *net;
    struct lws *lws;
    char peer[64]; /* address of the other end, under which it was counted */

    /* HTTP: one request at a time. */
    http_request *request; /* NULL between requests */
    http_reply reply;
    char *body;
    size_t body_capacity, body_size, body_wanted, sent;
    size_t unread; /* bytes of a refused body that are still to come */
    int64_t began; /* server_ticks() of the request, or since when one is awaited */
    bool answering, head_only, refused, later, takes_gzip;

    /* WebSocket, once `socket` is not 0. */
    socket_id socket;
    http_person who;
    char address[64]; /* the client that a trusted proxy reports, else the peer */
    bool counted;     /* as a WebSocket */
    bool direct;      /* counted as a connection; those of a proxy are not */
    message *first, *last;
    size_t queued;
    char *text; /* a message that came in part */
    size_t text_size;
    int frames;
    int close_code;        /* 0 = stays open */
    int64_t heard, pinged; /* server_ticks() */
    bool ping_due;
};

struct transport {
    transport_parts use;
    struct lws_context *context;
    struct lws_vhost *vhost;
    struct ev_loop *loop; /* NULL: libwebsockets' own, by poll */
    lws_sorted_usec_list_t tick;
    int connections_most; /* what the limit on open files leaves for connections */
    int64_t last_tick, stop_at;
    connection *list, *held;
    int64_t kept; /* use.kept at the last look */
    uint32_t tickets;
    bool running;
};

/* ---- connection.c ---- */
/* Adds `w` to the connections that wait for the storage. A socket is held until its
 * last queued message may be sent. */
void connection_hold(connection *w);
/* Removes `w` from them, if present. */
void connection_unhold(connection *w);

#endif
