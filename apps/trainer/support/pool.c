#include "pool.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

typedef struct worker {
    pool *owner;
    pthread_t thread;
    int number;
} worker;

struct pool {
    int threads;
    worker *workers;
    void (*work)(void *, int, int);
    void *context;
    int count;
    atomic_int next;  /* the next index to take */
    atomic_int busy;  /* workers still inside the current job */
    atomic_uint job;  /* rises by one a job */
    atomic_int quits; /* workers must end */
    pthread_mutex_t lock;
    pthread_cond_t wake;
};

/* A training step is a handful of jobs of a tenth of a millisecond: sleeping between
 * them would cost more than the jobs, so a worker looks again this often before it
 * sleeps. */
enum { LOOKS = 4000, LOOKS_BEFORE_YIELD = 200 };

static void take_all(pool *p, int thread)
{
    for (;;) {
        int index = atomic_fetch_add(&p->next, 1);
        if (index >= p->count) return;
        p->work(p->context, index, thread);
    }
}

static void await_job(pool *p, unsigned seen)
{
    for (int i = 0; i < LOOKS; i++) {
        if (atomic_load(&p->job) != seen) return;
        if (i > LOOKS_BEFORE_YIELD) sched_yield();
    }
    pthread_mutex_lock(&p->lock);
    while (atomic_load(&p->job) == seen) pthread_cond_wait(&p->wake, &p->lock);
    pthread_mutex_unlock(&p->lock);
}

static void *worker_main(void *argument)
{
    worker *me = argument;
    pool *p = me->owner;
    for (unsigned seen = 0;; seen++) {
        await_job(p, seen);
        if (atomic_load(&p->quits)) return NULL;
        take_all(p, me->number);
        atomic_fetch_sub(&p->busy, 1);
    }
}

static void post(pool *p)
{
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->job, 1);
    pthread_cond_broadcast(&p->wake);
    pthread_mutex_unlock(&p->lock);
}

pool *pool_open(int threads)
{
    pool *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->workers = calloc((size_t)threads, sizeof *p->workers);
    if (!p->workers) {
        free(p);
        return NULL;
    }
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->wake, NULL);
    p->threads = 1;
    for (int i = 1; i < threads; i++) {
        worker *w = &p->workers[i];
        w->owner = p;
        w->number = i;
        if (pthread_create(&w->thread, NULL, worker_main, w) != 0) {
            pool_close(p);
            return NULL;
        }
        p->threads++;
    }
    return p;
}

void pool_close(pool *p)
{
    if (!p) return;
    atomic_store(&p->quits, 1);
    post(p);
    for (int i = 1; i < p->threads; i++) pthread_join(p->workers[i].thread, NULL);
    pthread_cond_destroy(&p->wake);
    pthread_mutex_destroy(&p->lock);
    free(p->workers);
    free(p);
}

int pool_threads(const pool *p)
{
    return p->threads;
}

void pool_run(pool *p, void (*work)(void *, int, int), void *context, int count)
{
    p->work = work;
    p->context = context;
    p->count = count;
    atomic_store(&p->next, 0);
    atomic_store(&p->busy, p->threads - 1);
    if (p->threads > 1) post(p);
    take_all(p, 0);
    while (atomic_load(&p->busy) > 0) sched_yield();
}
