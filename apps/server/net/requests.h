/* HTTP on a connection: what libwebsockets parsed becomes an http_request, an
 * http_reply becomes headers and bytes. */
#ifndef ALEA_SERVER_NET_REQUESTS_H
#define ALEA_SERVER_NET_REQUESTS_H

#include "connection.h"

int wire_body(wire *w, const char *bytes, size_t size);
int wire_body_over(wire *w);
/* An event of the game was lost: if the held answer is about that
 * game (its id is in the path), it becomes 503. */
void wire_http_lost(wire *w, const char *game);
void wire_http_over(wire *w);
/* May what it says of others be believed? */
bool wire_is_proxy(const server *s, const char *peer);
/* Each returns what libwebsockets' callback is to return. */
int wire_request(wire *w, const char *path);
/* 0: the upgrade may go on; otherwise the refusal was sent, or could not be. */
int wire_upgrade(wire *w, const char *protocol);
int wire_writable_http(wire *w);

#endif
