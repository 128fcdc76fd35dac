/* The signals that end a server, or have it read its certificate again. */
#ifndef ALEA_SERVER_SIGNALS_H
#define ALEA_SERVER_SIGNALS_H

#include <stdbool.h>

void signals_catch(void);
/* Returns whether SIGTERM or SIGINT has come since. */
bool signals_stop(void);
/* Returns whether SIGHUP has come since the last call. */
bool signals_reload(void);

#endif
