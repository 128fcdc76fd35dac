#include "stop.h"

#include <stddef.h>

/* Global because a signal handler has no other context. */
static volatile sig_atomic_t requested;
static struct sigaction before_int, before_term;

static void on_signal(int number)
{
    requested = number;
}

const volatile sig_atomic_t *stop_on_signals(int flags)
{
    const struct sigaction action = {.sa_handler = on_signal, .sa_flags = flags};
    sigaction(SIGINT, &action, &before_int);
    sigaction(SIGTERM, &action, &before_term);
    return &requested;
}

void stop_restore_signals(void)
{
    sigaction(SIGINT, &before_int, NULL);
    sigaction(SIGTERM, &before_term, NULL);
}

bool stop_requested(void)
{
    return requested != 0;
}

int stop_take(void)
{
    const int number = requested;
    requested = 0;
    return number;
}

void stop_request(void)
{
    requested = SIGTERM;
}
