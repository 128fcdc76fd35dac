#include "thread.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

typedef struct worker {
    alea_pool *pool;
    int thread;
    pthread_t id;
} worker;

struct alea_pool {
    pthread_mutex_t lock;
    pthread_cond_t begin, done;
    int threads;
    atomic_int busy; /* workers still at the present job */
    atomic_uint job; /* counts jobs, so that a worker sees a new one */
    unsigned calls;  /* of alea_pool_wake */
    bool closing;
    alea_work *work; /* the present job; written under the lock while nobody works */
    void *context;
    size_t count;
    atomic_size_t next; /* next index to hand out */
    worker workers[];   /* threads - 1: the caller is thread 0 */
};

static void work_off(alea_pool *pool, int thread)
{
    for (;;) {
        const size_t index = atomic_fetch_add(&pool->next, 1);
        if (index >= pool->count) return;
        pool->work(pool->context, index, thread);
    }
}

/* Jobs of one decision follow each other within microseconds, and waking a thread that
 * sleeps takes tens of them: for about as long a thread watches before it lies down.
 * Longer would take the processor from others for nothing. */
enum { WATCHES = 1000 };

static void pause_briefly(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static void watch_for_job(alea_pool *pool, unsigned seen)
{
    for (int i = 0; i < WATCHES && atomic_load(&pool->job) == seen; i++)
        pause_briefly();
}

static void watch_for_end(alea_pool *pool)
{
    for (int i = 0; i < WATCHES && atomic_load(&pool->busy) > 0; i++) pause_briefly();
}

static void *worker_main(void *argument)
{
    worker *self = argument;
    alea_pool *pool = self->pool;
    unsigned seen = 0, heard = 0;
    pthread_mutex_lock(&pool->lock);
    for (;;) {
        while (!pool->closing && atomic_load(&pool->job) == seen &&
               pool->calls == heard)
            pthread_cond_wait(&pool->begin, &pool->lock);
        if (pool->closing) break;
        heard = pool->calls;
        const bool new_job = atomic_load(&pool->job) != seen;
        seen = atomic_load(&pool->job);
        pthread_mutex_unlock(&pool->lock);
        if (new_job) work_off(pool, self->thread);
        pthread_mutex_lock(&pool->lock);
        if (new_job && atomic_fetch_sub(&pool->busy, 1) == 1)
            pthread_cond_signal(&pool->done);
        pthread_mutex_unlock(&pool->lock);
        watch_for_job(pool, seen);
        pthread_mutex_lock(&pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Signals go to the program's own threads, never to a worker. */
static bool start_worker(worker *self)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool started = pthread_create(&self->id, NULL, worker_main, self) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

alea_status alea_pool_open(alea_pool **out, int threads)
{
    if (threads < 1) return ALEA_ERROR_ARGUMENT;
    const size_t extra = (size_t)threads - 1;
    alea_pool *pool = calloc(1, sizeof *pool + extra * sizeof *pool->workers);
    if (!pool) return ALEA_ERROR_MEMORY;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->begin, NULL);
    pthread_cond_init(&pool->done, NULL);
    pool->threads = 1;
    for (size_t i = 0; i < extra; i++) {
        pool->workers[i] = (worker){.pool = pool, .thread = (int)i + 1};
        if (!start_worker(&pool->workers[i])) {
            alea_pool_close(pool);
            return ALEA_ERROR_MEMORY;
        }
        pool->threads++;
    }
    *out = pool;
    return ALEA_OK;
}

void alea_pool_close(alea_pool *pool)
{
    if (!pool) return;
    pthread_mutex_lock(&pool->lock);
    pool->closing = true;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    for (int i = 0; i + 1 < pool->threads; i++) pthread_join(pool->workers[i].id, NULL);
    pthread_cond_destroy(&pool->done);
    pthread_cond_destroy(&pool->begin);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int alea_pool_threads(const alea_pool *pool)
{
    return pool->threads;
}

void alea_pool_wake(alea_pool *pool)
{
    if (pool->threads == 1) return;
    pthread_mutex_lock(&pool->lock);
    pool->calls++;
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
}

void alea_pool_run(alea_pool *pool, size_t count, alea_work *work, void *context)
{
    if (count == 0) return;
    if (pool->threads == 1) {
        for (size_t i = 0; i < count; i++) work(context, i, 0);
        return;
    }
    pthread_mutex_lock(&pool->lock);
    pool->work = work;
    pool->context = context;
    pool->count = count;
    atomic_store(&pool->next, 0);
    atomic_store(&pool->busy, pool->threads - 1);
    atomic_fetch_add(&pool->job, 1);
    pthread_cond_broadcast(&pool->begin);
    pthread_mutex_unlock(&pool->lock);
    work_off(pool, 0);
    watch_for_end(pool);
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->busy) > 0) pthread_cond_wait(&pool->done, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}
