/* The WebSocket clients: who is connected, who watches what, and sending. Loop's thread
 * only. transport.c calls the first group, games and jobs the second. */
#ifndef ALEA_SERVER_HUB_H
#define ALEA_SERVER_HUB_H

#include "http.h"

#include <stdint.h>

typedef struct hub hub;
typedef uint32_t socket_id; /* never used again; 0 = none */

/* ---- from the transport ---- */
socket_id hub_connect(hub *h, const http_person *who, const char *address, void *wire);
/* One whole text message (at most 4 KB, any bytes). */
void hub_receive(hub *h, socket_id socket, const char *text, size_t size);
void hub_disconnect(hub *h, socket_id socket);

/* ---- to clients; `message` is borrowed ---- */
void hub_send(hub *h, socket_id socket, const json_t *message);
/* To every socket of that user. */
void hub_send_user(hub *h, const char *user, const json_t *message);
/* Subscriptions to a game. */
void hub_watch(hub *h, socket_id socket, const char *game);
void hub_unwatch(hub *h, socket_id socket, const char *game);
int hub_watchers(hub *h, const char *game, socket_id *out, int room);
const http_person *hub_person(hub *h, socket_id socket);
/* Is any socket of that user watching the game? */
bool hub_is_present(hub *h, const char *game, const char *user);

#endif
