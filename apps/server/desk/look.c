#include "routes.h"

#include "analysis.h"
#include "ask.h"
#include "own.h"

#include "base/clock.h"
#include "desk/analyse.h"
#include "desk/figures.h"
#include "desk/search/fields.h"
#include "desk/shelves/openings.h"
#include "desk/views/groups.h"
#include "desk/views/hits.h"
#include "desk/views/quiz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYERS_MOST = 30, HITS_MOST = 200, HITS_USUAL = 20, NEW_A_DAY = 5 };

/* ---- the desk as a whole ---- */

static alea_status add_numbers(desk *d, json_t *o, alea_error *error)
{
    static const char *const keys[] = {"matches", "games", "decisions", "positions",
                                       "unanalysed"};
    alea_status status = ALEA_ERROR_FILE;
    sqlite3_stmt *st =
        desk_prepare(d,
                     "SELECT coalesce(sum(games>0), 0), coalesce(sum(games), 0),"
                     " (SELECT coalesce(sum(length(rows)), 0) / 72 FROM decisions),"
                     " coalesce(sum(games=0), 0) FROM matches",
                     error);
    if (!st) return status;
    while (desk_next(d, st, &status, error))
        for (int i = 0; i < 4; i++)
            json_object_set_new(o, keys[i], json_integer(sqlite3_column_int64(st, i)));
    int64_t *open = NULL;
    size_t count = 0;
    if (status == ALEA_OK) status = desk_unanalysed(d, false, &open, &count, error);
    free(open);
    json_object_set_new(o, keys[4], json_integer((json_int_t)count));
    return status;
}

static alea_status add_players(desk *d, json_t *o, alea_error *error)
{
    alea_status status = ALEA_ERROR_FILE;
    json_t *list = json_array();
    json_object_set_new(o, "players", list);
    sqlite3_stmt *st = desk_prepare(d, desk_names_sql, error);
    if (!st) return status;
    desk_bind(st, "i", (int64_t)PLAYERS_MOST);
    while (desk_next(d, st, &status, error))
        json_array_append_new(list, json_pack("{s:s,s:I}", "name", desk_text(st, 0),
                                              "matches",
                                              (json_int_t)sqlite3_column_int64(st, 1)));
    return status;
}

static void add_program(void *context, const char *program, int64_t decisions)
{
    json_array_append_new(context, json_pack("{s:s,s:I}", "program", program,
                                             "decisions", (json_int_t)decisions));
}

/* Adds whose analysis counts, and who has judged how many decisions. */
static alea_status add_figures(desk *d, json_t *o, alea_error *error)
{
    char choice[FIGURES_CHOICE];
    json_t *programs = json_array();
    json_object_set_new(o, "programs", programs);
    alea_status status = figures_of_desk(d, choice, error);
    if (status == ALEA_OK)
        status = figures_programs(d, 0, add_program, programs, error);
    if (status == ALEA_OK) json_object_set_new(o, "figures", json_string(choice));
    return status;
}

static json_t *run_desk(desk *d, desk_ask *a, alea_error *error)
{
    char me[DESK_SETTING] = "";
    deck_counts c = {0};
    json_t *o =
        json_pack("{s:i,s:i,s:i,s:i,s:i,s:[],s:s,s:[],s:b,s:I,s:I}", "matches", 0,
                  "games", 0, "decisions", 0, "positions", 0, "unanalysed", 0,
                  "players", "figures", "first", "programs", "guest", a->who.guest,
                  "bytes", (json_int_t)(d ? desk_bytes(d) : 0), "bytes_most",
                  (json_int_t)(a->who.guest ? desk_bytes_guest : desk_bytes_account));
    if (d) a->status = add_numbers(d, o, error);
    if (d && a->status == ALEA_OK) a->status = add_players(d, o, error);
    if (d && a->status == ALEA_OK) a->status = add_figures(d, o, error);
    if (d && a->status == ALEA_OK) a->status = desk_me(d, me, error);
    if (d && a->status == ALEA_OK)
        a->status = deck_count(d, alea_wall_clock_ms(), NEW_A_DAY, &c, error);
    json_object_set_new(o, "me", json_string(me));
    json_object_set_new(o, "deck", quiz_counts_json(&c));
    if (a->status == ALEA_OK) return o;
    json_decref(o);
    return NULL;
}

static void add_analysis(study *s, desk_ask *a, json_t *answer)
{
    json_object_set_new(answer, "analysis", desk_analysis_state(s, a->who.user));
}

static void desk_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->run = run_desk;
    a->asked = add_analysis;
    if (desk_ask_pull(a, desk_analysis_follow, reply))
        desk_ask_send(a, request, reply);
    else
        desk_ask_free(a);
}

