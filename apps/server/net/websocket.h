/* WebSocket on a connection: messages put together, bounded, queued. */
#ifndef ALEA_SERVER_NET_WEBSOCKET_H
#define ALEA_SERVER_NET_WEBSOCKET_H

#include "transport.h"

#include "connection.h"

void wire_bye(wire *w, const char *reason, const char *text, int code);
/* Once a second: asks who is silent whether it is there, closes who does not answer or
 * has only announced a frame longer than any message. */
void wire_mind_silence(wire *w, int64_t now);
/* What the held messages tell of was lost: they are dropped, and the client, which
 * comes back and asks, is closed. */
void wire_socket_lost(wire *w);
int wire_socket_open(wire *w);
void wire_socket_over(wire *w);
int wire_socket_text(wire *w, const char *bytes, size_t size);
int wire_writable_socket(wire *w);
/* Closes with a WebSocket status (1000, 1001, 1008, 1009 ...) after what is queued. */
void transport_close(void *wire, int code);
/* One whole text message, copied and queued; it goes out once all events that the
 * storage has taken so far are kept. A client that does not read is told `bye`
 * and closed; hub_disconnect follows, never from within this call. */
void transport_send(void *wire, const char *text, size_t size);

#endif
