/* What /metrics tells. The loop's thread counts; nobody resets. */
#ifndef ALEA_SERVER_METRICS_H
#define ALEA_SERVER_METRICS_H

#include "http.h"

#include <stdint.h>

typedef enum metrics_refusal {
    REFUSED_RATE = 0, /* too many requests */
    REFUSED_ORIGIN,
    REFUSED_HOST,
    REFUSED_LOGIN,
    REFUSED_CONNECTION, /* too many from one address */
    REFUSED_MESSAGE,    /* a frame too large, too many fragments, binary */
    REFUSED_SLOW,       /* a reader that does not read */
    REFUSALS
} metrics_refusal;

typedef struct metrics {
    uint64_t requests[6]; /* by the first digit of the answer's status */
    uint64_t refused[REFUSALS];
    uint64_t messages_in, messages_out, bytes_out;
    uint64_t tick_late_ms_max; /* the longest that the loop kept its clock waiting */
    int64_t connections, sockets;
} metrics;

http_handler health_get;
http_handler metrics_get;

#endif
