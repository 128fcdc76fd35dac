/* The counters of /metrics. Changed on the event loop thread only, never reset. */
#ifndef ALEA_SERVER_SUPPORT_METRICS_H
#define ALEA_SERVER_SUPPORT_METRICS_H

#include <stdint.h>

typedef enum metrics_refusal {
    REFUSED_RATE = 0, /* too many requests */
    REFUSED_ORIGIN,
    REFUSED_HOST,
    REFUSED_LOGIN,
    REFUSED_CONNECTION, /* too many from one address */
    REFUSED_MESSAGE,    /* a frame too large, too many fragments, binary */
    REFUSED_SLOW,       /* a reader that does not read */
    REFUSED_SESSION,    /* a cookie without a session */
    REFUSED_REQUEST,    /* malformed, or the person has no right to do it */
    REFUSED_UPLOAD,     /* a file that is no match, or too large */
    REFUSED_COMMAND,    /* of a socket: malformed */
    REFUSED_PLAY,       /* against the rules */
    REFUSED_TURN,       /* not now, or not this player's turn */
    REFUSED_SEAT,       /* in a game of others */
    REFUSED_FLOOD,      /* too many commands */
    REFUSALS
} metrics_refusal;

/* The log budget of one kind of rejection. */
typedef struct refusal_log {
    int64_t filled; /* server_ticks() */
    int lines;      /* that may still be written */
    uint64_t untold;
} refusal_log;

typedef struct metrics {
    uint64_t requests[6]; /* by the first digit of the answer's status */
    uint64_t refused[REFUSALS];
    refusal_log log[REFUSALS];
    uint64_t messages_in, messages_out, bytes_out;
    uint64_t tick_late_ms_max; /* the longest delay of the loop's 50 ms tick */
    int64_t connections, sockets;
    uint64_t leases_lost;
} metrics;

#endif
