#include "checkpoint.h"
#include "sqlite.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

enum { EVERY_S = 1, FREE_LEAST = 1024 * 1024 };
/* A larger file is not read through at the start. */
static const int64_t checked_most = (int64_t)1 << 30;

struct sqlite_checkpoints {
    sqlite3 *db;
    char *path; /* the storage's */
    atomic_bool *failing;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t stop;
    bool stopping;
};

/* A write that changes nothing. */
static bool can_write(sqlite3 *db)
{
    static const char begin[] = "BEGIN IMMEDIATE", commit[] = "COMMIT";
    char mark[64];
    sqlite3_stmt *st = NULL;
    int version = -1;
    if (sqlite3_exec(db, begin, NULL, NULL, NULL) != SQLITE_OK) return false;
    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        version = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    snprintf(mark, sizeof mark, "PRAGMA user_version=%d", version);
    if (version >= 0 && sqlite3_exec(db, mark, NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_exec(db, commit, NULL, NULL, NULL) == SQLITE_OK)
        return true;
    sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return false;
}

static bool is_full(const char *path)
{
    struct statvfs disk;
    return statvfs(path, &disk) == 0 &&
           (uint64_t)disk.f_bavail * disk.f_frsize < FREE_LEAST;
}

static void watch_disk(const sqlite_checkpoints *c)
{
    const bool full = is_full(c->path);
    if (full)
        atomic_store(c->failing, true);
    else if (atomic_load(c->failing) && can_write(c->db))
        atomic_store(c->failing, false);
}

/* A damaged file is served as far as it can be read, but the log says so. */
static void check_once(const sqlite_checkpoints *c)
{
    sqlite3_stmt *st = NULL;
    struct stat file;
    if (stat(c->path, &file) != 0 || file.st_size > checked_most) return;
    if (sqlite3_prepare_v2(c->db, "PRAGMA quick_check(1)", -1, &st, NULL) ==
            SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW) {
        const char *verdict = (const char *)sqlite3_column_text(st, 0);
        if (verdict && strcmp(verdict, "ok") != 0)
            server_log(NULL, "error", "data_damaged", "file", c->path, "fault", verdict,
                       "advice", "alea admin check; restore a backup", NULL);
    }
    sqlite3_finalize(st);
}

static void *work(void *context)
{
    sqlite_checkpoints *c = context;
    check_once(c);
    struct timespec until;
    pthread_mutex_lock(&c->mutex);
    while (!c->stopping) {
        clock_gettime(CLOCK_MONOTONIC, &until);
        until.tv_sec += EVERY_S;
        pthread_cond_timedwait(&c->stop, &c->mutex, &until);
        if (c->stopping) break;
        pthread_mutex_unlock(&c->mutex);
        /* Costs nothing if nothing was written. The next round retries a failure. */
        sqlite3_wal_checkpoint_v2(c->db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
        watch_disk(c);
        pthread_mutex_lock(&c->mutex);
    }
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

sqlite_checkpoints *sqlite_checkpoints_start(storage *of)
{
    sqlite_checkpoints *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->path = of->place;
    c->failing = of->failing;
    if (sqlite3_open_v2(of->place, &c->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                        NULL) != SQLITE_OK ||
        sqlite3_exec(c->db, "PRAGMA synchronous=NORMAL; SELECT 1 FROM sqlite_schema",
                     NULL, NULL, NULL) != SQLITE_OK) {
        sqlite3_close(c->db);
        free(c);
        return NULL;
    }
    pthread_mutex_init(&c->mutex, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&c->stop, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&c->thread, NULL, work, c) == 0) {
        sqlite3_wal_autocheckpoint(of->connection, SQLITE_LOG_MOST);
        return c;
    }
    pthread_cond_destroy(&c->stop);
    pthread_mutex_destroy(&c->mutex);
    sqlite3_close(c->db);
    free(c);
    return NULL;
}

void sqlite_checkpoints_stop(sqlite_checkpoints *c)
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
