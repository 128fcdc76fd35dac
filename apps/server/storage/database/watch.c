#include "watch.h"
#include "session.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { EVERY_S = 1 };

struct database_watch {
    char *place; /* the storage's */
    atomic_bool *failing;
    PGconn *conn; /* NULL: none */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t stop;
    bool stopping;
};

static void look(database_watch *w)
{
    const bool failing = atomic_load(w->failing);
    if (!w->conn) w->conn = session_open(w->place, NULL);
    const bool well =
        w->conn &&
        session_run(w->conn, failing
                                 ? "UPDATE alea.schema_version SET version = version"
                                 : "SELECT 1");
    if (w->conn && PQstatus(w->conn) != CONNECTION_OK) {
        PQfinish(w->conn);
        w->conn = NULL;
    }
    if (well == failing) atomic_store(w->failing, !well);
}

static void *work(void *context)
{
    database_watch *w = context;
    struct timespec until;
    pthread_mutex_lock(&w->mutex);
    while (!w->stopping) {
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += EVERY_S;
        pthread_cond_timedwait(&w->stop, &w->mutex, &until);
        if (w->stopping) break;
        pthread_mutex_unlock(&w->mutex);
        look(w);
        pthread_mutex_lock(&w->mutex);
    }
    pthread_mutex_unlock(&w->mutex);
    return NULL;
}

database_watch *watch_start(storage *of)
{
    database_watch *w = calloc(1, sizeof *w);
    pthread_condattr_t monotonic;
    if (!w) return NULL;
    w->place = of->place;
    w->failing = of->failing;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->stop, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&w->thread, NULL, work, w) == 0) return w;
    pthread_cond_destroy(&w->stop);
    pthread_mutex_destroy(&w->mutex);
    free(w);
    return NULL;
}

void watch_stop(database_watch *w)
{
    if (!w) return;
    pthread_mutex_lock(&w->mutex);
    w->stopping = true;
    pthread_cond_signal(&w->stop);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->stop);
    pthread_mutex_destroy(&w->mutex);
    PQfinish(w->conn);
    free(w);
}