static json_t *run_change(desk *d, desk_ask *a, alea_error *error)
{
    const char *me = http_text(a->body, "me");
    const char *figures = http_text(a->body, "figures");
    if (figures) a->status = figures_choose(d, figures, error);
    if (me && a->status == ALEA_OK) a->status = desk_set_setting(d, "me", me, error);
    return a->status == ALEA_OK ? run_desk(d, a, error) : NULL;
}

static void desk_change(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    json_t *body = http_json(request, reply);
    if (!body) return;
    const json_t *figures = json_object_get(body, "figures");
    const char *me = http_text(body, "me");
    if (figures ? !json_is_string(figures) || json_object_get(body, "me")
                : !me || strlen(me) >= DESK_SETTING ||
                      (*me && !http_is_plain(me, 1, 200))) {
        http_refuse(reply, 400, "bad_request",
                    "\"me\" is a player's name, or \"\" for the most frequent one; or "
                    "\"figures\" says whose analysis counts.");
        json_decref(body);
        return;
    }
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) {
        json_decref(body);
        return;
    }
    a->body = body;
    a->run = run_change;
    a->asked = add_analysis;
    a->make = true;
    desk_ask_send(a, request, reply);
}

/* ---- searching ---- */

/* Adds the details that the analysis kept of the decision: the best choice and the one
 * made. */
static alea_status add_detail(desk *d, sqlite3_stmt *st, int64_t match,
                              const desk_hit *h, json_t *o, alea_error *error)
{
    static const char *const keys[] = {"best", "made", "why"};
    sqlite3_reset(st);
    desk_bind(st, "iid", match, (int64_t)h->row.entry, (double)h->row.loss);
    const int result = sqlite3_step(st);
    if (result == SQLITE_DONE) return ALEA_OK;
    if (result != SQLITE_ROW) return desk_failed(d, error);
    json_t *detail = json_loads(desk_text(st, 0), 0, NULL);
    for (int i = 0; i < 3; i++) {
        json_t *value = json_object_get(detail, keys[i]);
        if (value) json_object_set(o, keys[i], value);
    }
    json_decref(detail);
    return ALEA_OK;
}

static alea_status list_hits(desk *d, const desk_hits *s, json_t *list,
                             alea_error *error)
{
    alea_status status = ALEA_OK;
    sqlite3_stmt *st = desk_prepare(d,
                                    "SELECT detail FROM analyses WHERE match=? AND"
                                    " entry=? AND detail<>'' ORDER BY abs(loss-?),"
                                    " program='alea' LIMIT 1",
                                    error);
    if (!st) return ALEA_ERROR_FILE;
    for (size_t i = 0; status == ALEA_OK && i < s->hits; i++) {
        json_t *o = desk_hit_json(s, &s->hit[i]);
        status =
            add_detail(d, st, desk_hit_of(s, &s->hit[i])->match, &s->hit[i], o, error);
        json_array_append_new(list, o);
    }
    sqlite3_finalize(st);
    return status;
}

/* Both searches must hold. */
static alea_status read_both(desk *d, desk_ask *a, terms *t, alea_error *error)
{
    char within[DESK_WORDS] = "";
    const char *text = http_text(a->body, "within");
    snprintf(within, sizeof within, "%s", text ? text : "");
    const alea_status status = desk_read_line(d, t, within, error);
    return status == ALEA_OK ? desk_read_line(d, t, a->text, error) : status;
}

static json_t *run_find(desk *d, desk_ask *a, alea_error *error)
{
    desk_hits s = {.limit = a->limit, .offset = a->offset, .by_error = a->flag};
    json_t *list = json_array();
    terms *t = calloc(1, sizeof *t);
    a->status = t ? ALEA_OK : ALEA_ERROR_MEMORY;
    if (d && t) a->status = read_both(d, a, t, error);
    if (d && a->status == ALEA_OK)
        a->status = desk_find(d, t, desk_keep_hit, &s, error);
    if (a->status == ALEA_OK && s.failed) a->status = ALEA_ERROR_MEMORY;
    desk_sort_hits(&s);
    if (d && a->status == ALEA_OK) a->status = list_hits(d, &s, list, error);
    const size_t found = s.found;
    desk_hits_free(&s);
    free(t);
    if (a->status == ALEA_OK)
        return json_pack("{s:I,s:o}", "found", (json_int_t)found, "decisions", list);
    json_decref(list);
    return NULL;
}

/* The searches of the query, "" without them: `q` into a->text, `within` into a->body;
 * false after refusing. */
