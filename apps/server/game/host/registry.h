/* The games in memory by their identifier, and the parts of the server that they use.
 * Loop's thread only. */
#ifndef ALEA_SERVER_GAME_REGISTRY_H
#define ALEA_SERVER_GAME_REGISTRY_H

#include "server/game/model/command.h"
#include "server/jobs/queue.h"
#include "server/socket/connections.h"
#include "server/support/id_map.h"
#include "server/support/json_out.h"
#include "server/support/limits.h"

#include <alea/play_tree.h>

/* What games use of the server; all of it outlives them. */
typedef struct games_parts {
    storage *store;
    hub *sockets;
    jobs *work;
    limits *limit; /* NULL = no limits */
    /* A played game is about to be over, its journal stored; `users` are those of the
     * seats, "" where there is no person. Then: it is over. */
    void (*on_ending)(void *context, const char *id, const char *const users[2]);
    void (*on_over)(void *context, const char *id);
    void *context;
} games_parts;

typedef struct games games;
struct games {
    games_parts parts;
    const command *commands; /* [COMMANDS] */
    /* Called after events of a game: the machine may have to act. */
    void (*think)(games *all, game *g);
    bool stopping; /* the machine is asked nothing more */

    table live;
    game *lost;                 /* waits for games_sweep */
    int64_t ticks, stalled;     /* of games_clock */
    uint64_t think_generations; /* the last one given out */
    table requests;             /* machine/requests.h */

    json_out out, event;  /* the message and the event being written */
    alea_play_tree *tree; /* scratch memory for states */

    json_out lobby; /* the last lobby message */
    bool lobby_changed, lobby_to_tell;
    int64_t lobby_sent;

    char (*to_load)[ID_SIZE]; /* games with a clock that ran at the start */
    int to_load_count;
    size_t sweep; /* the share of games that is looked at for leaving memory */
};

/* The game if it is in memory; NULL otherwise. */
game *games_live(const games *all, const char *id);
/* Takes `g` over; false without memory. */
bool games_keep(games *all, game *g);
/* Frees the game; what is stored stays. */
void games_forget(games *all, game *g);
/* An event of `g` could not be stored, so memory is ahead of the storage: it is no
 * longer found, and read from the storage when it is next asked for. `g` itself stays
 * valid until games_sweep. */
void games_mark_lost(games *all, game *g);
/* Frees the lost games; at the end of a tick, when nobody holds one. */
void games_sweep(games *all);
/* Open seats or listed games have changed. */
void games_lobby_changed(games *all);

/* Milliseconds of the games' clock: monotonic, and standing still while the server does
 * not run: a gap of more than 5 s between two calls, which games_tick makes four times
 * a second, is left out, because nobody could act in it. Never 0. */
int64_t games_clock(games *all);

#endif
