/* Signals for WebAssembly, where none comes. */
#ifndef ALEA_WASM_SIGNAL_H
#define ALEA_WASM_SIGNAL_H

#include <pthread.h>
#include <sys/types.h>

typedef int sig_atomic_t;

enum { SIG_SETMASK, SIGTERM };
enum { SA_RESTART = 0 };

static inline int sigfillset(sigset_t *set)
{
    memset(set, 0, sizeof *set);
    return 0;
}

static inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    (void)how;
    if (before) *before = *set;
    return 0;
}

#endif
