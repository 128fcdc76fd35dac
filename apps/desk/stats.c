#include "stats.h"

#include "base/error.h"
#include "base/hash.h"
#include "report/themes.h"

#include <math.h>
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
    BY_REPLY
};

static const char *const names[] = {"all",     "player", "opponent", "event", "month",
                                    "year",    "length", "score",    "phase", "kind",
                                    "opening", "roll",   "game",     "match", "theme",
                                    "reply",   NULL};

const char *desk_stats_by(int index)
{
    return index >= 0 && index < (int)(sizeof names / sizeof *names) ? names[index]
                                                                     : NULL;
}

/* A play's theme; the desk does not keep what was right for the cube. */
static const char *theme_of_row(const desk_row *r)
{
    alea_board board;
    memcpy(board.point, r->point, sizeof board.point);
    return r->kind == ALEA_JUDGED_PLAY ? theme_name(theme_of_board(&board, r->turn))
                                       : alea_judged_name((alea_judged)r->kind);
}

/* False: the decision belongs to no group. */
static bool write_key(int by, const desk_found *f, char out[256])
{
    static const char *const phases[] = {"contact", "race", "bearoff", "over"};
    const desk_row *r = f->row;
    const term_match *m = f->match;
    out[0] = '\0';
    switch (by) {
    case BY_PLAYER: snprintf(out, 256, "%s", m->player[r->by]); break;
    case BY_OPPONENT: snprintf(out, 256, "%s", m->player[1 - r->by]); break;
    case BY_EVENT: snprintf(out, 256, "%s", m->event); break;
    case BY_MONTH: snprintf(out, 256, "%.7s", m->date); break;
    case BY_YEAR: snprintf(out, 256, "%.4s", m->date); break;
    case BY_LENGTH: snprintf(out, 256, "%02d", m->length); break;
    case BY_SCORE:
        if (m->length == 0)
            snprintf(out, 256, "money");
        else
            snprintf(out, 256, "%02d-away %02d-away%s", r->away[0], r->away[1],
                     r->flags & DESK_CRAWFORD ? " Crawford" : "");
        break;
    case BY_PHASE: snprintf(out, 256, "%s", phases[r->phase & 3]); break;
    case BY_KIND:
        snprintf(out, 256, "%s", alea_judged_name((alea_judged)r->kind));
        break;
    case BY_OPENING:
    case BY_ROLL:
        if (!r->dice[0] || (by == BY_OPENING && r->turn != 1)) return false;
        snprintf(out, 256, "%d%d", r->dice[0], r->dice[1]);
        break;
    case BY_THEME: snprintf(out, 256, "%s", theme_of_row(r)); break;
    case BY_REPLY:
        if (r->kind != ALEA_JUDGED_PLAY || r->turn != 2 || !f->opening[0]) return false;
        snprintf(out, 256, "%d%d-%d%d", f->opening[0], f->opening[1], r->dice[0],
                 r->dice[1]);
        break;
    case BY_GAME:
        snprintf(out, 256, "%06lld game %03d", (long long)m->id, r->game);
        break;
    case BY_MATCH:
        snprintf(out, 256, "%06lld %.100s - %.100s", (long long)m->id, m->player[0],
                 m->player[1]);
        break;
    default: break;
    }
    return true;
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

static desk_group *group_of(grouping *g, const char *key)
{
    if (g->out->count >= g->slots / 2 && !grow(g)) return NULL;
    size_t at = alea_hash_text(ALEA_HASH_START, key) & (g->slots - 1);
    for (; g->slot[at]; at = (at + 1) & (g->slots - 1))
        if (strcmp(g->out->group[g->slot[at] - 1].key, key) == 0)
            return &g->out->group[g->slot[at] - 1];
    desk_group *one = &g->out->group[g->out->count++];
    g->slot[at] = g->out->count;
    *one = (desk_group){.last_match = -1};
    snprintf(one->key, sizeof one->key, "%s", key);
    return one;
}

static bool add(void *context, const desk_found *f)
{
    grouping *g = context;
    char key[256];
    if (f->row->action == ALEA_EVENT_SET) return true; /* nobody decided */
    if (!write_key(g->by, f, key)) return true;
    desk_group *one = group_of(g, key);
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
