#include "queue.h"
#include "server/storage/database/driver.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TAKEN_MOST = 50000 /* queued events above which the event loop blocks */ };

struct storage_queue {
    int64_t taken; /* the loop's */
    /* The fields below are guarded by the lock. Only the thread changes `writing`, and
     * only by replacing the whole list. */
    pthread_mutex_t lock;
    pthread_cond_t more, settled;
    pending *first, *last; /* not begun */
    pending *writing;      /* in the current transaction */
    pending *lost;
    int64_t writing_last; /* the number of the last of them */
    int waiting;
    int64_t kept;
    bool stopping;
};

storage_queue *queue_new(void)
{
    storage_queue *q = calloc(1, sizeof *q);
    if (!q) return NULL;
    pthread_mutex_init(&q->lock, NULL);
    pthread_cond_init(&q->more, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&q->settled, &monotonic);
    pthread_condattr_destroy(&monotonic);
    return q;
}

void pending_free(pending *p)
{
    while (p) {
        pending *next = p->next;
        free(p->head);
        free(p->card);
        free(p);
        p = next;
    }
}

void queue_free(storage_queue *q)
{
    if (!q) return;
    pending_free(q->first);
    pending_free(q->lost);
    pthread_cond_destroy(&q->settled);
    pthread_cond_destroy(&q->more);
    pthread_mutex_destroy(&q->lock);
    free(q);
}

/* ---- the event loop's side ---- */

static pending *pending_of(const storage_event *e)
{
    const size_t size = strlen(e->json) + 1;
    pending *p = malloc(sizeof *p + size);
    if (!p) return NULL;
    *p = (pending){.event = *e};
    if (strlen(e->key) >= sizeof p->key || (e->head && !(p->head = strdup(e->head)))) {
        free(p);
        return NULL;
    }
    snprintf(p->game, sizeof p->game, "%s", e->game);
    snprintf(p->user, sizeof p->user, "%s", e->user);
    snprintf(p->holder, sizeof p->holder, "%s", e->holder);
    snprintf(p->key, sizeof p->key, "%s", e->key);
    memcpy(p->json, e->json, size);
    p->event.game = p->game;
    p->event.user = p->user;
    p->event.holder = p->holder;
    p->event.key = p->key;
    p->event.json = p->json;
    p->event.head = p->head;
    if (!e->fields) return p;
    p->fields = *e->fields;
    p->event.fields = &p->fields;
    if (!e->fields->turn) return p;
    p->turn = *e->fields->turn;
    p->turn.card = p->card = strdup(p->turn.card);
    p->fields.turn = &p->turn;
    if (p->card) return p;
    pending_free(p);
    return NULL;
}

static void add(storage_queue *q, pending *p)
{
    p->number = q->taken;
    pthread_mutex_lock(&q->lock);
    while (q->waiting >= TAKEN_MOST) pthread_cond_wait(&q->settled, &q->lock);
    *(q->last ? &q->last->next : &q->first) = p;
    q->last = p;
    q->waiting++;
    pthread_cond_signal(&q->more);
    pthread_mutex_unlock(&q->lock);
}

alea_status queue_take(storage_queue *q, const storage_event *e)
{
    pending *p = pending_of(e);
    if (!p) return ALEA_ERROR_MEMORY;
    q->taken++;
    add(q, p);
    return ALEA_OK;
}

void queue_take_clocks(storage_queue *q, const char *game_id, const char *holder,
                       const storage_clocks *clocks)
{
    const storage_event none = {
        .game = game_id, .holder = holder, .user = "", .key = "", .json = ""};
    pending *p = pending_of(&none);
    if (!p) return;
    p->is_clocks = true;
    p->clocks = *clocks;
    p->at = server_ticks();
    add(q, p);
}

static int64_t find_key(const pending *p, const char *game, const char *user,
                        const char *key)
{
    for (; p; p = p->next)
        if (!p->is_clocks && strcmp(p->key, key) == 0 && strcmp(p->game, game) == 0 &&
            strcmp(p->user, user) == 0)
            return p->event.seq;
    return 0;
}

int64_t queue_find_key(storage_queue *q, const char *game_id, const char *user,
                       const char *key)
{
    pthread_mutex_lock(&q->lock);
    int64_t seq = find_key(q->first, game_id, user, key);
    if (!seq) seq = find_key(q->writing, game_id, user, key);
    pthread_mutex_unlock(&q->lock);
    return seq;
}

static bool is_among(const pending *p, const char *game)
{
    while (p && game && strcmp(p->game, game) != 0) p = p->next;
    return p != NULL;
}

static bool is_settled(const storage_queue *q, const char *game)
{
    return !is_among(q->first, game) && !is_among(q->writing, game);
}

/* For a moment, and again: a database that falls silent meanwhile is noticed. */
static void wait_a_moment(storage_queue *q)
{
    enum { MOMENT_MS = 50 };
    struct timespec until;
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += MOMENT_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_cond_timedwait(&q->settled, &q->lock, &until);
}

bool storage_settle(storage *s, const char *game_id)
{
    storage_queue *q = s->queue;
    if (!q) return true;
    const int64_t since = server_ticks();
    bool settled;
    pthread_mutex_lock(&q->lock);
    while (!(settled = is_settled(q, game_id))) {
        if (s->role.answer_ms &&
            (storage_is_shut(s) || server_ticks() - since >= s->role.answer_ms))
            break;
        wait_a_moment(q);
    }
    pthread_mutex_unlock(&q->lock);
    if (settled) return true;
    s->fault = FAULT_LOST;
    s->reads_failed++;
    return false;
}

int64_t queue_taken(const storage_queue *q)
{
    return q->taken;
}

int64_t queue_kept(storage_queue *q, pending **lost)
{
    pthread_mutex_lock(&q->lock);
    const int64_t kept = q->kept;
    *lost = q->lost;
    q->lost = NULL;
    pthread_mutex_unlock(&q->lock);
    return kept;
}

void queue_stop(storage_queue *q)
{
    pthread_mutex_lock(&q->lock);
    q->stopping = true;
    pthread_cond_signal(&q->more);
    pthread_mutex_unlock(&q->lock);
}

/* ---- the writer's side ---- */

pending *queue_next(storage_queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (!q->first && !q->stopping) pthread_cond_wait(&q->more, &q->lock);
    q->writing = q->first;
    q->writing_last = q->last ? q->last->number : q->kept;
    q->first = q->last = NULL;
    pending *batch = q->writing;
    pthread_mutex_unlock(&q->lock);
    return batch;
}

void queue_done(storage_queue *q, queue_write_fn *write, void *context)
{
    pthread_mutex_lock(&q->lock);
    /* Under the lock: the loop looks for keys in `writing`. */
    pending *batch = q->writing, *lost = write(context, &batch);
    q->writing = NULL;
    for (pending *p = batch; p; p = p->next) q->waiting--;
    while (lost) {
        pending *next = lost->next;
        lost->next = q->lost;
        q->lost = lost;
        q->waiting--;
        lost = next;
    }
    q->kept = q->writing_last;
    pthread_cond_broadcast(&q->settled);
    pthread_mutex_unlock(&q->lock);
    pending_free(batch);
}
