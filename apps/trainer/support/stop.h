/* Turns SIGINT and SIGTERM into a flag that long work polls. */
#ifndef TRAINER_STOP_H
#define TRAINER_STOP_H

#include <signal.h>

/* Installs handlers of SIGINT and SIGTERM that set the returned flag. */
const volatile sig_atomic_t *stop_on_signals(void);

#endif
