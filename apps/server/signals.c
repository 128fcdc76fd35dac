#include "signals.h"

#include <signal.h>
#include <stddef.h>
#include <unistd.h>

static volatile sig_atomic_t asked_to_stop, asked_to_reload;

static void on_signal(int number)
{
    if (number == SIGHUP)
        asked_to_reload = 1;
    else
        asked_to_stop = 1;
}

void signals_catch(void)
{
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    /* In a terminal SIGHUP means that the terminal is gone; nohup has it ignored. */
    struct sigaction hangup = {.sa_handler = SIG_IGN};
    if (!isatty(STDIN_FILENO) && sigaction(SIGHUP, NULL, &hangup) == 0 &&
        hangup.sa_handler != SIG_IGN)
        sigaction(SIGHUP, &action, NULL);
}

bool signals_stop(void)
{
    return asked_to_stop;
}

bool signals_reload(void)
{
    const bool asked = asked_to_reload;
    asked_to_reload = 0;
    return asked;
}
