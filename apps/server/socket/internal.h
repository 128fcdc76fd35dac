/* Shared by hub.c (who is there) and hub_receive.c (what they say). */
#ifndef ALEA_SERVER_HUB_INTERNAL_H
#define ALEA_SERVER_HUB_INTERNAL_H

#include "connections.h"
#include "server/support/id_map.h"

enum {
    HUB_CHAINS = 8192,
    /* Commands: this many at once, then so many a second. */
    HUB_BURST = 80,
    HUB_A_SECOND = 20,
    HUB_CHARGED = 16 * 1024, /* bytes of an answer that count as a command more */
    /* Chat. */
    HUB_CHAT_BURST = 6,
    HUB_CHAT_SECONDS = 2, /* one more each */
    /* So many refused for coming too fast, and the socket is closed. */
    HUB_PATIENCE = 400
};

typedef struct hub_user {
    char id[ID_SIZE];
    hub_client *first;
} hub_user;

typedef struct hub_watch_ hub_watch_;
typedef struct hub_topic {
    char id[ID_SIZE];
    hub_watch_ *first;
} hub_topic;

/* One socket watching one game. */
struct hub_watch_ {
    hub_client *client;
    hub_topic *topic;
    hub_watch_ *next_of_client;
    hub_watch_ *next, *previous; /* of the game */
};

struct hub_client {
    socket_id id;
    hub_client *next, *next_of_user;
    hub_user *user;
    http_person who;
    char address[64];
    void *wire;
    hub_watch_ *watching;
    int watches;
    bool in_lobby, is_leaving;
    double tokens, chat_tokens;
    int64_t tokens_at;
    int refused;
};

struct hub {
    hub_events on;
    bool unlimited;
    hub_client *chain[HUB_CHAINS];
    table users, topics;
    socket_id last;
    int sockets, in_lobby;
    int64_t received;
};

#endif
