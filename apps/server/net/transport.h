/* The network: wraps libwebsockets; HTTP/1.1 and WebSocket on one port and one thread.
 * It fills requests, reports connects and disconnects to socket/, and calls back. It
 * uses neither the storage nor the routes. Event loop thread only, except
 * transport_wake. */
#ifndef ALEA_SERVER_NET_TRANSPORT_H
#define ALEA_SERVER_NET_TRANSPORT_H

#include "server/http/request.h"
#include "server/socket/connections.h"
#include "server/support/limits.h"
#include "server/support/metrics.h"

#include <alea/status.h>

/* Bytes queued for a socket above which it is closed as too slow. */
enum { TRANSPORT_QUEUE_MOST = CONNECTIONS_QUEUE_MOST };

typedef struct transport transport;

/* The parts of the server that the network uses; all of them outlive it. No callback
 * may be NULL; they are called on the event loop thread. */
typedef struct transport_parts {
    connections *sockets;
    limits *limit;
    metrics *count;
    const char *listen, *cert, *key; /* cert and key NULL: no TLS */
    int port;
    bool is_limited; /* large bodies at once are bounded */
    bool behind_proxy;
    const char *const *proxies; /* further trusted proxies; NULL entries are skipped */
    size_t proxy_count;
    /* Fills `reply`, or sets reply->later. */
    void (*request)(void *context, http_request *request, http_reply *reply);
    /* Accepts a WebSocket, or fills `reply` with the refusal. */
    bool (*upgrade)(void *context, http_request *request, http_reply *reply);
    /* A deferred answer was sent. */
    void (*answered)(void *context, const http_request *request, int status);
    void (*tick)(void *context); /* every 50 ms */
    void (*wake)(void *context); /* after transport_wake */
    /* The number of the last event given to the storage, and of the last one that is
     * stored or lost: a reply waits until the second number reaches the value that the
     * first had when the reply was made. `kept` calls transport_game_lost for the games
     * of lost events. */
    int64_t (*taken)(void *context);
    int64_t (*kept)(void *context);
    /* Does the user's session exist? False if that could not be read. */
    bool (*has_session)(void *context, const char *user, const char *session,
                        bool *exists);
    void *context;
} transport_parts;

/* Listens. On failure error->reason is a sentence for the user. `use` is copied. */
alea_status transport_open(transport **out, const transport_parts *use,
                           alea_error *error);
void transport_close_all(transport *t); /* NULL is allowed; the last thing */
int transport_port(const transport *t);
/* Serves until `transport_stop`, then until the queues are sent (2 s at most). */
void transport_run(transport *t);
void transport_stop(transport *t);
/* Reloads certificate and key for new connections. Keeps the old ones if the files are
 * no valid pair; logs either result. NULL is allowed. */
void transport_reload(transport *t);
/* Any thread: makes the event loop call on->wake. NULL is allowed. */
void transport_wake(transport *t);

/* ---- for the rest of the server ---- */
/* Sends replies that waited for the storage, as far as it has stored more events. */
void transport_release(transport *t);
/* An event of the game was lost: drops everything held that depends on it. NULL is
 * allowed. */
void transport_game_lost(transport *t, const char *game);
/* Sends the deferred answer to a request; takes over reply->body. No effect if the
 * client has disconnected. */
void transport_answer(transport *t, uint32_t ticket, http_reply *reply);
/* Whether that client is still connected. */
bool transport_waits(const transport *t, uint32_t ticket);
/* Sends `bye` (reason "session") to the sockets of the user whose session no longer
 * exists, and closes them. False: of some it could not be read; they stay. */
bool transport_check_sessions(transport *t, const char *user);
/* Sends `bye` (reason "session") to the sockets of a user's session and closes them.
 * `session` NULL: of all sessions except `keep` (may be NULL). */
void transport_end_sessions(transport *t, const char *user, const char *session,
                            const char *keep);

#endif
