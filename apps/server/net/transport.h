/* The network: libwebsockets behind one page, HTTP/1.1 and WebSocket on one port, one
 * thread. It fills requests, tells the connections (socket/) who comes and goes, and
 * calls back through transport_events. Loop's thread only, but for transport_wake. */
#ifndef ALEA_SERVER_TRANSPORT_H
#define ALEA_SERVER_TRANSPORT_H

#include "server/http/request.h"
#include "server/socket/connections.h"
#include "server/support/state.h"

/* What a socket may have waiting before it counts as too slow. */
enum { TRANSPORT_QUEUE_MOST = HUB_QUEUE_MOST };

/* What the network calls, on the loop's thread; none may be NULL. */
typedef struct transport_events {
    /* Fills `reply`, or sets reply->later. */
    void (*request)(server *s, http_request *request, http_reply *reply);
    /* Is this WebSocket welcome? If not, `reply` holds why. */
    bool (*upgrade)(server *s, http_request *request, http_reply *reply);
    /* An answer that came later was given. */
    void (*answered)(server *s, const http_request *request, int status);
    void (*tick)(server *s); /* every 50 ms */
    void (*wake)(server *s); /* after transport_wake */
    /* An event of the game could not be stored. */
    void (*game_lost)(server *s, const char *game);
} transport_events;

/* Listens as s->options say; the reason of a failure is a sentence for a person. `on`
 * stays the caller's. */
alea_status transport_open(transport **out, server *s, const transport_events *on,
                           alea_error *error);
void transport_close_all(transport *t); /* NULL is allowed; the last thing */
int transport_port(const transport *t);
/* Serves until `transport_stop` and what it had to say has been said (2 s at most). */
void transport_run(transport *t);
void transport_stop(transport *t);
/* Reads the certificate and its key again, for connections that come from now on; what
 * is no pair leaves the old one in place. The log says which. NULL is allowed. */
void transport_reload(transport *t);
/* From any thread: server_wake is called on the loop's. NULL is allowed. */
void transport_wake(transport *t);

/* ---- for the hub; `wire` is what hub_connect was given ---- */

/* ---- for the handlers ---- */
/* From the loop, when the storage may have kept more: what waited for it goes out. */
void transport_release(transport *t);
/* The answer to a request that was told to wait; takes reply->body over. Nothing
 * happens if the client has gone. */
void transport_answer(transport *t, uint32_t ticket, http_reply *reply);
/* Sends `bye` (reason "session") to the sockets of the user whose session is no longer
 * in the storage, and closes them. */
void transport_check_sessions(transport *t, const char *user);
/* Tells `bye` (reason "session") to the sockets of a user's session (NULL: of all of
 * them but `keep`, which may be NULL) and closes them. */
void transport_end_sessions(transport *t, const char *user, const char *session,
                            const char *keep);

#endif
