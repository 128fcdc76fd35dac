/* A pool of threads that runs one function over indices 0..count-1. Results do not
 * depend on the number of threads as long as work on an index depends on the index
 * alone. */
#ifndef ALEA_BASE_THREAD_H
#define ALEA_BASE_THREAD_H

#include <stddef.h>

#include <alea/status.h>

typedef struct alea_pool alea_pool;

/* `thread` is 0..threads-1 and no two calls with the same one run at once: it picks
 * scratch memory. */
typedef void alea_work(void *context, size_t index, int thread);

/* threads >= 1, the calling thread counted (so 1 starts none). */
alea_status alea_pool_open(alea_pool **out, int threads);
/* Joins the threads; none may be at work. NULL is allowed. */
void alea_pool_close(alea_pool *pool);
int alea_pool_threads(const alea_pool *pool);
/* Calls work(context, index, thread) once for every index, in no fixed order, and
 * returns when all are done. Whatever the work wrote is visible then. One caller at a
 * time, and never from inside a work of the same pool. To stop early let `work` look at
 * a flag and return. */
void alea_pool_run(alea_pool *pool, size_t count, alea_work *work, void *context);
/* Wakes sleeping workers because a job follows within microseconds. Called by the
 * caller of alea_pool_run, between jobs. */
void alea_pool_wake(alea_pool *pool);

#endif
