/* Threads for WebAssembly without threads: locks cost nothing, and no thread starts. One
 * module is one thread; several workers have a module each. */
#ifndef ALEA_WASM_PTHREAD_H
#define ALEA_WASM_PTHREAD_H

#include <errno.h>
#include <string.h>
#include <sys/types.h>
#include <time.h>

#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_INITIALIZER                                                      \
    {                                                                                  \
        0                                                                              \
    }

#define PTHREAD_NOTHING(name, thing)                                                   \
    static inline int name(thing *it)                                                  \
    {                                                                                  \
        (void)it;                                                                      \
        return 0;                                                                      \
    }
#define PTHREAD_INIT(name, thing, attributes_of)                                       \
    static inline int name(thing *it, const attributes_of *attributes)                 \
    {                                                                                  \
        (void)attributes;                                                              \
        memset(it, 0, sizeof *it);                                                     \
        return 0;                                                                      \
    }

PTHREAD_INIT(pthread_mutex_init, pthread_mutex_t, pthread_mutexattr_t)
PTHREAD_INIT(pthread_cond_init, pthread_cond_t, pthread_condattr_t)
PTHREAD_NOTHING(pthread_mutex_destroy, pthread_mutex_t)
PTHREAD_NOTHING(pthread_mutex_lock, pthread_mutex_t)
PTHREAD_NOTHING(pthread_mutex_unlock, pthread_mutex_t)
PTHREAD_NOTHING(pthread_cond_destroy, pthread_cond_t)
PTHREAD_NOTHING(pthread_cond_signal, pthread_cond_t)
PTHREAD_NOTHING(pthread_cond_broadcast, pthread_cond_t)
PTHREAD_NOTHING(pthread_condattr_destroy, pthread_condattr_t)
PTHREAD_NOTHING(pthread_barrier_destroy, pthread_barrier_t)
PTHREAD_NOTHING(pthread_barrier_wait, pthread_barrier_t)

static inline int pthread_condattr_init(pthread_condattr_t *attributes)
{
    memset(attributes, 0, sizeof *attributes);
    return 0;
}

static inline int pthread_condattr_setclock(pthread_condattr_t *attributes,
                                            clockid_t clock)
{
    (void)attributes, (void)clock;
    return 0;
}

static inline int pthread_once(pthread_once_t *once, void (*run)(void))
{
    if (!*once) {
        *once = 1;
        run();
    }
    return 0;
}

/* Nobody could signal: whoever waited here would wait for ever, so nobody does. */
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock)
{
    (void)condition, (void)lock;
    return 0;
}

static inline int pthread_cond_timedwait(pthread_cond_t *condition,
                                         pthread_mutex_t *lock,
                                         const struct timespec *until)
{
    (void)condition, (void)lock, (void)until;
    return ETIMEDOUT;
}

static inline int pthread_barrier_init(pthread_barrier_t *it, const void *attributes,
                                       unsigned count)
{
    (void)attributes;
    memset(it, 0, sizeof *it);
    return count == 1 ? 0 : EINVAL;
}

static inline int pthread_create(pthread_t *id, const pthread_attr_t *attributes,
                                 void *(*run)(void *), void *context)
{
    (void)attributes, (void)run, (void)context;
    memset(id, 0, sizeof *id);
    return EAGAIN;
}

static inline int pthread_join(pthread_t id, void **result)
{
    (void)id, (void)result;
    return EINVAL;
}

#endif
