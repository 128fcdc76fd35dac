/* Threads for WebAssembly without threads: locks cost nothing, and no thread starts. One
 * module is one thread; several workers have a module each. */
#ifndef ALEA_WASM_PTHREAD_H
#define ALEA_WASM_PTHREAD_H

#include <errno.h>

typedef struct pthread_thing {
    char none;
} pthread_t, pthread_mutex_t, pthread_cond_t, pthread_barrier_t, sigset_t;

enum { SIG_SETMASK };

#define PTHREAD_NOTHING(name, thing)                                                   \
    static inline int name(thing *it)                                                  \
    {                                                                                  \
        (void)it;                                                                      \
        return 0;                                                                      \
    }
#define PTHREAD_INIT(name, thing)                                                      \
    static inline int name(thing *it, const void *attributes)                          \
    {                                                                                  \
        (void)attributes;                                                              \
        it->none = 0;                                                                  \
        return 0;                                                                      \
    }

PTHREAD_INIT(pthread_mutex_init, pthread_mutex_t)
PTHREAD_INIT(pthread_cond_init, pthread_cond_t)
PTHREAD_NOTHING(pthread_mutex_destroy, pthread_mutex_t)
PTHREAD_NOTHING(pthread_mutex_lock, pthread_mutex_t)
PTHREAD_NOTHING(pthread_mutex_unlock, pthread_mutex_t)
PTHREAD_NOTHING(pthread_cond_destroy, pthread_cond_t)
PTHREAD_NOTHING(pthread_cond_signal, pthread_cond_t)
PTHREAD_NOTHING(pthread_cond_broadcast, pthread_cond_t)
PTHREAD_NOTHING(pthread_barrier_destroy, pthread_barrier_t)
PTHREAD_NOTHING(pthread_barrier_wait, pthread_barrier_t)
PTHREAD_NOTHING(sigfillset, sigset_t)

/* Nobody could signal: whoever waited here would wait for ever, so nobody does. */
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock)
{
    (void)condition, (void)lock;
    return 0;
}

static inline int pthread_barrier_init(pthread_barrier_t *it, const void *attributes,
                                       unsigned count)
{
    (void)attributes;
    it->none = 0;
    return count == 1 ? 0 : EINVAL;
}

static inline int pthread_create(pthread_t *id, const void *attributes,
                                 void *(*run)(void *), void *context)
{
    (void)attributes, (void)run, (void)context;
    id->none = 0;
    return EAGAIN;
}

static inline int pthread_join(pthread_t id, void **result)
{
    (void)id, (void)result;
    return EINVAL;
}

static inline int pthread_sigmask(int how, const sigset_t *set, sigset_t *before)
{
    (void)how;
    if (before) *before = *set;
    return 0;
}

#endif
