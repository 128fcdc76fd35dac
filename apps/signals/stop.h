/* Turns SIGINT and SIGTERM into a flag that long work polls: the one flag of all
 * commands that finish their work when they are interrupted. */
#ifndef ALEA_SIGNALS_STOP_H
#define ALEA_SIGNALS_STOP_H

#include <signal.h>
#include <stdbool.h>

/* Installs handlers with these flags of sigaction (SA_RESTART or 0). Returns the flag,
 * which is not 0 once a signal has come. */
const volatile sig_atomic_t *stop_on_signals(int flags);
/* Restores the actions that the last stop_on_signals replaced. */
void stop_restore_signals(void);
bool stop_requested(void);
/* The signal that came, or 0; clears the flag, for work that others follow. */
int stop_take(void);
/* Sets the flag as a signal would. */
void stop_request(void);

#endif
