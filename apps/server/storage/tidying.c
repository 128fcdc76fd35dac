/* Tidying by a thread: it reads through all games and guests, which the event loop must
 * not wait for. */
#include "interface.h"
#include "server/storage/database/driver.h"
#include "upkeep.h"

#include <pthread.h>
#include <stdlib.h>

struct storage_tidying {
    storage *of;
    int64_t before, guests_before, unplayed_before;
    pthread_t thread;
    atomic_bool is_done;
};

static void tidy(storage *s, int64_t before, int64_t guests_before,
                 int64_t unplayed_before)
{
    if (!s || storage_tidy(s, before, guests_before, unplayed_before) != ALEA_OK)
        server_log("error", "storage", "call", "tidy", NULL);
}

static void *work(void *context)
{
    storage_tidying *t = context;
    storage *own = storage_connect(t->of);
    if (own) {
        storage_role role = own->role;
        role.heeds_silence = true;
        storage_change_role(own, &role);
    }
    tidy(own, t->before, t->guests_before, t->unplayed_before);
    storage_disconnect(own);
    atomic_store(&t->is_done, true);
    return NULL;
}

void tidying_stop(storage *s)
{
    if (!s->tidying) return;
    pthread_join(s->tidying->thread, NULL);
    free(s->tidying);
    s->tidying = NULL;
}

void storage_tidy_behind(storage *s, int64_t before, int64_t guests_before,
                         int64_t unplayed_before)
{
    if (!s->place || !s->role.answer_ms) {
        tidy(s, before, guests_before, unplayed_before);
        return;
    }
    if (s->tidying && !atomic_load(&s->tidying->is_done)) return;
    tidying_stop(s);
    storage_tidying *t = calloc(1, sizeof *t);
    if (!t) return; /* an hour later */
    t->of = s;
    t->before = before;
    t->guests_before = guests_before;
    t->unplayed_before = unplayed_before;
    if (pthread_create(&t->thread, NULL, work, t) == 0)
        s->tidying = t;
    else
        free(t);
}
