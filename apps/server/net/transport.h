/* The network: wraps libwebsockets; HTTP/1.1 and WebSocket on one port and one thread. It
 * fills requests, reports connects and disconnects to socket/, and calls back through
 * transport_events. Event loop thread only, except transport_wake. */
#ifndef ALEA_SERVER_TRANSPORT_H
#define ALEA_SERVER_TRANSPORT_H

#include "server/http/request.h"
#include "server/socket/connections.h"
#include "server/support/state.h"

/* Bytes queued for a socket above which it is closed as too slow. */
enum { TRANSPORT_QUEUE_MOST = CONNECTIONS_QUEUE_MOST };

/* Callbacks, on the event loop thread; none may be NULL. */
typedef struct transport_events {
    /* Fills `reply`, or sets reply->later. */
    void (*request)(server *s, http_request *request, http_reply *reply);
    /* Accepts a WebSocket, or fills `reply` with the refusal. */
    bool (*upgrade)(server *s, http_request *request, http_reply *reply);
    /* A deferred answer was sent. */
    void (*answered)(server *s, const http_request *request, int status);
    void (*tick)(server *s); /* every 50 ms */
    void (*wake)(server *s); /* after transport_wake */
    /* An event of the game could not be stored. */
    void (*game_lost)(server *s, const char *game);
} transport_events;

/* Listens as s->options say. On failure error->reason is a sentence for the user. `on` is
 * borrowed. */
alea_status transport_open(transport **out, server *s, const transport_events *on,
                           alea_error *error);
void transport_close_all(transport *t); /* NULL is allowed; the last thing */
int transport_port(const transport *t);
/* Serves until `transport_stop`, then until the queues are sent (2 s at most). */
void transport_run(transport *t);
void transport_stop(transport *t);
/* Reloads certificate and key for new connections. Keeps the old ones if the files are no
 * valid pair; logs either result. NULL is allowed. */
void transport_reload(transport *t);
/* Any thread: makes the event loop call on->wake. NULL is allowed. */
void transport_wake(transport *t);

/* ---- for the rest of the server ---- */
/* Sends what waited for the storage, as far as it has kept more events. */
void transport_release(transport *t);
/* Sends the deferred answer to a request; takes over reply->body. No effect if the client
 * has disconnected. */
void transport_answer(transport *t, uint32_t ticket, http_reply *reply);
/* Whether that client is still connected. */
bool transport_waits(const transport *t, uint32_t ticket);
/* Sends `bye` (reason "session") to the sockets of the user whose session is no longer
 * in the storage, and closes them. False: of some it could not be read; they stay. */
bool transport_check_sessions(transport *t, const char *user);
/* Sends `bye` (reason "session") to the sockets of a user's session and closes them.
 * `session` NULL: of all sessions except `keep` (may be NULL). */
void transport_end_sessions(transport *t, const char *user, const char *session,
                            const char *keep);

#endif