static bool read_search(const http_request *request, desk_ask *a, http_reply *reply)
{
    char within[DESK_WORDS] = "";
    const bool q = !strstr(request->query, "q=") ||
                   http_query(request, "q", a->text, sizeof a->text),
               around = !strstr(request->query, "within=") ||
                        http_query(request, "within", within, sizeof within);
    if (q && around) {
        a->body = json_pack("{s:s}", "within", within);
        return true;
    }
    http_refuse(reply, 400, "bad_request", "The search is too long or no text.");
    return false;
}

static void desk_find_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    char text[16];
    int64_t limit, offset;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->run = run_find;
    if (http_query(request, "sort", text, sizeof text))
        a->flag = strcmp(text, "error") == 0;
    const bool good =
        http_query_number(request, "limit", HITS_USUAL, 0, HITS_MOST, &limit) &&
        http_query_number(request, "offset", 0, 0, INT32_MAX / 2, &offset);
    a->limit = good ? (int)limit : 0;
    a->offset = good ? (int)offset : 0;
    if (!good) {
        http_refuse(reply, 400, "bad_request",
                    "\"limit\" is 0 to %d, \"offset\" a number.", HITS_MOST);
        desk_ask_free(a);
    } else if (read_search(request, a, reply)) {
        desk_ask_send(a, request, reply);
    } else {
        desk_ask_free(a);
    }
}

static bool is_grouping(const char *by)
{
    const char *name;
    for (int i = 0; (name = desk_stats_by(i)); i++)
        if (strcmp(name, by) == 0) return true;
    return false;
}

/* ---- the terms ---- */

static void desk_terms_get(void *part, http_request *request, http_reply *reply)
{
    json_t *list = json_array();
    const field *f;
    char form[FIELD_NAMES], help[FIELD_HELP];
    (void)part;
    (void)request;
    for (int i = 0; (f = field_at(i)); i++) {
        field_form(f, form);
        field_help(f, help);
        json_array_append_new(list, json_pack("{s:s,s:s,s:b,s:s}", "name", f->name,
                                              "form", form, "flag",
                                              f->shape == FIELD_FLAG, "help", help));
    }
    http_answer(reply, 200, json_pack("{s:o}", "terms", list));
}

static json_t *run_stats(desk *d, desk_ask *a, alea_error *error)
{
    desk_stats stats = {0};
    terms *t = calloc(1, sizeof *t);
    a->status = t ? ALEA_OK : ALEA_ERROR_MEMORY;
    if (d && t) a->status = read_both(d, a, t, error);
    if (d && a->status == ALEA_OK)
        a->status = desk_stats_of(d, t, a->by, &stats, error);
    free(t);
    json_t *o = a->status == ALEA_OK ? desk_groups_json(&stats, a->by) : NULL;
    free(stats.group);
    return o;
}

static void desk_stats_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    desk_ask *a = desk_ask_new(s, request, reply);
    if (!a) return;
    a->run = run_stats;
    if (!http_query(request, "by", a->by, sizeof a->by))
        snprintf(a->by, sizeof a->by, "all");
    if (!is_grouping(a->by)) {
        http_refuse(reply, 400, "bad_request",
                    "\"by\" is all, player, opponent, event, month, year, "
                    "length, score, phase, kind, theme, class, opening, "
                    "reply, roll, game or match.");
        desk_ask_free(a);
    } else if (read_search(request, a, reply)) {
        desk_ask_send(a, request, reply);
    } else {
        desk_ask_free(a);
    }
}

/* ---- the opening book ---- */

static void openings_get(void *part, http_request *request, http_reply *reply)
{
    char first[8] = "";
    opening e;
    size_t at = 0, size;
    (void)part;
    const char *source = opening_source(&size);
    http_query(request, "first", first, sizeof first);
    json_t *list = json_array();
    while (opening_next(&at, &e))
        if (*first ? strcmp(e.first, first) == 0 : !*e.reply)
            json_array_append_new(list, opening_json(&e));
    if (*first && json_array_size(list) == 0) {
        json_decref(list);
        http_refuse(reply, 400, "bad_request",
                    "\"first\" is a first roll, higher die first, such as 31.");
        return;
    }
    http_answer(reply, 200,
                json_pack("{s:s%,s:o}", "source", source, size, "openings", list));
}

const http_route desk_look_routes[] = {
    {HTTP_GET, "/api/desk", ROUTE_SESSION, desk_get},
    {HTTP_PATCH, "/api/desk", ROUTE_CHANGE, desk_change},
    {HTTP_GET, "/api/desk/find", ROUTE_SESSION, desk_find_get},
    {HTTP_GET, "/api/desk/terms", ROUTE_OPEN, desk_terms_get},
    {HTTP_GET, "/api/desk/stats", ROUTE_SESSION, desk_stats_get},
    {HTTP_GET, "/api/openings", ROUTE_OPEN, openings_get},
    {0},
};
