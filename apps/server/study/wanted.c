/* Analyses that were asked for and are not made yet: a note with the match, taken away
 * when the analysis is there. What a stop or a crash cut off is done after the next
 * start. */
#include "analysis.h"

#include "handlers.h"
#include "server/jobs/queue.h"
#include "server/server.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LEFT_MOST = 1024,
    AT_ONCE = 16,   /* of those that were left, with their journals in memory */
    TRIES_MOST = 3, /* starts of a server: then the match itself may be the reason */
    RETRY_MS = 2000
};

struct study_wanted {
    char left[LEFT_MOST][ID_SIZE];
    int count;
    bool more; /* in the storage, that did not fit */
    int64_t tried;
};

typedef struct note {
    int plies, tries;
    char user[ID_SIZE], also[ID_SIZE];
} note;

/* ---- the note ---- */

static void put_note(server *s, const char *match, const note *n)
{
    char text[160];
    const int size =
        snprintf(text, sizeof text,
                 "{\"plies\":%d,\"tries\":%d,\"user\":\"%s\",\"also\":\"%s\"}",
                 n->plies, n->tries, n->user, n->also);
    if (storage_blob_put(s->store, match, "wanted", text, (size_t)size) != ALEA_OK)
        server_log(s, "error", "storage", "call", "wanted", "match", match, NULL);
}

static bool get_note(server *s, const char *match, note *n)
{
    char *bytes;
    size_t size;
    *n = (note){0};
    if (!storage_blob_get(s->store, match, "wanted", &bytes, &size)) return false;
    json_t *o = json_loadb(bytes, size, 0, NULL);
    const char *user = http_text(o, "user"), *also = http_text(o, "also");
    n->plies = (int)json_integer_value(json_object_get(o, "plies"));
    n->tries = (int)json_integer_value(json_object_get(o, "tries"));
    snprintf(n->user, sizeof n->user, "%s", user ? user : "");
    snprintf(n->also, sizeof n->also, "%s", also ? also : "");
    json_decref(o);
    free(bytes);
    return true;
}

void study_want(server *s, const char *match, int plies, const char *user,
                const char *also)
{
    note n = {.plies = plies};
    snprintf(n.user, sizeof n.user, "%s", user);
    snprintf(n.also, sizeof n.also, "%s", also ? also : "");
    put_note(s, match, &n);
}

void study_wanted_again(server *s, const char *match)
{
    note n;
    if (!get_note(s, match, &n)) return;
    n.tries = 0;
    put_note(s, match, &n);
}

void study_wanted_no_more(server *s, const char *match)
{
    if (storage_blob_remove(s->store, match, "wanted") != ALEA_OK)
        server_log(s, "error", "storage", "call", "wanted", "match", match, NULL);
}

/* ---- taking them up ---- */

static void put_off(study_wanted *w, const char *match)
{
    if (w->count < LEFT_MOST)
        snprintf(w->left[w->count++], ID_SIZE, "%s", match);
    else
        w->more = true;
}

static void look(server *s, study_wanted *w)
{
    w->count = storage_wanted(s->store, w->left, LEFT_MOST);
    w->more = w->count == LEFT_MOST;
    for (int i = w->count; i-- > 0;) /* some are being made */
        if (study_is_analysing(s, w->left[i]))
            memmove(w->left[i], w->left[--w->count], ID_SIZE);
}

/* A game that is not over yet keeps its note: it ends when it is opened. */
static bool is_ready(server *s, const char *match)
{
    storage_game game;
    return storage_game_get(s->store, match, &game, NULL) &&
           (game.stage == STAGE_OVER || game.stage == STAGE_UPLOADED);
}

/* False: there is no room for it now. */
static bool take_up(server *s, const char *match)
{
    char id[ID_SIZE], *journal;
    size_t size;
    note n;
    if (!get_note(s, match, &n) || !is_ready(s, match)) return true;
    if (n.tries >= TRIES_MOST ||
        !storage_blob_get(s->store, match, "journal", &journal, &size)) {
        server_log(s, "error", "analysis", "match", match, "reason",
                   n.tries >= TRIES_MOST ? "given up: cut off too often" : "no journal",
                   NULL);
        study_wanted_no_more(s, match);
        return true;
    }
    if (!study_analyse(s, match, journal, size, n.plies, n.user, n.also, id))
        return false;
    /* Before any work is done: a match that ends the server does so three times. */
    n.tries++;
    put_note(s, match, &n);
    return true;
}

void study_game_over(server *s, const char *game)
{
    if (s->wanted && !take_up(s, game)) put_off(s->wanted, game);
}

void study_tick(server *s)
{
    study_wanted *w = s->wanted;
    const int64_t now = server_now();
    if (!w || s->stopping || now - w->tried < RETRY_MS) return;
    if (w->count == 0 && w->more) look(s, w);
    while (w->count > 0) {
        if (study_analyses(s) >= AT_ONCE || !take_up(s, w->left[w->count - 1])) {
            w->tried = now;
            return;
        }
        w->count--;
    }
}

bool study_open(server *s)
{
    s->wanted = calloc(1, sizeof *s->wanted);
    if (!s->wanted) return false;
    look(s, s->wanted);
    return true;
}

void study_close(server *s)
{
    free(s->wanted);
    s->wanted = NULL;
}
