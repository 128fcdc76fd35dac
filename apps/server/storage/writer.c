#include "writer.h"
#include "games.h"
#include "sqlite.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TAKEN_MOST = 50000, /* queued events above which the event loop blocks */
    KEY_SIZE = 48
};

typedef struct pending pending;
struct pending {
    pending *next;
    int64_t number, seq, time;
    char game[ID_SIZE], user[ID_SIZE], key[KEY_SIZE];
    bool has_fields;
    storage_game fields;
    char *head; /* NULL: stays */
    char json[];
};

struct storage_writer {
    storage *own;
    void (*wake)(void *context);
    void *context;
    int64_t taken; /* the loop's */
    pthread_t thread;
    /* Below, all by the lock; what is in `writing` the thread alone changes, and only
     * by taking the whole away. */
    pthread_mutex_t lock;
    pthread_cond_t more, settled;
    pending *first, *last; /* not begun */
    pending *writing;      /* in the current transaction */
    pending *lost;
    int waiting;
    int64_t kept;
    bool stopping;
};

static void pending_free(pending *p)
{
    while (p) {
        pending *next = p->next;
        free(p->head);
        free(p);
        p = next;
    }
}

/* ---- the thread ---- */

static alea_status append(storage *s, const pending *p)
{
    return storage_append_within(s, p->game, p->seq, p->time, p->user, p->key, p->json,
                                 p->has_fields ? &p->fields : NULL, p->head);
}

static alea_status write_together(storage *s, const pending *batch)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    for (const pending *p = batch; p && status == ALEA_OK; p = p->next)
        status = append(s, p);
    return storage_end(s, status);
}

/* Writes each event in a transaction of its own, so that one failure loses no others.
 * Returns the lost ones. */
static pending *write_each(storage *s, pending **batch)
{
    pending *lost = NULL;
    for (pending **at = batch; *at;) {
        pending *p = *at;
        if (storage_append_now(s, p->game, p->seq, p->time, p->user, p->key, p->json,
                               p->has_fields ? &p->fields : NULL, p->head) == ALEA_OK) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        p->next = lost;
        lost = p;
    }
    return lost;
}

static void *work(void *context)
{
    storage_writer *w = context;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (!w->first && !w->stopping) pthread_cond_wait(&w->more, &w->lock);
        if (!w->first) break;
        pending *batch = w->writing = w->first, *lost = NULL;
        const int64_t number = w->last->number;
        w->first = w->last = NULL;
        pthread_mutex_unlock(&w->lock);
        const alea_status status = write_together(w->own, batch);
        pthread_mutex_lock(&w->lock);
        /* Under the lock: the loop looks for keys in `writing`. */
        if (status == ALEA_ERROR_FILE) {
            lost = batch;
            batch = NULL;
        } else if (status != ALEA_OK) {
            lost = write_each(w->own, &batch);
        }
        w->writing = NULL;
        for (pending *p = batch; p; p = p->next) w->waiting--;
        while (lost) {
            pending *next = lost->next;
            lost->next = w->lost;
            w->lost = lost;
            w->waiting--;
            lost = next;
        }
        w->kept = number;
        pthread_cond_broadcast(&w->settled);
        pthread_mutex_unlock(&w->lock);
        pending_free(batch);
        w->wake(w->context);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* ---- the loop's side ---- */

alea_status storage_writer_take(storage_writer *w, const char *game_id, int64_t seq,
                                int64_t time, const char *user, const char *key,
                                const char *json, const storage_game *game,
                                const char *head)
{
    const size_t size = strlen(json) + 1;
    pending *p = strlen(key) < KEY_SIZE ? malloc(sizeof *p + size) : NULL;
    if (!p) return ALEA_ERROR_MEMORY;
    *p = (pending){.number = w->taken + 1, .seq = seq, .time = time};
    if (head && !(p->head = strdup(head))) {
        free(p);
        return ALEA_ERROR_MEMORY;
    }
    snprintf(p->game, sizeof p->game, "%s", game_id);
    snprintf(p->user, sizeof p->user, "%s", user);
    snprintf(p->key, sizeof p->key, "%s", key);
    memcpy(p->json, json, size);
    if ((p->has_fields = game != NULL)) p->fields = *game;
    pthread_mutex_lock(&w->lock);
    while (w->waiting >= TAKEN_MOST) pthread_cond_wait(&w->settled, &w->lock);
    *(w->last ? &w->last->next : &w->first) = p;
    w->last = p;
    w->waiting++;
    w->taken++;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
    return ALEA_OK;
}

static int64_t find_key(const pending *p, const char *game, const char *user,
                        const char *key)
{
    for (; p; p = p->next)
        if (strcmp(p->key, key) == 0 && strcmp(p->game, game) == 0 &&
            strcmp(p->user, user) == 0)
            return p->seq;
    return 0;
}

int64_t storage_writer_key(storage_writer *w, const char *game_id, const char *user,
                           const char *key)
{
    pthread_mutex_lock(&w->lock);
    int64_t seq = find_key(w->first, game_id, user, key);
    if (!seq) seq = find_key(w->writing, game_id, user, key);
    pthread_mutex_unlock(&w->lock);
    return seq;
}

static bool is_among(const pending *p, const char *game)
{
    while (p && game && strcmp(p->game, game) != 0) p = p->next;
    return p != NULL;
}

void storage_settle(storage *s, const char *game_id)
{
    storage_writer *w = s->writer;
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    while (is_among(w->first, game_id) || is_among(w->writing, game_id))
        pthread_cond_wait(&w->settled, &w->lock);
    pthread_mutex_unlock(&w->lock);
}

int64_t storage_taken(const storage *s)
{
    return s->writer ? s->writer->taken : 0;
}

int64_t storage_kept(storage *s, storage_lost_fn *lost, void *context)
{
    storage_writer *w = s->writer;
    if (!w) return 0;
    pthread_mutex_lock(&w->lock);
    const int64_t kept = w->kept;
    pending *gone = w->lost;
    w->lost = NULL;
    pthread_mutex_unlock(&w->lock);
    for (const pending *p = gone; p; p = p->next) lost(context, p->game);
    pending_free(gone);
    return kept;
}

bool storage_write_behind(storage *s, void (*wake)(void *context), void *context)
{
    storage_writer *w = s->path && !s->writer ? calloc(1, sizeof *w) : NULL;
    if (!w) return false;
    w->own = storage_connect(s);
    w->wake = wake;
    w->context = context;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->more, NULL);
    pthread_cond_init(&w->settled, NULL);
    if (w->own && pthread_create(&w->thread, NULL, work, w) == 0) {
        sqlite3_wal_autocheckpoint(w->own->db, STORAGE_LOG_MOST);
        sqlite3_wal_autocheckpoint(s->db, 0);
        s->writer = w;
        return true;
    }
    storage_close(w->own);
    free(w);
    return false;
}

void storage_write_through(storage *s)
{
    storage_writer *w = s->writer;
    if (!w) return;
    pthread_mutex_lock(&w->lock);
    w->stopping = true;
    pthread_cond_signal(&w->more);
    pthread_mutex_unlock(&w->lock);
    pthread_join(w->thread, NULL);
    s->writer = NULL;
    sqlite3_wal_autocheckpoint(s->db, STORAGE_LOG_MOST);
    pending_free(w->lost);
    storage_close(w->own);
    pthread_cond_destroy(&w->settled);
    pthread_cond_destroy(&w->more);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
