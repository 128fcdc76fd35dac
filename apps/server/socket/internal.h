/* Shared by connections.c (who is connected) and receive.c (their messages). */
#ifndef ALEA_SERVER_SOCKET_INTERNAL_H
#define ALEA_SERVER_SOCKET_INTERNAL_H

#include "connections.h"
#include "server/support/id_map.h"

enum {
    CONNECTIONS_CHAINS = 8192,
    /* Commands: this many at once, then that many a second. */
    CONNECTIONS_BURST = 80,
    CONNECTIONS_A_SECOND = 20,
    CONNECTIONS_CHARGED =
        16 * 1024, /* bytes of an answer that count as one more command */
    /* Chat. */
    CONNECTIONS_CHAT_BURST = 6,
    CONNECTIONS_CHAT_SECONDS = 2, /* one more each */
    /* After this many refusals for rate the socket is closed. */
    CONNECTIONS_PATIENCE = 400
};

typedef struct connections_user {
    char id[ID_SIZE];
    connections_client *first;
} connections_user;

typedef struct connections_watch_ connections_watch_;
typedef struct connections_topic {
    char id[ID_SIZE];
    connections_watch_ *first;
} connections_topic;

/* One socket watching one game. */
struct connections_watch_ {
    connections_client *client;
    connections_topic *topic;
    connections_watch_ *next_of_client;
    connections_watch_ *next, *previous; /* of the game */
};

struct connections_client {
    socket_id id;
    connections_client *next, *next_of_user;
    connections_user *user;
    http_person who;
    char address[64];
    void *connection;
    connections_watch_ *watching;
    int watches;
    bool in_lobby, is_leaving;
    double tokens, chat_tokens;
    int64_t tokens_at;
    int refused;
};

struct connections {
    connections_events on;
    bool unlimited;
    connections_client *chain[CONNECTIONS_CHAINS];
    id_map users, topics;
    socket_id last;
    int sockets, in_lobby;
    int64_t received;
};

#endif
