#include "stats.h"

#include "base/error.h"
#include "base/hash.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct grouping {
    int by;
    desk_stats *out;
    size_t capacity;
    size_t *slot; /* index of a group + 1; 0: free */
    size_t slots; /* a power of 2 */
    bool failed;
} grouping;

enum {
    BY_ALL,
    BY_PLAYER,
    BY_OPPONENT,
    BY_EVENT,
    BY_MONTH,
    BY_YEAR,
    BY_LENGTH,
    BY_SCORE,
    BY_PHASE,
    BY_KIND,
    BY_OPENING,
    BY_ROLL,
    BY_GAME,
    BY_MATCH,
    BY_THEME,
    BY_REPLY,
    BY_CLASS
};

static const char *const names[] = {"all",     "player", "opponent", "event", "month",
                                    "year",    "length", "score",    "phase", "kind",
                                    "opening", "roll",   "game",     "match", "theme",
                                    "reply",   "class",  NULL};

const char *desk_stats_by(int index)
{
    return index >= 0 && index < (int)(sizeof names / sizeof *names) ? names[index]
                                                                     : NULL;
}

/* A key and the terms that find the same decisions. */
typedef struct group_key {
    char key[STATS_KEY], search[STATS_SEARCH];
} group_key;

__attribute__((format(printf, 2, 3))) static bool set_search(group_key *k,
                                                             const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(k->search, sizeof k->search, format, args);
    va_end(args);
    return true;
}

/* The text unchanged, in quotation marks. */
static bool set_text(group_key *k, const char *name, const char *text)
{
    size_t n = (size_t)snprintf(k->search, sizeof k->search, "\"%s==", name);
    snprintf(k->key, sizeof k->key, "%s", text);
    for (const char *c = text; *c && n + 4 < sizeof k->search; c++) {
        if (*c == '"') k->search[n++] = '\\';
        k->search[n++] = *c;
    }
    snprintf(k->search + n, sizeof k->search - n, "\"");
    return true;
}

/* The first `length` characters of a date; "": it is not known so far. */
static bool set_date(group_key *k, const char *date, int length)
{
    if ((int)strlen(date) < length)
        return set_search(k, length == 4 ? "not date>=0000" : "not date>=0000-00");
    snprintf(k->key, sizeof k->key, "%.*s", length, date);
    return set_search(k, "date=%s", k->key);
}

static bool set_score(group_key *k, const term_match *m, const desk_row *r)
{
    const bool crawford = r->flags & DESK_CRAWFORD;
    if (m->length == 0) {
        snprintf(k->key, sizeof k->key, "money");
        return set_search(k, "money");
    }
    snprintf(k->key, sizeof k->key, "%02d-away %02d-away%s", r->away[0], r->away[1],
             crawford ? " Crawford" : "");
    return set_search(k, "away=%d their-away=%d %scrawford", r->away[0], r->away[1],
                      crawford ? "" : "not ");
}

static bool set_word(group_key *k, const char *name, const char *word)
{
    snprintf(k->key, sizeof k->key, "%s", word);
    return set_search(k, "%s=%s", name, word);
}

static bool set_roll(group_key *k, int by, const desk_found *f)
{
    const desk_row *r = f->row;
    if (by == BY_REPLY) {
        if (r->kind != ALEA_JUDGED_PLAY || r->turn != 2 || !f->opening[0]) return false;
        snprintf(k->key, sizeof k->key, "%d%d-%d%d", f->opening[0], f->opening[1],
                 r->dice[0], r->dice[1]);
        return set_search(k, "opening=%d%d turn=2 dice=%d%d", f->opening[0],
                          f->opening[1], r->dice[0], r->dice[1]);
    }
    if (!r->dice[0] || (by == BY_OPENING && r->turn != 1)) return false;
    snprintf(k->key, sizeof k->key, "%d%d", r->dice[0], r->dice[1]);
    return set_search(k, "%sdice=%s", by == BY_OPENING ? "turn=1 " : "", k->key);
}

