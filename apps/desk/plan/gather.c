#include "gather.h"

#include "base/error.h"
#include "desk/source.h"

#include <alea/cube.h>
#include <alea/position.h>

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct gathering {
    desk *d;
    const char *player;
    int64_t since;
    const char *day;
    gathered *out;
    sqlite3_stmt *detail, *is_after, *is_journal;
    char **name; /* [players]; name[0] is the player of the plan */
    size_t names, capacity;
    int64_t match; /* the last one */
    int game;
    bool after, counted; /* [matches]: played after the plan; the player has decided */
    uint32_t number[2], cluster[2];
    alea_record record; /* of that match, if it may state times */
    alea_status status;
    alea_error *error;
} gathering;

static bool fail(gathering *g)
{
    g->status = alea_error_no_memory(g->error);
    return false;
}

static bool number_of(gathering *g, const char *name, uint32_t *out)
{
    for (size_t i = 0; i < g->names; i++) {
        if (strcmp(g->name[i], name) != 0) continue;
        *out = (uint32_t)i;
        return true;
    }
    if (g->names == g->capacity) {
        const size_t more = g->capacity ? g->capacity * 2 : 64;
        char **block = realloc(g->name, more * sizeof *block);
        if (!block) return fail(g);
        g->name = block;
        g->capacity = more;
    }
    char *copy = strdup(name);
    if (!copy) return fail(g);
    g->name[g->names] = copy;
    *out = (uint32_t)g->names++;
    return true;
}

/* Only alea's journal states the time of each decision. */
static bool read_times(gathering *g)
{
    alea_record_clear(&g->record);
    if (g->since || (g->number[0] != 0 && g->number[1] != 0)) return true;
    sqlite3_reset(g->is_journal);
    desk_bind(g->is_journal, "it", g->match, alea_format_name(ALEA_FORMAT_JOURNAL));
    const bool journal = sqlite3_step(g->is_journal) == SQLITE_ROW;
    sqlite3_reset(g->is_journal);
    if (journal) g->status = desk_record(g->d, g->match, &g->record, g->error);
    return g->status == ALEA_OK;
}

static bool begin_match(gathering *g, const term_match *m)
{
    g->match = m->id;
    g->game = -1;
    g->after = g->counted = false;
    for (int i = 0; i < 2; i++)
        if (!number_of(g, m->player[i], &g->number[i])) return false;
    if (!read_times(g)) return false;
    if (g->since == 0) return true;
    sqlite3_reset(g->is_after);
    desk_bind(g->is_after, "iit", m->id, g->since, g->day);
    g->after = sqlite3_step(g->is_after) == SQLITE_ROW;
    sqlite3_reset(g->is_after);
    return true;
}

static float chance_of(desk *d, const desk_found *f)
{
    alea_position position;
    desk_row_position(f->row, f->match->length, &position);
    const alea_player by = (alea_player)f->row->by;
    const alea_cube cube = alea_cube_of_position(&position, by);
    const alea_met *met = desk_met(d);
    if (!met || cube.match_length == 0 || alea_cube_check(&cube, met, NULL) != ALEA_OK)
        return 0;
    const float best = alea_cube_chance_of_equity(&cube, met, f->row->equity);
    return fabsf(best -
                 alea_cube_chance_of_equity(&cube, met, f->row->equity - f->row->loss));
}

static bool same_question(const desk_row *a, const desk_row *b)
{
    return a->kind == b->kind && memcmp(a->point, b->point, sizeof a->point) == 0 &&
           memcmp(a->dice, b->dice, sizeof a->dice) == 0 &&
           memcmp(a->away, b->away, sizeof a->away) == 0 &&
           a->cube_log2 == b->cube_log2 && a->owner == b->owner;
}

/* Keeps the costliest decisions; of one position only the costliest. */
static bool keep_hit(gathering *g, gather_list *list, const desk_found *f)
{
    if (!list->hit) list->hit = calloc(GATHER_HITS + 1, sizeof *list->hit);
    if (!list->hit) return fail(g);
    int at = 0;
    while (at < list->hits && list->hit[at].row.loss >= f->row->loss) at++;
    for (int i = 0; i < at; i++)
        if (same_question(&list->hit[i].row, f->row)) return true;
    if (at == GATHER_HITS) return true;
    memmove(list->hit + at + 1, list->hit + at,
            (size_t)(list->hits - at) * sizeof *list->hit);
    gather_hit *hit = &list->hit[at];
    desk_hit_match *of = &hit->match;
    of->match = f->match->id;
    of->length = f->match->length;
    for (int i = 0; i < 2; i++)
        snprintf(of->player[i], sizeof of->player[i], "%s", f->match->player[i]);
    snprintf(of->date, sizeof of->date, "%s", f->match->date);
    hit->row = *f->row;
    list->hits++;
    for (int i = at + 1; i < list->hits; i++) {
        if (!same_question(&list->hit[i].row, f->row)) continue;
        memmove(list->hit + i, list->hit + i + 1,
                (size_t)(list->hits - i - 1) * sizeof *list->hit);
        list->hits--;
    }
    if (list->hits > GATHER_HITS) list->hits = GATHER_HITS;
    return true;
}

static void count_biases(gathering *g, const desk_found *f, bool own,
                         const char *detail)
{
    int8_t direction[BIASES];
    json_t *o = json_loads(detail, 0, NULL);
    const char *best = json_string_value(json_object_get(o, "best")),
               *made = json_string_value(json_object_get(o, "made"));
    bias_directions(f->row, best ? best : "?", made ? made : "?", direction);
    for (int b = 0; b < BIASES; b++) {
        bias_count *count = &g->out->bias[b];
        count->toward[!own] += direction[b] > 0;
        count->against[!own] += direction[b] < 0;
        if (own && direction[b]) count->loss[direction[b] < 0] += (double)f->row->loss;
    }
    json_decref(o);
}

