/* HTTP on a connection: fills an http_request from what libwebsockets parsed, and
 * writes an http_reply as headers and body. */
#ifndef ALEA_SERVER_NET_REQUESTS_H
#define ALEA_SERVER_NET_REQUESTS_H

#include "connection.h"

int connection_body(connection *w, const char *bytes, size_t size);
int connection_body_over(connection *w);
/* An event of the game was lost: if the held answer is about that
 * game (its id is in the path), it becomes 503. */
void connection_http_lost(connection *w, const char *game);
void connection_http_over(connection *w);
/* Returns whether `peer` is a proxy whose forwarded addresses are trusted. */
bool connection_is_proxy(const transport *t, const char *peer);
/* Each returns what libwebsockets' callback is to return. */
int connection_request(connection *w, const char *path);
/* Returns 0 to accept the upgrade; otherwise the refusal was sent, or sending
 * failed. */
int connection_upgrade(connection *w, const char *protocol);
int connection_writable_http(connection *w);

#endif
