/* The parts of the server that the handlers of players/ use. Types only; loop. */
#ifndef ALEA_SERVER_PLAYERS_PARTS_H
#define ALEA_SERVER_PLAYERS_PARTS_H

#include "server/socket/connections.h"
#include "server/storage/interface.h"
#include "server/support/limits.h"

typedef struct players_parts {
    storage *store;
    connections *sockets;
    limits *limit;
} players_parts;

#endif
