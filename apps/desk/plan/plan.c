#include "plan.h"
#include "shape.h"

#include "base/error.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A card that was answered wrong is shown again within this time. */
enum { SITTING_MS = 20 * 60 * 1000, DAY_SIZE = 11 };

bool plan_month_is(const char *text)
{
    if (strlen(text) != 7 || text[4] != '-') return false;
    for (int i = 0; i < 7; i++)
        if (i != 4 && (text[i] < '0' || text[i] > '9')) return false;
    const int month = (text[5] - '0') * 10 + text[6] - '0';
    return month >= 1 && month <= 12;
}

static void day_of(int64_t now, char out[DAY_SIZE])
{
    const time_t seconds = (time_t)(now / 1000);
    struct tm local;
    localtime_r(&seconds, &local);
    if (strftime(out, DAY_SIZE, "%Y-%m-%d", &local) == 0) *out = '\0';
}

void plan_month_of(int64_t now, char out[PLAN_MONTH])
{
    char day[DAY_SIZE];
    day_of(now, day);
    snprintf(out, PLAN_MONTH, "%.7s", day);
}

/* ---- making ---- */

typedef struct making {
    desk *d;
    const char *player, *month;
    gathered g;
    plan_figures figures;
    json_t *taken; /* the positions of the items before, as keys */
} making;

/* Adds a position to the list, once per plan, and makes its card. */
static alea_status put_position(making *m, gather_hit *hit, bool own, json_t *list,
                                alea_error *error)
{
    const desk_hit_match *of = &hit->match;
    const term_match match = {.id = of->match,
                              .player = {of->player[0], of->player[1]},
                              .date = of->date,
                              .length = of->length};
    const desk_found found = {.match = &match, .row = &hit->row};
    const desk_hits hits = {.of = &hit->match, .matches = 1};
    const desk_hit one = {.row = hit->row};
    char position[ALEA_XGID_SIZE];
    bool made;
    alea_status status = deck_put(m->d, &found, position, &made, error);
    if (status != ALEA_OK || !made || json_object_get(m->taken, position))
        return status;
    json_object_set_new(m->taken, position, json_true());
    json_t *o = desk_hit_json(&hits, &one);
    json_object_set_new(o, "own", json_boolean(own));
    json_array_append_new(list, o);
    return ALEA_OK;
}

static alea_status put_thing(making *m, int thing, plan_family f, json_t *things,
                             alea_error *error)
{
    alea_status status = ALEA_OK;
    json_t *positions = json_array();
    for (int others = 0; others < 2; others++) {
        gather_list *list = &m->g.list[others][f];
        for (int i = 0; status == ALEA_OK && i < list->hits; i++)
            if (json_array_size(positions) < PLAN_POSITIONS)
                status = put_position(m, &list->hit[i], !others, positions, error);
    }
    json_t *o = plan_thing_json(&m->g, &m->figures, thing, f);
    json_object_set_new(o, "positions", positions);
    json_array_append_new(things, o);
    return status;
}

static json_t *head_json(const making *m, int64_t now)
{
    const plan_figures *f = &m->figures;
    char day[DAY_SIZE];
    day_of(now, day);
    json_t *o = json_pack(
        "{s:s,s:s,s:s,s:I,s:I,s:f,s:f,s:I,s:I,s:I,s:b}", "player", m->player, "month",
        m->month, "made", day, "matches", (json_int_t)m->g.matches, "decisions",
        (json_int_t)f->decisions, "loss", f->loss, "chance_loss", f->chance, "missing",
        (json_int_t)f->missing, "peers", (json_int_t)f->peers, "peer_decisions",
        (json_int_t)f->peer_decisions, "all_peers", f->all_peers);
    json_object_set_new(o, "pr",
                        f->decisions ? json_real(500 * f->loss / (double)f->decisions)
                                     : json_null());
    return o;
}

static alea_status put_body(making *m, int64_t now, const json_t *plan,
                            alea_error *error)
{
    char *text = json_dumps(plan, JSON_COMPACT | JSON_REAL_PRECISION(7));
    if (!text) return alea_error_no_memory(error);
    sqlite3_stmt *st = desk_prepare(
        m->d, "INSERT OR REPLACE INTO plans(player, month, made, body) VALUES(?,?,?,?)",
        error);
    if (st) desk_bind(st, "ttit", m->player, m->month, now, text);
    const alea_status status = st ? desk_run(m->d, st, error) : ALEA_ERROR_FILE;
    free(text);
    return status;
}

/* Inside a transaction. */
static alea_status put_plan(making *m, int64_t now, alea_error *error)
{
    plan_family chosen[PLAN_THINGS];
    const int count =
        m->figures.missing ? 0 : plan_choose(&m->g, &m->figures, PLAN_THINGS, chosen);
    alea_status status = ALEA_OK;
    json_t *plan = head_json(m, now), *things = json_array();
    m->taken = json_object();
    for (int i = 0; status == ALEA_OK && i < count; i++)
        status = put_thing(m, i + 1, chosen[i], things, error);
    json_decref(m->taken);
    json_object_set_new(plan, "things", things);
    json_object_set_new(plan, "families", plan_families_json(&m->g, &m->figures));
    json_object_set_new(plan, "biases", plan_biases_json(&m->g));
    json_object_set_new(plan, "haste", plan_haste_json(&m->g));
    if (status == ALEA_OK) status = put_body(m, now, plan, error);
    json_decref(plan);
    return status;
}

