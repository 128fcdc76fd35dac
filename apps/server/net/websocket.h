/* WebSocket on a connection: assembles incoming messages within a bound, queues outgoing
 * ones. */
#ifndef ALEA_SERVER_NET_WEBSOCKET_H
#define ALEA_SERVER_NET_WEBSOCKET_H

#include "transport.h"

#include "connection.h"

void wire_bye(wire *w, const char *reason, const char *text, int code);
/* Called once a second: pings a silent client, closes one that does not answer, or that
 * has announced a frame longer than any message. */
void wire_check_idle(wire *w, int64_t now);
/* An event of the game was lost. Where a message about it is held, drops the queue and
 * closes the socket; the client reconnects and reads the state again. */
void wire_socket_lost(wire *w, const char *game);
int wire_socket_open(wire *w);
void wire_socket_over(wire *w);
int wire_socket_text(wire *w, const char *bytes, size_t size);
int wire_writable_socket(wire *w);
/* Closes with a WebSocket status (1000, 1001, 1008, 1009 ...) once the queue is sent. */
void transport_close(void *wire, int code);
/* Queues a copy of one whole text message. It is sent once all events that the storage
 * has taken so far are kept; `game` (may be NULL) is the game that it is about. A client
 * that does not read gets `bye` and is closed; hub_disconnect follows, never from
 * within this call. */
void transport_send(void *wire, const char *game, const char *text, size_t size);

#endif
