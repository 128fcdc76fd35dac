/* The parts of the server that the handlers of chouette/ use, and their state in
 * memory. Types only. Loop's thread. */
#ifndef ALEA_SERVER_CHOUETTE_PARTS_H
#define ALEA_SERVER_CHOUETTE_PARTS_H

#include "model.h"

#include "server/bus/bus.h"
#include "server/game/host/server_key.h"
#include "server/jobs/queue.h"
#include "server/socket/connections.h"
#include "server/support/limits.h"

typedef struct chouette_parts {
    storage *store;
    connections *sockets;
    bus *bus; /* NULL = this server is alone */
    jobs *work;
    limits *limit; /* NULL = no limits */
    const server_key *key;
} chouette_parts;

enum {
    CHOUETTES_KEPT = 32, /* in memory */
    CHOUETTES_MADE = 10, /* by one person, not over */
    CHOUETTE_EVENTS_MOST = 20000,
    CHOUETTE_DAYS = 14 /* without an event; then it is closed */
};

/* A chouette in memory: as of event t->seq, which the row in the storage says is the
 * last, or is read on from. */
typedef struct live_chouette {
    storage_chouette row; /* row.id: "" = this place is free */
    crew *t;              /* NULL: to be read */
    dice_secret secret;
    bool opened; /* the secret is known here */
    char commitment[DICE_SEED_HEX], signer[DICE_HASH_HEX],
        signature[DICE_SIGNATURE_HEX];
    int64_t used;  /* server_ticks() */
    int64_t asked; /* the machine was asked as of this event; 0 = it was not */
} live_chouette;

typedef struct chouettes {
    chouette_parts parts;
    live_chouette kept[CHOUETTES_KEPT];
    bool stopping;
} chouettes;

#endif