/* Adds an error: its text makes it a question and shows its direction. */
static bool add_error(gathering *g, const desk_found *f, plan_family family, bool own)
{
    bool good = true;
    sqlite3_reset(g->detail);
    desk_bind(g->detail, "iid", f->match->id, (int64_t)f->row->entry,
              (double)f->row->loss);
    if (sqlite3_step(g->detail) == SQLITE_ROW) {
        count_biases(g, f, own, desk_text(g->detail, 0));
        good = keep_hit(g, &g->out->list[!own][family], f);
    }
    sqlite3_reset(g->detail);
    return good;
}

/* The player's decision, if its time is known. */
static bool add_time(gathering *g, const desk_row *row)
{
    gathered *out = g->out;
    if (row->entry >= g->record.entries) return true;
    const int32_t took = g->record.entry[row->entry].took_ms;
    if (took == ALEA_NO_CLOCK) return true;
    if (out->timeds == out->timed_capacity) {
        const size_t more = out->timed_capacity ? out->timed_capacity * 2 : 1024;
        haste_decision *block = realloc(out->timed, more * sizeof *block);
        if (!block) return fail(g);
        out->timed = block;
        out->timed_capacity = more;
    }
    const haste_kind kind = row->kind == ALEA_JUDGED_PLAY ? HASTE_PLAY : HASTE_CUBE;
    out->timed[out->timeds++] =
        (haste_decision){.kind = kind, .took_ms = took, .loss = row->loss};
    return true;
}

static plan_decision *new_decision(gathering *g)
{
    gathered *out = g->out;
    if (out->decisions == out->capacity) {
        const size_t more = out->capacity ? out->capacity * 2 : 4096;
        plan_decision *block = realloc(out->decision, more * sizeof *block);
        if (!block) return NULL;
        out->decision = block;
        out->capacity = more;
    }
    return &out->decision[out->decisions++];
}

static bool add(void *context, const desk_found *f)
{
    gathering *g = context;
    gathered *out = g->out;
    const desk_row *row = f->row;
    if (f->match->id != g->match && !begin_match(g, f->match)) return false;
    if (row->action == ALEA_EVENT_SET || isnan(row->loss) ||
        !(row->flags & DESK_COUNTED))
        return true;
    if (row->game != g->game) {
        g->game = row->game;
        for (int i = 0; i < 2; i++) g->cluster[i] = out->clusters++;
    }
    const bool own = g->number[row->by] == 0;
    if (own && !g->counted) {
        out->matches++;
        out->money_matches += f->match->length == 0;
        g->counted = true;
    }
    plan_decision *p = new_decision(g);
    if (!p) return fail(g);
    *p = (plan_decision){.player = g->number[row->by],
                         .cluster = g->cluster[row->by],
                         .family = (uint8_t)family_of(row),
                         .after = g->after,
                         .loss = row->loss,
                         .chance = own && row->loss > 0 ? chance_of(g->d, f) : 0};
    if (own && !add_time(g, row)) return false;
    if (alea_mark_of_loss(row->loss, NULL) < ALEA_MARK_DOUBTFUL) return true;
    return add_error(g, f, (plan_family)p->family, own);
}

alea_status gather(desk *d, const char *player, int64_t since, const char *day,
                   gathered *out, alea_error *error)
{
    *out = (gathered){0};
    uint32_t zero;
    gathering g = {.d = d, .since = since, .day = day, .out = out, .error = error};
    terms *all = calloc(1, sizeof *all);
    if (!all || !number_of(&g, player, &zero)) g.status = alea_error_no_memory(error);
    if (g.status == ALEA_OK) {
        g.detail = desk_prepare(d,
                                "SELECT detail FROM analyses WHERE match=? AND entry=?"
                                " AND detail<>'' ORDER BY abs(loss-?),"
                                " program='alea' LIMIT 1",
                                error);
        g.is_after = desk_prepare(d,
                                  "SELECT 1 FROM matches WHERE id=? AND added>? AND"
                                  " (date='' OR date>=?)",
                                  error);
        g.is_journal =
            desk_prepare(d, "SELECT 1 FROM matches WHERE id=? AND format=?", error);
        if (!g.detail || !g.is_after || !g.is_journal) g.status = ALEA_ERROR_FILE;
    }
    if (g.status == ALEA_OK) {
        const alea_status status = desk_find(d, all, add, &g, error);
        if (g.status == ALEA_OK) g.status = status;
    }
    out->players = (uint32_t)g.names;
    sqlite3_finalize(g.detail);
    sqlite3_finalize(g.is_after);
    sqlite3_finalize(g.is_journal);
    alea_record_clear(&g.record);
    for (size_t i = 0; i < g.names; i++) free(g.name[i]);
    free(g.name);
    free(all);
    return g.status;
}

void gather_free(gathered *g)
{
    free(g->decision);
    free(g->timed);
    for (int own = 0; own < 2; own++)
        for (int f = 0; f < FAMILIES; f++) free(g->list[own][f].hit);
    *g = (gathered){0};
}

alea_status gather_main_player(desk *d, char out[256], alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    *out = '\0';
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT coalesce((SELECT person FROM aliases a WHERE a.name=p.name), p.name)"
        " AS who, count(*) AS n FROM (SELECT player_a AS name FROM matches WHERE"
        " games>0 UNION ALL SELECT player_b FROM matches WHERE games>0) p GROUP BY who"
        " ORDER BY n DESC, who LIMIT 1",
        error);
    if (!st) return status;
    while (desk_next(d, st, &status, error)) snprintf(out, 256, "%s", desk_text(st, 0));
    return status;
}
