#include "pull.h"

#include "desk/add.h"
#include "desk/analyse.h"
#include "desk/collection.h"
#include "own.h"
#include "place.h"
#include "server/study/analysis.h"
#include "server/support/compressed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PAGE = 200,
    GAMES_MOST = 10000,
    LOADED_MOST = 16,
    LOADED_BYTES = 1 << 20,
    UNPACKED_MOST = 16 << 20
};

typedef struct pulled {
    char id[ID_SIZE];
    int64_t ended;
    bool played;
    bool analysed; /* played on the server, which has its judgements */
    bool awaited;  /* its analysis was running when it was loaded */
    bool missing;  /* in the desk when it was last read */
    int64_t open;  /* its match in the desk, not analysed yet; 0: none */
    bool tried;    /* whether to load its journal or, if it is open, its judgements */
    bool added, judged;
    char *journal; /* NULL: not loaded */
    size_t size;
    char *judgements; /* packed; NULL: not loaded */
    size_t judgements_size;
} pulled;

struct desk_pull {
    http_person who;
    pulled *game; /* the newest first */
    size_t count;
};

/* ---- on the loop ---- */

static alea_status add_page(desk_pull *p, const storage_game *page, int count)
{
    pulled *block = realloc(p->game, (p->count + (size_t)count) * sizeof *block);
    if (!block) return ALEA_ERROR_MEMORY;
    p->game = block;
    for (int i = 0; i < count; i++) {
        pulled *g = &p->game[p->count++];
        *g = (pulled){.ended = page[i].changed,
                      .played = page[i].stage == STAGE_OVER,
                      .analysed = !isnan(page[i].pr[0]) || !isnan(page[i].pr[1])};
        memcpy(g->id, page[i].id, ID_SIZE);
    }
    return ALEA_OK;
}

static alea_status list_games(desk_pull *p, storage *store, storage_game *page)
{
    int64_t before = 0;
    while (p->count < GAMES_MOST) {
        const int count =
            storage_games_of(store, p->who.user, true, before, page, PAGE);
        if (count < 0) return ALEA_ERROR_FILE;
        const alea_status status = count ? add_page(p, page, count) : ALEA_OK;
        if (status != ALEA_OK || count < PAGE) return status;
        /* Games with the same millisecond may appear on two pages: better seen twice
         * than missed. */
        const int64_t last = page[count - 1].created;
        before = page[0].created > last ? last + 1 : last;
    }
    return ALEA_OK;
}

alea_status desk_pull_open(storage *store, const http_person *who, desk_pull **out)
{
    desk_pull *p = calloc(1, sizeof *p);
    storage_game *page = calloc(PAGE, sizeof *page);
    alea_status status = p && page ? ALEA_OK : ALEA_ERROR_MEMORY;
    if (status == ALEA_OK) {
        p->who = *who;
        status = list_games(p, store, page);
    }
    free(page);
    if (status != ALEA_OK || p->count == 0) {
        desk_pull_free(p);
        p = NULL;
    }
    *out = p;
    return status;
}

static void unload(desk_pull *p)
{
    for (size_t i = 0; i < p->count; i++) {
        pulled *g = &p->game[i];
        free(g->journal);
        free(g->judgements);
        g->journal = g->judgements = NULL;
    }
}

void desk_pull_free(desk_pull *p)
{
    if (!p) return;
    unload(p);
    free(p->game);
    free(p);
}

/* Loads the game's journal, if the desk lacks it, and its judgements. Judgements that
 * are missing now may exist at the next request. */
static storage_answer load(pulled *g, const study *s)
{
    storage *store = s->parts.store;
    storage_answer found = ANSWER_FOUND;
    g->tried = true;
    g->awaited = study_is_analysing(s, g->id);
    if (g->missing)
        found = storage_blob_get(store, g->id, "journal", &g->journal, &g->size);
    if (found != ANSWER_FOUND) {
        g->journal = NULL;
        return found;
    }
    if (!g->analysed) return g->missing ? ANSWER_FOUND : ANSWER_ABSENT;
    found =
        storage_blob_get(store, g->id, "judged", &g->judgements, &g->judgements_size);
    if (found != ANSWER_FOUND) g->judgements = NULL;
    return found == ANSWER_ABSENT && g->missing ? ANSWER_FOUND : found;
}

/* The oldest first, so that the desk has them in the order of time. */
alea_status desk_pull_load(desk_pull *p, const study *s)
{
    size_t loaded = 0, bytes = 0;
    unload(p);
    for (size_t i = p->count;
         i-- > 0 && loaded < LOADED_MOST && bytes < LOADED_BYTES;) {
        pulled *g = &p->game[i];
        if ((!g->missing && !g->open) || g->tried) continue;
        const storage_answer found = load(g, s);
        if (found == ANSWER_FAILED) return ALEA_ERROR_FILE;
        if (found != ANSWER_FOUND) continue;
        loaded++;
        bytes += g->size + g->judgements_size;
    }
    return ALEA_OK;
}

