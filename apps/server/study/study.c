#include "study.h"

#include "analysis.h"
#include "base/error.h"
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
    RETRY_MS = 2000,
    UNWRITTEN_MOST = 256
};

/* A note that could not be stored yet. */
typedef struct unwritten {
    char match[ID_SIZE];
    note n;
} unwritten;

struct study_wanted {
    char left[LEFT_MOST][ID_SIZE];
    int count;
    bool more; /* the storage has notes that did not fit */
    int64_t tried, kept;
    unwritten note[UNWRITTEN_MOST];
    int notes;
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
    const int count = storage_wanted(s->parts.store, w->left, LEFT_MOST);
    w->count = count > 0 ? count : 0;
    w->more = count < 0 || count == LEFT_MOST;
    for (int i = w->count; i-- > 0;) /* skips those under way */
        if (study_is_analysing(s, w->left[i]))
            memmove(w->left[i], w->left[--w->count], ID_SIZE);
}

/* A game that is not over keeps its note, because it ends when it is loaded. */
static storage_answer find_ready(study *s, const char *match)
{
    storage_game game;
    const storage_answer found = storage_game_get(s->parts.store, match, &game, NULL);
    const bool is_over = found == ANSWER_FOUND &&
                         (game.stage == STAGE_OVER || game.stage == STAGE_UPLOADED);
    return found == ANSWER_FOUND && !is_over ? ANSWER_ABSENT : found;
}

/* The notes that could not be stored at first; what fails again stays. */
static void write_notes(study *s)
{
    study_wanted *w = s->wanted;
    while (w->notes > 0) {
        const unwritten *u = &w->note[w->notes - 1];
        if (note_put(s->parts.store, u->match, &u->n) == ALEA_ERROR_FILE) return;
        w->notes--;
    }
}

static bool is_given_up(const study *s, const note *n)
{
    const int most = storage_is_shared(s->parts.store) ? TRIES_SHARED : TRIES_MOST;
    return n->tries >= most;
}

/* Starts the analysis or drops the note; false: not now, the queue is full or the
 * storage does not answer. */
static bool take_up(study *s, const char *match)
{
    char id[ID_SIZE], *journal;
    size_t size;
    note n;
    write_notes(s);
    const storage_answer noted = note_get(s->parts.store, match, &n);
    const storage_answer ready = noted == ANSWER_FOUND ? find_ready(s, match) : noted;
    if (ready != ANSWER_FOUND) return ready == ANSWER_ABSENT;
    const storage_answer found =
        is_given_up(s, &n)
            ? ANSWER_ABSENT
            : storage_blob_get(s->parts.store, match, "journal", &journal, &size);
    if (found == ANSWER_FAILED) return false;
    if (found == ANSWER_ABSENT) {
        server_log("error", "analysis", "match", match, "reason",
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
    if (now - w->kept >= RETRY_MS) {
        w->kept = now;
        study_analyses_keep(s);
        write_notes(s);
    }
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
    study_wanted *w = s->wanted;
    if (note_want(s->parts.store, game, ALEA_EFFORT_FAST, users[payer],
                  users[1 - payer]) == ALEA_OK ||
        w->notes == UNWRITTEN_MOST)
        return;
    unwritten *u = &w->note[w->notes++];
    *u = (unwritten){.n = {.level = ALEA_EFFORT_FAST}};
    snprintf(u->match, ID_SIZE, "%s", game);
    snprintf(u->n.user, ID_SIZE, "%s", users[payer]);
    snprintf(u->n.also, ID_SIZE, "%s", users[1 - payer]);
}

alea_status study_open(study **out, const study_parts *parts, alea_error *error)
{
    study *s = calloc(1, sizeof *s);
    if (s) s->wanted = calloc(1, sizeof *s->wanted);
    if (!s || !s->wanted) {
        free(s);
        return alea_error_no_memory(error);
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
    study_analyses_free(s);
    free(s->wanted);
    free(s);
}