alea_status plan_make(desk *d, const char *player, const char *month, int64_t now,
                      json_t **out, alea_error *error)
{
    making m = {.d = d, .player = player, .month = month};
    *out = NULL;
    alea_status status = gather(d, player, 0, "", &m.g, error);
    if (status == ALEA_OK && !plan_figures_of(m.g.decision, m.g.decisions, m.g.players,
                                              m.g.clusters, &m.figures))
        status = alea_error_no_memory(error);
    if (status == ALEA_OK && m.figures.decisions == 0)
        status =
            alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                            "the desk has no analysed decision of \"%.60s\"", player);
    if (status == ALEA_OK) status = desk_begin(d, error);
    if (status == ALEA_OK) status = desk_end(d, put_plan(&m, now, error), error);
    gather_free(&m.g);
    return status == ALEA_OK ? plan_read(d, player, month, out, error) : status;
}

/* ---- reading ---- */

/* The cards of the positions of a plan's items, in order: of player ?1, month ?2. */
#define PLANNED_CARDS                                                                  \
    " FROM plans x, json_each(x.body, '$.things') t,"                                  \
    " json_each(t.value, '$.positions') p JOIN cards c"                                \
    " ON c.position=json_extract(p.value, '$.id') WHERE x.player=?1 AND x.month=?2"    \
    " AND json_valid(x.body)"

static alea_status add_trained(desk *d, const char *player, const char *month,
                               json_t *thing, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT count(*), coalesce(sum(c.reviews>0), 0), coalesce(sum((SELECT grade"
        " FROM reviews WHERE card=c.id ORDER BY time DESC LIMIT 1)>1), 0)" PLANNED_CARDS
        " AND t.key=?3-1",
        error);
    if (!st) return status;
    desk_bind(st, "tti", player, month,
              (int64_t)json_integer_value(json_object_get(thing, "thing")));
    while (desk_next(d, st, &status, error))
        json_object_set_new(thing, "training",
                            json_pack("{s:I,s:I,s:I}", "cards",
                                      (json_int_t)sqlite3_column_int64(st, 0), "asked",
                                      (json_int_t)sqlite3_column_int64(st, 1), "right",
                                      (json_int_t)sqlite3_column_int64(st, 2)));
    return status;
}

static alea_status add_progress(desk *d, json_t *plan, int64_t made, alea_error *error)
{
    const char *player = json_string_value(json_object_get(plan, "player")),
               *month = json_string_value(json_object_get(plan, "month"));
    char day[DAY_SIZE];
    size_t i;
    json_t *thing;
    gathered g;
    day_of(made, day);
    alea_status status = gather(d, player, made, day, &g, error);
    json_array_foreach(json_object_get(plan, "things"), i, thing)
    {
        const char *key = json_string_value(json_object_get(thing, "family"));
        const plan_family f = key ? family_find(key) : FAMILIES;
        if (status != ALEA_OK || f == FAMILIES) continue;
        const plan_progress p =
            plan_progress_of(g.decision, g.decisions, f,
                             json_number_value(json_object_get(thing, "level_share")));
        json_object_set_new(thing, "progress", plan_progress_json(&p));
        status = add_trained(d, player, month, thing, error);
    }
    gather_free(&g);
    return status;
}

alea_status plan_read(desk *d, const char *player, const char *month, json_t **out,
                      alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    int64_t made = 0;
    *out = NULL;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT made, body FROM plans WHERE player=? AND month=?", error);
    if (!st) return status;
    desk_bind(st, "tt", player, month);
    while (desk_next(d, st, &status, error)) {
        made = sqlite3_column_int64(st, 0);
        json_decref(*out);
        *out = json_loads(desk_text(st, 1), 0, NULL);
    }
    if (status == ALEA_OK && *out &&
        (!json_is_string(json_object_get(*out, "player")) ||
         !json_is_string(json_object_get(*out, "month")))) {
        json_decref(*out); /* damaged: treated as absent */
        *out = NULL;
    }
    if (status == ALEA_OK && *out) status = add_progress(d, *out, made, error);
    if (status == ALEA_OK) return status;
    json_decref(*out);
    *out = NULL;
    return status;
}

alea_status plan_months(desk *d, const char *player, json_t **out, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st = desk_prepare(
        d, "SELECT month FROM plans WHERE player=? ORDER BY month DESC", error);
    *out = json_array();
    if (!st) return status;
    desk_bind(st, "t", player);
    while (desk_next(d, st, &status, error))
        json_array_append_new(*out, json_string(desk_text(st, 0)));
    return status;
}

/* ---- training ---- */

alea_status plan_next(desk *d, const char *player, const char *month, int thing,
                      int64_t now, deck_card *out, bool *found, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    int64_t card = 0;
    *found = false;
    sqlite3_stmt *st = desk_prepare(
        d,
        "SELECT c.id, CASE WHEN c.state>0 AND c.due<=?4 THEN 0 WHEN c.state=0 THEN 1"
        " ELSE 2 END AS turn" PLANNED_CARDS
        " AND ?3 IN (0, t.key+1) AND c.suspended=0 AND"
        " (c.state=0 OR c.due<=?4 OR (c.due<=?5 AND (SELECT grade FROM reviews WHERE"
        " card=c.id ORDER BY time DESC LIMIT 1)=1)) ORDER BY turn, CASE turn WHEN 1"
        " THEN 0 ELSE c.due END, t.key, p.key LIMIT 1",
        error);
    if (!st) return status;
    desk_bind(st, "ttiii", player, month, (int64_t)thing, now, now + SITTING_MS);
    while (desk_next(d, st, &status, error)) card = sqlite3_column_int64(st, 0);
    if (status != ALEA_OK || card == 0) return status;
    *found = true;
    return deck_card_of(d, card, out, error);
}
