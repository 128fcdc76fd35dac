/* Games between people, played by a machine: who sits where, what has been heard on
 * each screen, how long each command took to reach both. */
#ifndef ALEA_BENCH_LOAD_LOAD_H
#define ALEA_BENCH_LOAD_LOAD_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "net.h"

enum { EVENTS_KEPT = 64 };

struct game;

struct player {
    struct socket socket;
    struct game *game;
    int seat;
    unsigned source;
    char cookie[256];
    int64_t seq;  /* of the last event heard */
    json_t *view; /* the state last heard, as far as it was read */
    char *unread; /* the message with a newer one, or NULL */
    bool watching;
    int64_t reconnect_at; /* ns; 0 = connected */
};

struct game {
    char id[16];
    struct player players[2];
    struct {
        int64_t seq;
        uint64_t hash;
    } heard[EVENTS_KEPT]; /* event n at n % EVENTS_KEPT */
    int64_t heard_seq;    /* the highest seq of either screen */
    /* The command on its way: the event it makes is number `wanted` on both screens. */
    int64_t sent_at, wanted;
    bool seen[2];
    bool disturbed; /* a line was dropped meanwhile: not measured */
    int64_t due;    /* when the next command is sent, ns */
    unsigned key;
    bool over;
};

struct figures {
    int64_t *latency_us; /* command written -> on the later of both screens */
    size_t count, room;
    uint64_t commands, refused, events, late, gaps, differing, lost_sockets, reconnects;
    uint64_t matches_over, doubles, plays;
};

struct load {
    struct place place;
    struct game *games;
    unsigned game_count;
    int64_t gap; /* ns between two commands of a game */
    int epoll;
    bool spread; /* each player from an address of its own */
    uint64_t random;
    unsigned reconnect_percent; /* of commands after which a player drops the line */
    struct figures figures;
};

int64_t now_ns(void);
unsigned any_of(struct load *load, unsigned count); /* 0 .. count-1 */

/* Guests, a game each two, sockets, subscriptions. False when the server refuses. */
bool load_set_up(struct load *load);
/* Hears what comes within `wait_ms`, for all players. */
void load_hear(struct load *load, int wait_ms);
/* The game's next command, when it is due and the last one has reached both screens. */
void load_act(struct load *load, struct game *game);
/* Asks the server for each game's last number; counts games where a screen lacks
 * some. */
unsigned load_count_behind(struct load *load);
bool player_connect(struct load *load, struct player *player);
void load_free(struct load *load);

#endif
