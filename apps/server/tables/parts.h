/* The parts of the server that the handlers of tables/ use, and their state in memory.
 * Types only. Loop's thread. */
#ifndef ALEA_SERVER_TABLES_PARTS_H
#define ALEA_SERVER_TABLES_PARTS_H

#include "family/opponent.h"
#include "family/throws.h"
#include "server/bus/bus.h"
#include "server/game/host/server_key.h"
#include "server/socket/connections.h"
#include "server/storage/family/family.h"
#include "server/study/parts.h"

/* Instead of a table's identifier: the list of those that anybody may join. */
#define FAMILY_OFFERS "open"

typedef struct family_parts {
    storage *store;
    connections *sockets;
    bus *bus;
    limits *limit; /* NULL = no limits */
    const server_key *key;
    study *study; /* its workers think */
    /* A word to whoever is to act was stored; somebody has a table before him. */
    void (*on_word)(void *context, const storage_word *word);
    void (*on_look)(void *context, const char *user, const char *id);
    void *context;
} family_parts;

enum {
    FAMILIES_KEPT = 32,       /* in memory */
    FAMILIES_OPEN = 20,       /* of one person, neither over nor closed */
    FAMILIES_OFFERED = 3,     /* of one person, for anybody to join */
    FAMILY_LINES_MOST = 8000, /* of one table */
    FAMILY_SAID = 12          /* last lines that a state has */
};

/* The last events, for who looks. */
typedef struct family_said {
    int64_t seq;
    alea_tables_event event;
    char line[STORAGE_FAMILY_LINE];
} family_said;

/* A table in memory, as of line row.last; lines with "#" at their start are remarks. */
typedef struct live_family {
    storage_family row; /* row.id: "" = this place is free */
    bool is_read;       /* the rest is filled */
    int64_t seq;        /* the last line read */
    alea_tables_match match;
    tables_throws throws;
    dice_secret secret;
    family_said said[FAMILY_SAID];
    int saids;    /* the oldest first */
    int64_t used; /* server_ticks() */
    int64_t
        asked; /* the line after which a worker thinks of the machine's turn, or 0 */
} live_family;

typedef struct families {
    family_parts parts;
    bool stopping;
    live_family kept[FAMILIES_KEPT];
    bool offers_changed;      /* whoever follows their list is to hear of it */
    int64_t offers_told;      /* server_ticks() */
    int64_t looked;           /* at clocks; server_now() */
    int64_t machines_after;   /* so far this pass over the machine's turns has come */
    int64_t machines_passed;  /* server_ticks() of the end of the last pass; 0 = none */
    alea_tables_turns *turns; /* scratch, made when first needed */
    alea_tables_steps *steps;
    tables_mind *mind;
} families;

#endif
