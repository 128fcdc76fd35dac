/* `alea worker`: does engine work of servers that share its bus, with their own
 * code. */
#ifndef ALEA_SERVER_WORKER_WORKER_H
#define ALEA_SERVER_WORKER_WORKER_H

#include <alea/status.h>

#include <stdbool.h>

typedef struct worker_options {
    const char *bus, *bus_key, *name; /* as server_options has them */
    int threads;
    bool takes_machine, takes_asked, takes_long;
    bool quiet;
} worker_options;

/* Until SIGTERM. */
alea_status worker_run(const worker_options *options, alea_error *error);

#endif
