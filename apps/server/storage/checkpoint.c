#include "checkpoint.h"
#include "sqlite.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

enum { EVERY_S = 1 };

struct storage_checkpoints {
    sqlite3 *db;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t stop;
    bool stopping;
};

static void *work(void *context)
{
    storage_checkpoints *c = context;
    struct timespec until;
    pthread_mutex_lock(&c->mutex);
    while (!c->stopping) {
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_sec += EVERY_S;
        pthread_cond_timedwait(&c->stop, &c->mutex, &until);
        if (c->stopping) break;
        pthread_mutex_unlock(&c->mutex);
        /* It costs nothing where nothing was written. A failure is the next one's. */
        sqlite3_wal_checkpoint_v2(c->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        pthread_mutex_lock(&c->mutex);
    }
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

storage_checkpoints *storage_checkpoints_start(sqlite3 *of, const char *path)
{
    storage_checkpoints *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    if (sqlite3_open_v2(path, &c->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK ||
        sqlite3_exec(c->db, "PRAGMA synchronous=NORMAL; SELECT 1 FROM sqlite_schema",
                     NULL, NULL, NULL) != SQLITE_OK) {
        sqlite3_close(c->db);
        free(c);
        return NULL;
    }
    pthread_mutex_init(&c->mutex, NULL);
    pthread_cond_init(&c->stop, NULL);
    if (pthread_create(&c->thread, NULL, work, c) == 0) {
        sqlite3_wal_autocheckpoint(of, STORAGE_LOG_MOST);
        return c;
    }
    pthread_cond_destroy(&c->stop);
    pthread_mutex_destroy(&c->mutex);
    sqlite3_close(c->db);
    free(c);
    return NULL;
}

void storage_checkpoints_stop(storage_checkpoints *c)
{
    if (!c) return;
    pthread_mutex_lock(&c->mutex);
    c->stopping = true;
    pthread_cond_signal(&c->stop);
    pthread_mutex_unlock(&c->mutex);
    pthread_join(c->thread, NULL);
    pthread_cond_destroy(&c->stop);
    pthread_mutex_destroy(&c->mutex);
    sqlite3_close(c->db);
    free(c);
}
