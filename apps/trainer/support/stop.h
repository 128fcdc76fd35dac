/* Ctrl-C and SIGTERM ask long work to end in good order. */
#ifndef TRAINER_STOP_H
#define TRAINER_STOP_H

#include <signal.h>

/* From now on SIGINT and SIGTERM only set what is returned to non-zero. */
const volatile sig_atomic_t *stop_on_signals(void);

#endif
