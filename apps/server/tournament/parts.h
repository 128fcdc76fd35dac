/* The parts of the server that the handlers of tournament/ use, and their state in
 * memory. Types only. Loop's thread. */
#ifndef ALEA_SERVER_TOURNAMENT_PARTS_H
#define ALEA_SERVER_TOURNAMENT_PARTS_H

#include "server/bus/bus.h"
#include "server/socket/connections.h"
#include "server/storage/tournaments.h"
#include "server/support/limits.h"
#include "tournament/model.h"

typedef struct games games; /* game/games.h */

typedef struct tournament_parts {
    storage *store;
    connections *sockets;
    limits *limit; /* NULL = no limits */
    bus *bus;
    games *play;
    /* This word was stored: a match of the account's may be played now, or a time for
     * one was proposed, agreed or called off, and not by that account. */
    void (*on_word)(void *context, const storage_word *word);
    /* The account has been given the tournament as it is now. */
    void (*on_look)(void *context, const char *user, const char *id);
    void *context;
} tournament_parts;

enum {
    TOURNAMENTS_KEPT = 32,     /* in memory */
    TOURNAMENTS_DIRECTED = 20, /* by one person, not over */
    TOURNAMENT_DIRECTORS = 10, /* of one tournament */
    TOURNAMENT_EVENTS_MOST = 20000,
    TOURNAMENT_TEXT_MOST = 2000, /* characters */
    TOURNAMENT_GAMES_MOST = 20,  /* made for one match */
    TOURNAMENT_NUMBER_BYTES = 4  /* of a player in a stored order */
};

/* A tournament in memory: as of event t->seq, which the row in the storage says is the
 * last, or is read on from. */
typedef struct live_tournament {
    storage_tournament row; /* row.id: "" = this place is free */
    tournament *t;          /* NULL: to be read */
    int64_t used;           /* server_ticks() */
} live_tournament;

typedef struct tournaments {
    tournament_parts parts;
    live_tournament kept[TOURNAMENTS_KEPT];
    int64_t looked; /* for games that are over; server_ticks() */
} tournaments;

#endif
