/* Group commit: a thread with its own connection writes queued events. While one
 * transaction waits for the disk, the next batch gathers. The event loop continues, and
 * holds back messages about an event until it is kept (net/transport.c). */
#include "games.h"
#include "interface.h"
#include "queue.h"
#include "server/storage/database/driver.h"
#include "upkeep.h"

#include <pthread.h>
#include <stdlib.h>

/* How long a batch is repeated while the database cannot be reached. */
enum { PATIENCE_MS = 5000 };

struct storage_writer {
    storage *own;
    storage_queue *queue;
    void (*wake)(void *context);
    void *context;
    pthread_t thread;
    /* The batch being stored. */
    alea_status status;
    bool uncertain; /* it may be stored although a try has failed */
};

/* ---- the thread ---- */

/* The turns of the batch as vacations have them, before its first write, so that it has
 * no other lock while it waits. */
static alea_status meet_vacations(storage *s, pending *batch)
{
    alea_status status = ALEA_OK;
    bool holds = false;
    for (pending *p = batch; p && status == ALEA_OK; p = p->next) {
        if (p->is_clocks || !storage_event_has_turn(&p->event)) continue;
        if (!holds) status = vacations_hold(s);
        holds = true;
        if (status == ALEA_OK) status = storage_event_meet(s, &p->event, &p->turn);
    }
    return status;
}

static alea_status write_together(storage *s, pending *batch)
{
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = meet_vacations(s, batch);
    for (const pending *p = batch; p && status == ALEA_OK; p = p->next)
        status = p->is_clocks
                     ? clocks_put_within(s, p->game, p->holder, &p->clocks, p->at)
                     : storage_append_within(s, &p->event);
    return storage_end(s, status);
}

/* Writes each event in a transaction of its own, so that one failure loses no others;
 * clocks are left out. Returns the lost ones. */
static pending *write_each(storage_writer *w, pending **batch)
{
    pending *lost = NULL;
    for (pending **at = batch; *at;) {
        pending *p = *at;
        if (p->is_clocks || storage_append_now(w->own, &p->event) == ALEA_OK ||
            (w->uncertain &&
             storage_event_is_stored(w->own, &p->event) == ANSWER_FOUND)) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        p->next = lost;
        lost = p;
    }
    return lost;
}

/* Lost clocks alone do not put a game in memory ahead of the storage. */
static pending *take_events(pending **batch)
{
    pending *lost = NULL;
    for (pending **at = batch; *at;) {
        pending *p = *at;
        if (p->is_clocks) {
            at = &p->next;
            continue;
        }
        *at = p->next;
        p->next = lost;
        lost = p;
    }
    return lost;
}

static pending *separate_lost(void *context, pending **batch)
{
    storage_writer *w = context;
    if (w->status == ALEA_OK) return NULL;
    return w->status == ALEA_ERROR_FILE ? take_events(batch) : write_each(w, batch);
}

static void *work(void *context)
{
    storage_writer *w = context;
    pending *batch;
    while ((batch = queue_next(w->queue))) {
        int tries = 0;
        w->uncertain = false;
        do {
            w->status = write_together(w->own, batch);
            w->uncertain = w->uncertain || w->own->fault == FAULT_LOST;
        } while (w->status != ALEA_OK &&
                 storage_try_again(w->own, &tries, PATIENCE_MS));
        queue_done(w->queue, separate_lost, w);
        w->wake(w->context);
    }
    return NULL;
}

/* ---- the loop's side ---- */

int64_t storage_taken(const storage *s)
{
    return s->queue ? queue_taken(s->queue) : 0;
}

int64_t storage_kept(storage *s, storage_lost_fn *lost, void *context)
{
    pending *gone;
    if (!s->queue) return 0;
    const int64_t kept = queue_kept(s->queue, &gone);
    for (const pending *p = gone; p; p = p->next) lost(context, p->game);
    pending_free(gone);
    return kept;
}

bool storage_write_behind(storage *s, void (*wake)(void *context), void *context)
{
    storage_writer *w = s->place && !s->writer ? calloc(1, sizeof *w) : NULL;
    if (!w) return false;
    w->own = storage_connect(s);
    w->queue = queue_new();
    w->wake = wake;
    w->context = context;
    if (w->own) {
        storage_role role = w->own->role;
        role.heeds_silence = true;
        role.silent_ms = PATIENCE_MS;
        storage_change_role(w->own, &role);
    }
    if (w->own && w->queue && pthread_create(&w->thread, NULL, work, w) == 0) {
        s->queue = w->queue;
        s->writer = w;
        return true;
    }
    storage_disconnect(w->own);
    queue_free(w->queue);
    free(w);
    return false;
}

void storage_write_through(storage *s)
{
    storage_writer *w = s->writer;
    if (!w) return;
    queue_stop(w->queue);
    pthread_join(w->thread, NULL);
    s->writer = NULL;
    s->queue = NULL;
    storage_disconnect(w->own);
    queue_free(w->queue);
    free(w);
}
