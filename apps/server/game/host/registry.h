/* The games in memory by their identifier, and the parts of the server that they use.
 * Loop's thread only. */
#ifndef ALEA_SERVER_GAME_HOST_REGISTRY_H
#define ALEA_SERVER_GAME_HOST_REGISTRY_H

#include "server/bus/bus.h"
#include "server/game/model/command.h"
#include "server/jobs/queue.h"
#include "server/socket/connections.h"
#include "server/storage/interface.h"
#include "server/support/id_map.h"
#include "server/support/json_out.h"
#include "server/support/limits.h"
#include "server_key.h"

#include <alea/play_tree.h>

/* The parts of the server that games use; all of them outlive the games. */
typedef struct games_parts {
    storage *store;
    connections *sockets;
    jobs *work;
    bus *bus;              /* NULL: none */
    limits *limit;         /* NULL = no limits */
    const server_key *key; /* NULL: seeds are stored plainly, seals are not signed */
    /* A played game is about to end, its journal stored; `users` are those of the
     * seats, "" for a seat without a person. Then: it has ended. */
    void (*on_ending)(void *context, const char *id, const char *const users[2]);
    void (*on_over)(void *context, const char *id);
    /* The user is to act in the game, or has an opponent now, and is not at it. */
    void (*on_call)(void *context, const char *user, const char *id);
    /* The user of a seat looks at the game. */
    void (*on_seen)(void *context, const char *user, const char *id);
    /* The user was challenged to the game. */
    void (*on_challenge)(void *context, const char *user, const char *id);
    /* The user's vacation was stored; the games of this server know. */
    void (*on_vacation)(void *context, const char *user);
    void *context;
} games_parts;

enum { REFUSED_KEPT = 8 };

/* A rejected command, so that its key gets the same answer again. */
typedef struct refused_key {
    char user[ID_SIZE], key[COMMAND_KEY_SIZE], code[32], text[240];
    const char *note;
} refused_key;

/* A message to spectators that is queued, or the last that was sent (delayed.h). */
typedef struct delayed_message delayed_message;
struct delayed_message {
    delayed_message *next;
    int64_t due; /* games_clock */
    int64_t seq;
    size_t entries; /* of the record at that time */
    int score[2];
    size_t state_at,
        size; /* where the state begins in text, which ends with the state and } */
    char text[];
};

/* The host's state of a game in memory. Times are of games_clock, in ms. */
struct live_game {
    delayed_message *delayed, *shown; /* to spectators: waiting; the last sent */
    bool dirty_presence;       /* the list of people present must be sent to watchers */
    bool is_thinking;          /* a job for the machine's decision is under way */
    uint64_t think_generation; /* number of the job that counts; never used twice */
    int64_t think_after;       /* the machine waits until then */
    alea_form echo_form;       /* form of the person in earlier matches, once known */
    bool echo_known;
    char *outlook;         /* the message to spectators; NULL: none yet */
    int64_t outlook_seq;   /* the game.play_seq that it is about */
    int64_t outlook_asked; /* event that the running job is for; -1 = none */
    int64_t touched;       /* the last use, for leaving memory */
    int64_t held_since;    /* in this server's memory */
    int64_t clocks_stored; /* clocks.h */
    int64_t clocks_left;   /* sum of what was left of all clocks by then */
    bool lost;       /* an event could not be stored: memory is ahead of the storage */
    game *next_lost; /* lost games, freed at the end of the tick */
    /* Hashes of the keys of its events (keys.h). */
    uint64_t *key_hash;
    size_t keys;
    bool keys_loaded, keys_unknown;
    refused_key *refused; /* [REFUSED_KEPT], or NULL */
    int refused_next;
};

typedef struct games games;
struct games {
    games_parts parts;
    const command *commands; /* [COMMANDS] */
    /* Called after events of a game, because the machine may be to act. */
    void (*think)(games *all, game *g);
    bool stopping; /* no further decision of the machine is started */

    id_map live;
    game *lost;                 /* waits for games_sweep */
    int64_t ticks, stalled;     /* of games_clock */
    uint64_t think_generations; /* the last one given out */
    id_map requests;            /* machine/machine.h */

    json_out out, event;  /* the message and the event being written */
    alea_play_tree *tree; /* scratch memory for states */

    json_out lobby; /* the last lobby message */
    bool lobby_changed, lobby_to_tell;
    bool lobby_to_publish; /* changed here, not yet announced to other servers */
    int64_t lobby_sent, lobby_published;

    char elsewhere[STORAGE_ADDRESS];    /* the server that holds a game asked for */
    int64_t given, taken_over, sent_on; /* figures: games, games, requests */
    int64_t leases_looked;              /* server_ticks() */
    int64_t due_looked;                 /* games_clock */
    char (*to_load)[ID_SIZE];           /* games whose clock was running at the start */
    int to_load_count;
    bool unlisted; /* not all games to load could be read: list them again */
    size_t sweep;  /* which share of the games the next tick checks for idleness */
};

/* game_new with its `live`; NULL without memory. */
game *live_game_new(const char *id);
/* NULL is allowed. */
void live_game_free(game *g);

/* The game if it is in memory; NULL otherwise. */
game *games_live(const games *all, const char *id);
/* Takes `g` over; false without memory. */
bool games_keep(games *all, game *g);
/* Marks a game of which an event could not be stored, so that memory is ahead of the
 * storage. games_live no longer finds it; the next access reads it from the storage.
 * `g` stays valid until games_sweep. */
void games_mark_lost(games *all, game *g);
/* Frees the lost games. Call it at the end of a tick, when no caller holds one. */
void games_sweep(games *all);
/* Marks the lobby as changed. */
void games_lobby_changed(games *all);

/* Returns milliseconds of the clock that games run by. It is monotonic and leaves out
 * every gap of more than 5 s between two calls: games_tick calls it four times a
 * second, so in such a gap the server stood still and nobody could act. Never 0. */
int64_t games_clock(games *all);

#endif
