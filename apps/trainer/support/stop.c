#include "stop.h"

#include <string.h>

/* Global because a signal handler has no other context. */
static volatile sig_atomic_t stop_requested;

static void request_stop(int number)
{
    (void)number;
    stop_requested = 1;
}

const volatile sig_atomic_t *stop_on_signals(void)
{
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = request_stop;
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return &stop_requested;
}
