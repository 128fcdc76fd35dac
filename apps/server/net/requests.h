/* HTTP on a connection: fills an http_request from what libwebsockets parsed, and writes
 * an http_reply as headers and body. */
#ifndef ALEA_SERVER_NET_REQUESTS_H
#define ALEA_SERVER_NET_REQUESTS_H

#include "connection.h"

int wire_body(wire *w, const char *bytes, size_t size);
int wire_body_over(wire *w);
/* An event of the game was lost: if the held answer is about that
 * game (its id is in the path), it becomes 503. */
void wire_http_lost(wire *w, const char *game);
void wire_http_over(wire *w);
/* Returns whether `peer` is a proxy whose forwarded addresses are trusted. */
bool wire_is_proxy(const server *s, const char *peer);
/* Each returns what libwebsockets' callback is to return. */
int wire_request(wire *w, const char *path);
/* Returns 0 to accept the upgrade; otherwise the refusal was sent, or sending failed. */
int wire_upgrade(wire *w, const char *protocol);
int wire_writable_http(wire *w);

#endif
