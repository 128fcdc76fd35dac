/* The parts of the server that the handlers of club/ use. Types only. Loop's thread. */
#ifndef ALEA_SERVER_CLUB_PARTS_H
#define ALEA_SERVER_CLUB_PARTS_H

#include "server/socket/connections.h"
#include "server/storage/interface.h"
#include "server/support/limits.h"

typedef struct club_parts {
    storage *store;
    connections *sockets;
    limits *limit;
} club_parts;

#endif
