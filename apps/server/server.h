/* The life of a server. Loop's thread only. */
#ifndef ALEA_SERVER_SERVER_H
#define ALEA_SERVER_SERVER_H

#include "server/support/state.h"

#include <alea/status.h>

/* Everything but the network, so that tests and fuzz targets have a server too; `s` is
 * filled with zeros before. server_close takes what server_open left after a
 * failure. */
alea_status server_open(server *s, const server_options *options, alea_error *error);
void server_close(server *s);
/* Every 50 ms from the loop. */
void server_tick(server *s);
/* After transport_wake: what other threads have ended. */
void server_wake(server *s);
/* Runs until SIGTERM or SIGINT; returns the exit status. */
int server_run(const server_options *options);

#endif
