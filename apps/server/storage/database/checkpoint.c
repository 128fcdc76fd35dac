#include "checkpoint.h"
#include "drivers.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <time.h>

enum {
    EVERY_S = 1,
    FREE_LEAST = 4 * 1024 * 1024, /* free space kept for writes in progress */
    SHORT_MOST = 1024 * 1024,     /* size of the log when the disk is nearly full */
    AGAIN = 1024 * 1024,          /* bytes of the log */
    FRAME = 4096 + 24,            /* bytes of the log for a page */
    PATIENCE_MS = 200             /* for readers, whose old pages are in the log */
};
/* A larger file is not read through at the start. */
static const int64_t checked_most = (int64_t)1 << 30;

struct sqlite_checkpoints {
    sqlite3 *db;
    char *path, *log; /* the storage's file and its log */
    atomic_bool *failing;
    _Atomic int64_t uncopied; /* most bytes of the log that are not yet in the file */
    _Atomic int64_t in_vain;  /* size when a writer could not empty it; or 0 */
    pthread_mutex_t copying;  /* SQLite refuses two checkpoints at a time */
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

/* ---- room ---- */

static int64_t room_on(const char *path)
{
    struct statvfs disk;
    return statvfs(path, &disk) == 0 ? (int64_t)(disk.f_bavail * disk.f_frsize)
                                     : INT64_MAX;
}

static int64_t file_bytes(const char *path)
{
    struct stat file;
    return stat(path, &file) == 0 ? (int64_t)file.st_size : 0;
}

int64_t sqlite_room_wanted(const char *path)
{
    char log[4096];
    snprintf(log, sizeof log, "%s-wal", path);
    const int64_t wanted = file_bytes(log) + FREE_LEAST;
    return room_on(path) < wanted ? wanted : 0;
}

/* A commit that would leave too little space to copy the log is undone. */
static int before_commit(void *context)
{
    const sqlite_checkpoints *c = context;
    return room_on(c->path) < atomic_load(&c->uncopied) + FREE_LEAST;
}

/* ---- the log ---- */

static int busy_ms(sqlite3 *db)
{
    sqlite3_stmt *st = NULL;
    int ms = SQLITE_BUSY_MS;
    if (sqlite3_prepare_v2(db, "PRAGMA busy_timeout", -1, &st, NULL) == SQLITE_OK &&
        sqlite3_step(st) == SQLITE_ROW)
        ms = sqlite3_column_int(st, 0);
    sqlite3_finalize(st);
    return ms;
}

/* Copies the log into the file and empties it: first as much as possible while others
 * write, so that they wait for the rest only. */
static bool empty_log(sqlite_checkpoints *c, sqlite3 *db, int patience_ms)
{
    pthread_mutex_lock(&c->copying);
    const int before = busy_ms(db);
    sqlite3_busy_timeout(db, patience_ms);
    sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
    const bool emptied = sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_TRUNCATE,
                                                   NULL, NULL) == SQLITE_OK;
    sqlite3_busy_timeout(db, before);
    if (emptied) {
        atomic_store(&c->uncopied, 0);
        atomic_store(&c->in_vain, 0);
    }
    pthread_mutex_unlock(&c->copying);
    return emptied;
}

/* After a failed attempt, waits until the log has grown by AGAIN. */
static bool is_long(const sqlite_checkpoints *c, int64_t bytes, int64_t most)
{
    const int64_t in_vain = atomic_load(&c->in_vain);
    return bytes >= (in_vain ? in_vain + AGAIN : most);
}

static int after_commit(void *context, sqlite3 *db, const char *name, int pages)
{
    sqlite_checkpoints *c = context;
    const int64_t bytes = (int64_t)pages * FRAME;
    (void)name;
    atomic_store(&c->uncopied, bytes);
    const bool is_short = room_on(c->path) < 2 * (bytes + FREE_LEAST);
    if (is_long(c, bytes, is_short ? SHORT_MOST : SQLITE_LOG_LONG) &&
        !empty_log(c, db, PATIENCE_MS))
        atomic_store(&c->in_vain, bytes);
    return SQLITE_OK;
}

