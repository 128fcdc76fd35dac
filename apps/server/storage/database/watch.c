#include "watch.h"
#include "bounded.h"
#include "session.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum {
    EVERY_MS = 500,
    SOON_MS = 100,   /* while it does not answer */
    SILENT_MS = 1000 /* without an answer it is silent */
};

struct database_watch {
    char *place; /* the storage's */
    atomic_bool *failing, *silent;
    PGconn *conn; /* NULL: none */
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    /* By the mutex: */
    bool stopping, wanted;
    PGconn *made; /* for watch_connection */
    storage_role role;
};

/* By the mutex. */
static void wait_ms(database_watch *w, int ms)
{
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&w->changed, &w->mutex, &until);
}

static bool answers(database_watch *w, const char *sql)
{
    const answer_limit limit = {.answer_ms = SILENT_MS};
    PGresult *result = bounded_exec(w->conn, sql, &limit);
    const bool well = session_fault(w->conn, result) == FAULT_NONE;
    pq.PQclear(result);
    return well;
}

static void set_silent(database_watch *w, bool silent)
{
    pthread_mutex_lock(&w->mutex);
    atomic_store(w->silent, silent);
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
}

static void connect_if_lost(database_watch *w)
{
    if (w->conn && pq.PQstatus(w->conn) != CONNECTION_OK) {
        pq.PQfinish(w->conn);
        w->conn = NULL;
    }
    if (w->conn) return;
    w->conn = session_open(w->place, NULL);
    if (w->conn) pq.PQsetnonblocking(w->conn, 1);
}

static void look(database_watch *w)
{
    static const char mark[] = "UPDATE alea.schema_version SET version = version";
    connect_if_lost(w);
    const int64_t asked = server_ticks();
    bool well = w->conn && answers(w, "SELECT 1");
    if (w->conn && !well && server_ticks() - asked < SILENT_MS) { /* it was ended */
        connect_if_lost(w);
        well = w->conn && answers(w, "SELECT 1");
    }
    set_silent(w, !well);
    if (!well)
        atomic_store(w->failing, true);
    else if (atomic_load(w->failing) && answers(w, mark))
        atomic_store(w->failing, false);
}

static void make_wanted(database_watch *w)
{
    pthread_mutex_lock(&w->mutex);
    const bool wanted = w->wanted && !w->made;
    const storage_role role = w->role;
    pthread_mutex_unlock(&w->mutex);
    if (!wanted) return;
    PGconn *conn = session_open(w->place, NULL);
    if (conn && session_enter(conn, &role) != SESSION_ENTERED) {
        pq.PQfinish(conn);
        conn = NULL;
    }
    pthread_mutex_lock(&w->mutex);
    w->made = conn;
    pthread_mutex_unlock(&w->mutex);
}

static void *work(void *context)
{
    database_watch *w = context;
    pthread_mutex_lock(&w->mutex);
    while (!w->stopping) {
        const bool soon = w->wanted || atomic_load(w->failing);
        if (!w->wanted || w->made || atomic_load(w->silent))
            wait_ms(w, soon ? SOON_MS : EVERY_MS);
        if (w->stopping) break;
        pthread_mutex_unlock(&w->mutex);
        look(w);
        if (!atomic_load(w->silent)) make_wanted(w);
        pthread_mutex_lock(&w->mutex);
        pthread_cond_broadcast(&w->changed);
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
    w->silent = of->silent;
    pthread_mutex_init(&w->mutex, NULL);
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&w->changed, &monotonic);
    pthread_condattr_destroy(&monotonic);
    connect_if_lost(w); /* here, so that a stopped database is noticed at once */
    if (pthread_create(&w->thread, NULL, work, w) == 0) return w;
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
    pq.PQfinish(w->conn);
    free(w);
    return NULL;
}

void watch_stop(database_watch *w)
{
    if (!w) return;
    pthread_mutex_lock(&w->mutex);
    w->stopping = true;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->mutex);
    pthread_join(w->thread, NULL);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->mutex);
    pq.PQfinish(w->made);
    pq.PQfinish(w->conn);
    free(w);
}

void watch_set_role(database_watch *w, const storage_role *role)
{
    pthread_mutex_lock(&w->mutex);
    w->role = *role;
    pq.PQfinish(w->made); /* of the role before */
    w->made = NULL;
    pthread_mutex_unlock(&w->mutex);
}

PGconn *watch_connection(database_watch *w)
{
    pthread_mutex_lock(&w->mutex);
    const int64_t until = server_ticks() + w->role.answer_ms;
    w->wanted = true;
    pthread_cond_broadcast(&w->changed);
    while (!w->made && !atomic_load(w->silent) && server_ticks() < until)
        wait_ms(w, (int)(until - server_ticks() > 0 ? until - server_ticks() : 1));
    PGconn *conn = w->made;
    w->made = NULL;
    if (conn) w->wanted = false;
    pthread_mutex_unlock(&w->mutex);
    return conn;
}