bool desk_pull_writes(const desk_pull *p)
{
    for (size_t i = 0; i < p->count; i++)
        if (p->game[i].journal || p->game[i].judgements) return true;
    return false;
}

bool desk_pull_wants_analysis(const desk_pull *p)
{
    for (size_t i = 0; i < p->count; i++) {
        const pulled *g = &p->game[i];
        if (g->added && !g->judged && !g->awaited) return true;
    }
    return false;
}

/* ---- on a worker ---- */

static const char *write_day(int64_t time_ms, char out[16])
{
    const time_t seconds = (time_t)(time_ms / 1000);
    struct tm day;
    *out = '\0';
    if (gmtime_r(&seconds, &day)) strftime(out, 16, "%Y-%m-%d", &day);
    return out;
}

/* A journal that cannot be read, or has no decision, is recorded as no match. */
static alea_status add_game(desk_pull *p, desk *d, pulled *g, alea_error *error)
{
    const alea_import_options options = {.most_unpacked = UNPACKED_MOST};
    desk_addition done;
    bool has;
    char day[16], path[ID_SIZE + 8];
    alea_status status = collection_has_game(d, g->id, &has, error);
    if (status != ALEA_OK || has) return status;
    alea_error why = {0};
    snprintf(path, sizeof path, "%s/%s", g->played ? "g" : "m", g->id);
    status = desk_add(d, path, g->journal, g->size, &options, NULL, &done, &why);
    if (status == ALEA_ERROR_FILE || (status == ALEA_ERROR_MEMORY && !why.line)) {
        *error = why;
        return status;
    }
    const bool stored = status == ALEA_OK;
    const bool is_new = stored && done.result == DESK_ADDED;
    status = collection_note_game(d, g->id, stored ? done.match : 0, g->played,
                                  is_new && g->played ? write_day(g->ended, day) : NULL,
                                  error);
    g->added = is_new;
    if (status != ALEA_OK || !is_new) return status;
    return desk_set_setting(d, "account", p->who.name, error);
}

/* Damaged judgements are left to the desk's own analysis. */
static alea_status keep_judgements(desk *d, pulled *g, int64_t match, alea_error *error)
{
    size_t size = 0;
    char *text = unpack(g->judgements, g->judgements_size, &size);
    if (!text) return ALEA_OK;
    alea_status status = desk_keep_written(d, match, text, size, false, error);
    free(text);
    g->judged = status == ALEA_OK;
    return status == ALEA_ERROR_SYNTAX ? ALEA_OK : status;
}

static void note_open(void *context, const char *game, int64_t match)
{
    desk_pull *p = context;
    for (size_t i = 0; i < p->count; i++)
        if (p->game[i].analysed && strcmp(p->game[i].id, game) == 0)
            p->game[i].open = match;
}

static alea_status find_open(desk_pull *p, desk *d, alea_error *error)
{
    for (size_t i = 0; i < p->count; i++) p->game[i].open = 0;
    return d ? collection_open_games(d, note_open, p, error) : ALEA_OK;
}

static alea_status keep_all(desk_pull *p, desk *d, alea_error *error)
{
    bool any = false;
    int64_t made;
    alea_status status = ALEA_OK;
    for (size_t i = p->count; status == ALEA_OK && i-- > 0;)
        if (p->game[i].journal) status = add_game(p, d, &p->game[i], error);
    if (status == ALEA_OK) status = find_open(p, d, error);
    for (size_t i = p->count; status == ALEA_OK && i-- > 0;) {
        pulled *g = &p->game[i];
        if (!g->judgements || !g->open) continue;
        status = keep_judgements(d, g, g->open, error);
        any = any || g->judged;
    }
    return status == ALEA_OK && any
               ? desk_make_cards(d, "", "", DESK_CARD_LOSS, &made, error)
               : status;
}

alea_status desk_pull_run(desk_pull *p, desk *d, bool *more, alea_error *error)
{
    alea_status status = d ? keep_all(p, d, error) : ALEA_OK;
    *more = false;
    if (status == ALEA_OK) status = find_open(p, d, error);
    for (size_t i = 0; status == ALEA_OK && i < p->count; i++) {
        pulled *g = &p->game[i];
        bool has = false;
        if (d) status = collection_has_game(d, g->id, &has, error);
        g->missing = !has;
        *more = *more || ((!has || g->open) && !g->tried);
    }
    return status;
}
