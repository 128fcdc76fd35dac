/* The running server, for server.c, which opens its parts, and for metrics_page.c.
 * Rooms see only the parts passed to them. Loop's thread only. */
#ifndef ALEA_SERVER_INTERNAL_H
#define ALEA_SERVER_INTERNAL_H

#include "dispatch.h"
#include "server.h"
#include "topics.h"

#include "server/bus/bus.h"
#include "server/chouette/parts.h"
#include "server/clubs/parts.h"
#include "server/desk/bytes/images.h"
#include "server/jobs/queue.h"
#include "server/net/transport.h"
#include "server/players/parts.h"
#include "server/storage/upkeep.h"
#include "server/study/parts.h"
#include "server/tables/parts.h"
#include "server/tournament/parts.h"
#include "server/word/parts.h"

typedef struct games games;           /* game/games.h */
typedef struct server_key server_key; /* game/host/server_key.h */

enum { SERVER_ROOMS = 14 };

struct server {
    server_options options;
    storage *store;
    connections *sockets;
    bus *bus;
    jobs *work;
    games *play;
    study *study;
    transport *net; /* NULL before it listens */
    limits *limit;
    people people;
    players_parts players;
    clubs clubs;
    tournaments tournaments;
    families families;
    chouettes chouettes;
    word *away; /* words to who is away */
    http_room rooms[SERVER_ROOMS + 1];
    dispatch_parts dispatch;
    topics_events topics;
    server_key *key;
    desk_images *desks; /* the desks of accounts */
    metrics count;
    alea_evaluator *evaluator; /* shared by all engines */
    int64_t started;           /* server_ticks(), as the next two */
    int64_t games_ticked, people_checked;
    upkeep upkeep;
    int64_t joined_at; /* server_ticks() of the last attempt to join */
    /* the server_ticks() of the planned stop, during which /health says 503; or 0 */
    int64_t leave_at;
    int64_t people_seen; /* storage_people_changed */
    int lock;            /* locks on the data file: one server each */
    bool stopping;
};

#endif
