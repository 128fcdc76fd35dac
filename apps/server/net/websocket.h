/* WebSocket on a connection: assembles incoming messages within a bound, queues
 * outgoing ones. */
#ifndef ALEA_SERVER_NET_WEBSOCKET_H
#define ALEA_SERVER_NET_WEBSOCKET_H

#include "transport.h"

typedef struct connection connection; /* connection.h */

void connection_bye(connection *w, const char *reason, const char *text, int code);
/* Called once a second: pings a silent client, closes one that does not answer, or that
 * has announced a frame longer than any message. */
void connection_check_idle(connection *w, int64_t now);
/* An event of the game was lost. Where a message about it is held, drops the queue and
 * closes the socket; the client reconnects and reads the state again. */
void connection_socket_lost(connection *w, const char *game);
int connection_socket_open(connection *w);
void connection_socket_over(connection *w);
int connection_socket_text(connection *w, const char *bytes, size_t size);
int connection_writable_socket(connection *w);
/* Closes with a WebSocket status (1000, 1001, 1008, 1009 ...) once the queue is
 * sent. */
void transport_close(void *connection, int code);
/* Queues a copy of one whole text message. It is sent once all events that the storage
 * has taken so far are kept; `game` (may be NULL) is the game that it is about. A
 * client that does not read gets `bye` and is closed; connections_disconnect follows,
 * never from within this call. */
void transport_send(void *connection, const char *game, const char *text, size_t size);

#endif
