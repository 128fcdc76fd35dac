/* Threads that run the same function over indices 0..count-1. What index does what
 * never depends on which thread takes it, so results do not depend on the number of
 * threads. */
#ifndef ALEA_TRAINER_SUPPORT_POOL_H
#define ALEA_TRAINER_SUPPORT_POOL_H

typedef struct pool pool;

/* threads >= 1, the calling one included. NULL when no thread or memory can be had. */
pool *pool_open(int threads);
void pool_close(pool *p);
int pool_threads(const pool *p);
/* Calls work(context, index, thread) for each index; returns when all are done.
 * `thread` is 0..threads-1, for scratch memory. */
void pool_run(pool *p, void (*work)(void *context, int index, int thread),
              void *context, int count);

#endif