void sqlite_checkpoints_watch(sqlite_checkpoints *c, sqlite3 *connection)
{
    if (!c) return;
    sqlite3_wal_hook(connection, after_commit, c);
    sqlite3_commit_hook(connection, before_commit, c);
}

/* Costs nothing if nothing was written. The next round retries a failure, without
 * waiting for whoever caused it. That may have been a writer: therefore the failure is
 * not counted as one for writers, who would let the log grow. */
static void copy_log(sqlite_checkpoints *c)
{
    int pages = 0, copied = 0;
    pthread_mutex_lock(&c->copying);
    const bool done = sqlite3_wal_checkpoint_v2(c->db, NULL, SQLITE_CHECKPOINT_PASSIVE,
                                                &pages, &copied) == SQLITE_OK;
    if (done) atomic_store(&c->uncopied, (int64_t)(pages - copied) * FRAME);
    pthread_mutex_unlock(&c->copying);
    const int64_t bytes = file_bytes(c->log);
    const bool is_short = room_on(c->path) < 2 * (bytes + FREE_LEAST);
    if (bytes >= (is_short ? SHORT_MOST : SQLITE_LOG_LONG / 2)) empty_log(c, c->db, 0);
}

/* ---- the thread ---- */

static void watch_disk(const sqlite_checkpoints *c)
{
    const bool full = room_on(c->path) < atomic_load(&c->uncopied) + FREE_LEAST;
    if (full)
        atomic_store(c->failing, true);
    else if (atomic_load(c->failing) && can_write(c->db))
        atomic_store(c->failing, false);
}

/* Logs a damaged file once; it is served as far as it can be read. */
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
            server_log("error", "data_damaged", "file", c->path, "fault", verdict,
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
        copy_log(c);
        watch_disk(c);
        pthread_mutex_lock(&c->mutex);
    }
    pthread_mutex_unlock(&c->mutex);
    return NULL;
}

static void close_all(sqlite_checkpoints *c)
{
    sqlite3_close(c->db);
    free(c->log);
    free(c);
}

static bool connect(sqlite_checkpoints *c)
{
    const size_t size = strlen(c->path) + sizeof "-wal";
    c->log = malloc(size);
    if (!c->log) return false;
    snprintf(c->log, size, "%s-wal", c->path);
    return sqlite3_open_v2(c->path, &c->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                           NULL) == SQLITE_OK &&
           sqlite3_exec(c->db,
                        "PRAGMA synchronous=NORMAL; " SQLITE_LOG_LIMIT
                        "SELECT 1 FROM sqlite_schema",
                        NULL, NULL, NULL) == SQLITE_OK;
}

sqlite_checkpoints *sqlite_checkpoints_start(storage *of)
{
    sqlite_checkpoints *c = calloc(1, sizeof *c);
    if (!c) return NULL;
    c->path = of->place;
    c->failing = of->failing;
    if (!connect(c)) {
        close_all(c);
        return NULL;
    }
    pthread_mutex_init(&c->mutex, NULL);
    pthread_mutex_init(&c->copying, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&c->stop, &monotonic);
    pthread_condattr_destroy(&monotonic);
    sqlite_checkpoints_watch(c, of->connection);
    if (pthread_create(&c->thread, NULL, work, c) == 0) return c;
    sqlite3_commit_hook(of->connection, NULL, NULL);
    sqlite3_wal_autocheckpoint(of->connection, SQLITE_LOG_LONG / FRAME);
    pthread_cond_destroy(&c->stop);
    pthread_mutex_destroy(&c->copying);
    pthread_mutex_destroy(&c->mutex);
    close_all(c);
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
    pthread_mutex_destroy(&c->copying);
    pthread_mutex_destroy(&c->mutex);
    close_all(c);
}