/* False: the decision belongs to no group. */
static bool write_key(int by, const desk_found *f, group_key *k)
{
    static const char *const phases[] = {"contact", "race", "bearoff", "over"};
    const desk_row *r = f->row;
    const term_match *m = f->match;
    const theme what = by == BY_THEME ? desk_row_theme(r) : THEMES;
    const report_class class = by == BY_CLASS ? desk_row_class(r) : REPORT_NO_CLASS;
    k->key[0] = k->search[0] = '\0';
    switch (by) {
    case BY_PLAYER: return set_text(k, "player", m->player[r->by]);
    case BY_OPPONENT: return set_text(k, "opponent", m->player[1 - r->by]);
    case BY_EVENT: return set_text(k, "event", m->event);
    case BY_MONTH: return set_date(k, m->date, 7);
    case BY_YEAR: return set_date(k, m->date, 4);
    case BY_LENGTH:
        snprintf(k->key, sizeof k->key, "%02d", m->length);
        return set_search(k, "length=%d", m->length);
    case BY_SCORE: return set_score(k, m, r);
    case BY_PHASE: return set_word(k, "phase", phases[r->phase & 3]);
    case BY_KIND: return set_word(k, "kind", alea_judged_name((alea_judged)r->kind));
    case BY_THEME: return what != THEMES && set_word(k, "theme", theme_name(what));
    case BY_CLASS:
        return class != REPORT_NO_CLASS &&
               set_word(k, "class", report_class_key(class));
    case BY_OPENING:
    case BY_ROLL:
    case BY_REPLY: return set_roll(k, by, f);
    case BY_GAME:
        snprintf(k->key, sizeof k->key, "%06lld game %03d", (long long)m->id, r->game);
        return set_search(k, "match=%lld game=%d", (long long)m->id, r->game);
    case BY_MATCH:
        snprintf(k->key, sizeof k->key, "%06lld %.100s - %.100s", (long long)m->id,
                 m->player[0], m->player[1]);
        return set_search(k, "match=%lld", (long long)m->id);
    default: return true;
    }
}

static bool grow(grouping *g)
{
    const size_t slots = g->slots ? g->slots * 2 : 256;
    size_t *slot = calloc(slots, sizeof *slot);
    desk_group *group = realloc(g->out->group, slots / 2 * sizeof *group);
    if (group) g->out->group = group;
    if (!slot || !group) {
        free(slot);
        return false;
    }
    for (size_t i = 0; i < g->out->count; i++) {
        size_t at = alea_hash_text(ALEA_HASH_START, group[i].key) & (slots - 1);
        while (slot[at]) at = (at + 1) & (slots - 1);
        slot[at] = i + 1;
    }
    free(g->slot);
    g->slot = slot;
    g->slots = slots;
    return true;
}

static desk_group *group_of(grouping *g, const group_key *k)
{
    const char *key = k->key;
    if (g->out->count >= g->slots / 2 && !grow(g)) return NULL;
    size_t at = alea_hash_text(ALEA_HASH_START, key) & (g->slots - 1);
    for (; g->slot[at]; at = (at + 1) & (g->slots - 1))
        if (strcmp(g->out->group[g->slot[at] - 1].key, key) == 0)
            return &g->out->group[g->slot[at] - 1];
    desk_group *one = &g->out->group[g->out->count++];
    g->slot[at] = g->out->count;
    *one = (desk_group){.last_match = -1};
    snprintf(one->key, sizeof one->key, "%s", key);
    snprintf(one->search, sizeof one->search, "%s", k->search);
    return one;
}

static bool add(void *context, const desk_found *f)
{
    grouping *g = context;
    group_key key;
    if (f->row->action == ALEA_EVENT_SET) return true; /* nobody decided */
    if (!write_key(g->by, f, &key)) return true;
    desk_group *one = group_of(g, &key);
    if (!one) {
        g->failed = true;
        return false;
    }
    if (one->last_match != f->match->id) one->matches++;
    one->last_match = f->match->id;
    if (f->row->flags & DESK_LUCK) {
        one->rolls++;
        one->luck += (double)f->row->luck;
        one->jokers += f->row->luck >= 0.6F;
        one->anti_jokers += f->row->luck <= -0.6F;
    }
    if (isnan(f->row->loss)) return true;
    one->hinted += (f->row->flags & DESK_HINTED) != 0;
    if (!(f->row->flags & DESK_COUNTED)) return true;
    one->decisions++;
    one->loss += (double)f->row->loss;
    one->marks[alea_mark_of_loss(f->row->loss, NULL)]++;
    return true;
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const desk_group *)a)->key, ((const desk_group *)b)->key);
}

alea_status desk_stats_of(desk *d, const terms *t, const char *by, desk_stats *out,
                          alea_error *error)
{
    *out = (desk_stats){0};
    grouping g = {.by = -1, .out = out};
    for (int i = 0; names[i]; i++)
        if (strcmp(names[i], by) == 0) g.by = i;
    if (g.by < 0)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "\"%.40s\" is no grouping", by);
    alea_status status = desk_find(d, t, add, &g, error);
    free(g.slot);
    if (status == ALEA_OK && g.failed) status = alea_error_no_memory(error);
    if (status == ALEA_OK && out->count)
        qsort(out->group, out->count, sizeof *out->group, by_key);
    if (status == ALEA_OK) return status;
    free(out->group);
    *out = (desk_stats){0};
    return status;
}

double desk_group_pr(const desk_group *g)
{
    return g->decisions ? 500 * g->loss / (double)g->decisions : (double)NAN;
}
