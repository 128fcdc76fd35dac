#include "internal.h"

#include "list.h"

#include <stdlib.h>
#ifdef __linux__
#include <sys/resource.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

enum {
    QUICK_CACHE = 4 << 20, /* bytes an engine */
    LONG_CACHE = 8 << 20,
    NICE_LONG = 10
};

static json_t *do_work(const worker *w, alea_engine **engine, job *j, alea_error *error)
{
    if (!*engine && w->least != JOB_FILES) {
        alea_engine_options options = {w->engine_threads, w->cache_bytes};
        if (alea_engine_open(engine, w->owner->evaluator, NULL, &options, error) !=
            ALEA_OK)
            return NULL;
    }
    return j->order.work(j, *engine, j->order.input, error);
}

static void *worker_run(void *context)
{
    worker *w = context;
    jobs *q = w->owner;
    alea_engine *engine = NULL;
#ifdef __linux__
    /* There it is the thread's own, and its engine's threads inherit it. */
    if (w->least >= JOB_LONG) setpriority(PRIO_PROCESS, 0, NICE_LONG);
#endif
    pthread_mutex_lock(&q->lock);
    for (;;) {
        job *j = NULL;
        while (!q->closing && !(j = shares_next(q, w->least, w->most, shares_at_home)))
            pthread_cond_wait(&q->work, &q->lock);
        if (q->closing) break;
        job_begin(q, j);
        pthread_mutex_unlock(&q->lock);
        alea_error error = {0};
        json_t *result = do_work(w, &engine, j, &error);
        job_input_free(j);
#ifdef __GLIBC__
        /* A long analysis leaves tens of megabytes of free heap. */
        if (w->least == JOB_LONG) malloc_trim(0);
#endif
        pthread_mutex_lock(&q->lock);
        job_end(q, j, result, &error);
        pthread_cond_broadcast(&q->work); /* its user may run another */
        pthread_mutex_unlock(&q->lock);
        q->wake(q->context);
        pthread_mutex_lock(&q->lock);
    }
    pthread_mutex_unlock(&q->lock);
    alea_engine_close(engine);
    return NULL;
}

bool workers_run_next(jobs *q, alea_engine *engine)
{
    alea_error error = {0};
    json_t *result = NULL;
    pthread_mutex_lock(&q->lock);
    job *j = shares_next(q, JOB_MACHINE, JOB_FILES, shares_at_home);
    if (j) job_begin(q, j);
    pthread_mutex_unlock(&q->lock);
    if (!j) return false;
    if (engine || j->order.class_ == JOB_FILES)
        result = j->order.work(j, engine, j->order.input, &error);
    else
        error.status = ALEA_ERROR_MEMORY;
    job_input_free(j);
    pthread_mutex_lock(&q->lock);
    job_end(q, j, result, &error);
    pthread_mutex_unlock(&q->lock);
    return true;
}

bool workers_start(jobs *q, int processors)
{
    int quick = processors < 2 ? 2 : processors;
    int slow = processors < 4 ? 2 : processors / 2;
    q->slow_workers = slow;
    q->worker = calloc((size_t)(quick + slow + 1), sizeof *q->worker);
    if (!q->worker) return false;
    for (int i = 0; i < quick + slow + 1; i++) {
        worker *w = &q->worker[i];
        const bool is_slow = i >= quick;
        const job_class slow_class = i == quick + slow ? JOB_FILES : JOB_LONG;
        *w = (worker){.owner = q,
                      .least = is_slow ? slow_class : JOB_MACHINE,
                      .most = is_slow  ? slow_class
                              : i == 0 ? JOB_MACHINE
                                       : JOB_ASKED,
                      .engine_threads = is_slow && processors > 1 ? 2 : 1,
                      .cache_bytes = is_slow ? LONG_CACHE : QUICK_CACHE};
        if (pthread_create(&w->thread, NULL, worker_run, w) != 0) return false;
        q->workers++;
    }
    return true;
}
