/* Messages of clients: bounds on their depth and their rate. */
#ifndef ALEA_SERVER_SOCKET_RECEIVE_H
#define ALEA_SERVER_SOCKET_RECEIVE_H

#include "connections.h"

/* The client asked for so much: it counts as commands, one for each 16 KB. */
void connections_charge(connections *h, socket_id socket, size_t bytes);
/* Counts and logs a refusal by its code; `about` names its subject. */
void connections_count_refusal(connections *h, socket_id socket, const char *code,
                               const char *about);
/* One whole text message (at most 4 KB, any bytes). */
void connections_receive(connections *h, socket_id socket, const char *text,
                         size_t size);
connections_pace connections_take(connections *h, socket_id socket, bool is_chat);

#endif
