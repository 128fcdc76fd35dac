#include "wanted.h"

#include "analysis.h"
#include "notes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEFT_MOST = 1024,
    AT_ONCE = 16, /* analyses of former runs, whose journals are in memory */
    TRIES_MOST =
        3, /* runs of the server; after that the match itself may be the cause */
    /* Of several servers each one that starts takes up what is left, also what another
     * is about to do: tries say less there. */
    TRIES_SHARED = 20,
    RETRY_MS = 2000
};

struct study_wanted {
    char left[LEFT_MOST][ID_SIZE];
    int count;
    bool more; /* the storage has notes that did not fit */
    int64_t tried;
};

static void put_off(study_wanted *w, const char *match)
{
    if (w->count < LEFT_MOST)
        snprintf(w->left[w->count++], ID_SIZE, "%s", match);
    else
        w->more = true;
}

static void look(study *s, study_wanted *w)
{
    w->count = storage_wanted(s->parts.store, w->left, LEFT_MOST);
    w->more = w->count == LEFT_MOST;
    for (int i = w->count; i-- > 0;) /* skips those under way */
        if (study_is_analysing(s, w->left[i]))
            memmove(w->left[i], w->left[--w->count], ID_SIZE);
}

/* A game that is not over keeps its note, because it ends when it is loaded. */
static bool is_ready(study *s, const char *match)
{
    storage_game game;
    return storage_game_get(s->parts.store, match, &game, NULL) &&
           (game.stage == STAGE_OVER || game.stage == STAGE_UPLOADED);
}

static bool is_given_up(const study *s, const note *n)
{
    const int most = storage_is_shared(s->parts.store) ? TRIES_SHARED : TRIES_MOST;
    return n->tries >= most;
}

/* Starts the analysis or drops the note; false if the queue is full. */
static bool take_up(study *s, const char *match)
{
    char id[ID_SIZE], *journal;
    size_t size;
    note n;
    if (!note_get(s->parts.store, match, &n) || !is_ready(s, match)) return true;
    if (is_given_up(s, &n) ||
        !storage_blob_get(s->parts.store, match, "journal", &journal, &size)) {
        server_log(NULL, "error", "analysis", "match", match, "reason",
                   is_given_up(s, &n) ? "given up: cut off too often" : "no journal",
                   NULL);
        note_remove(s->parts.store, match);
        return true;
    }
    if (!study_analyse(s, match, journal, size, n.level, n.user, n.also, "", id))
        return false;
    /* Counted before any work, so that a match which crashes the server is given up
     * after three runs. */
    n.tries++;
    note_put(s->parts.store, match, &n);
    return true;
}

void study_game_over(study *s, const char *game)
{
    if (!take_up(s, game)) put_off(s->wanted, game);
}

void study_tick(study *s)
{
    study_wanted *w = s->wanted;
    const int64_t now = server_ticks();
    if (s->stopping || now - w->tried < RETRY_MS) return;
    if (w->count == 0 && w->more) look(s, w);
    while (w->count > 0) {
        if (study_analyses(s) >= AT_ONCE || !take_up(s, w->left[w->count - 1])) {
            w->tried = now;
            return;
        }
        w->count--;
    }
}

void study_game_ends(study *s, const char *game, const char *const users[2])
{
    const int payer = *users[0] ? 0 : 1;
    note_want(s->parts.store, game, ALEA_EFFORT_FAST, users[payer], users[1 - payer]);
}

alea_status study_open(study **out, const study_parts *parts, alea_error *error)
{
    study *s = calloc(1, sizeof *s);
    if (s) s->wanted = calloc(1, sizeof *s->wanted);
    if (!s || !s->wanted) {
        free(s);
        if (error) snprintf(error->reason, sizeof error->reason, "out of memory");
        return ALEA_ERROR_MEMORY;
    }
    s->parts = *parts;
    look(s, s->wanted);
    *out = s;
    return ALEA_OK;
}

void study_stop(study *s)
{
    s->stopping = true;
}

void study_close(study *s)
{
    if (!s) return;
    free(s->wanted);
    free(s);
}
