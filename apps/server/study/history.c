/* A player's matches, error rates and statistics. */
#include "parts.h"
#include "routes.h"

#include "report/themes.h"
#include "json/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { HISTORY_USUAL = 50, HISTORY_MOST = 200, MATCHES_COUNTED = 200 };

static json_t *number_or_null(double value)
{
    return isnan(value) ? json_null() : number_json(value);
}

/* The seat of the user; -1 = none. */
static int seat_in(study *s, const storage_game *g, const char *user)
{
    storage_game again;
    char *text;
    int seat = -1;
    for (int i = 0; g->stage != STAGE_UPLOADED && i < 2; i++)
        if (strcmp(g->user[i], user) == 0) return i;
    if (g->stage != STAGE_UPLOADED ||
        storage_game_get(s->parts.store, g->id, &again, &text) != ANSWER_FOUND)
        return -1;
    json_t *head = json_loads(text, 0, NULL);
    const json_t *you = json_object_get(head, "you");
    if (json_is_integer(you) && json_integer_value(you) >= 0 &&
        json_integer_value(you) <= 1)
        seat = (int)json_integer_value(you);
    json_decref(head);
    free(text);
    return seat;
}

static json_t *line_json(study *s, const storage_game *g, const char *user)
{
    const int you = seat_in(s, g, user);
    const bool judged = !isnan(g->pr[0]) || !isnan(g->pr[1]);
    json_t *pr =
        judged ? json_pack("[oo]", number_or_null(g->pr[0]), number_or_null(g->pr[1]))
               : json_null();
    return json_pack("{s:s,s:I,s:s,s:[ss],s:o,s:[ii],s:o,s:i,s:s,s:o,s:o}", "id", g->id,
                     "time", (json_int_t)g->created, "source",
                     g->stage == STAGE_UPLOADED ? "uploaded" : "played", "players",
                     g->names[0], g->names[1], "you",
                     you < 0 ? json_null() : json_integer(you), "score", g->score[0],
                     g->score[1], "winner",
                     g->winner < 0 ? json_null() : json_integer(g->winner),
                     "match_length", g->match_length, "preset", g->preset, "pr", pr,
                     "luck", number_or_null(g->luck));
}

static void history_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    int64_t before, limit;
    if (!http_query_number(request, "before", 0, 1, INT64_MAX, &before) ||
        !http_query_number(request, "limit", HISTORY_USUAL, 1, HISTORY_MOST, &limit)) {
        http_refuse(reply, 400, "bad_request",
                    "\"before\" is a time, \"limit\" 1 to %d.", HISTORY_MOST);
        return;
    }
    storage_game *found = calloc((size_t)limit + 1, sizeof *found);
    if (!found) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    const int count = storage_games_of(s->parts.store, request->who.user, true, before,
                                       found, (int)limit + 1);
    json_t *list = json_array();
    for (int i = 0; i < count && i < (int)limit; i++)
        json_array_append_new(list, line_json(s, &found[i], request->who.user));
    free(found);
    http_answer(reply, 200,
                json_pack("{s:o,s:b}", "matches", list, "more", count > (int)limit));
}

/* ---- statistics ---- */

typedef struct sums {
    json_int_t decisions, errors, blunders;
    double loss;
} sums;

typedef struct statistics {
    int matches, won;
    json_int_t hinted;
    json_t *pr;
    sums kind[ALEA_JUDGED_KINDS], theme[THEMES];
} statistics;

static void add(sums *to, const json_t *from)
{
    to->decisions += json_integer_value(json_object_get(from, "decisions"));
    to->errors += json_integer_value(json_object_get(from, "errors"));
    to->blunders += json_integer_value(json_object_get(from, "blunders"));
    to->loss += json_number_value(json_object_get(from, "loss"));
}

static void add_figures(statistics *t, const storage_game *g, const json_t *figures)
{
    const json_t *entry;
    size_t i;
    json_array_foreach(json_object_get(figures, "kinds"), i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "kind"));
        for (int k = 0; name && k < ALEA_JUDGED_KINDS; k++)
            if (strcmp(name, alea_judged_name((alea_judged)k)) == 0)
                add(&t->kind[k], entry);
    }
    json_array_foreach(json_object_get(figures, "themes"), i, entry)
    {
        const char *name = json_string_value(json_object_get(entry, "theme"));
        const theme found = name ? theme_find(name) : THEMES;
        if (found != THEMES) add(&t->theme[found], entry);
    }
    const json_int_t decisions =
        json_integer_value(json_object_get(figures, "decisions"));
    t->hinted += json_integer_value(json_object_get(figures, "hinted"));
    if (decisions > 0)
        json_array_append_new(t->pr, json_pack("{s:I,s:s,s:O,s:I}", "time",
                                               (json_int_t)g->created, "match", g->id,
                                               "pr", json_object_get(figures, "pr"),
                                               "decisions", decisions));
}

static void add_match(study *s, statistics *t, const storage_game *g, const char *user)
{
    char *bytes;
    size_t size;
    const int you = seat_in(s, g, user);
    if (you < 0) return;
    t->matches++;
    t->won += g->winner == you;
    if (storage_blob_get(s->parts.store, g->id, "figures", &bytes, &size) !=
        ANSWER_FOUND)
        return;
    json_t *figures = json_loadb(bytes, size, 0, NULL);
    const json_t *players = json_object_get(figures, "players");
    add_figures(t, g, json_array_get(players, (size_t)you));
    json_decref(figures);
    free(bytes);
}

static json_t *sums_json(const char *key, const char *name, const sums *s)
{
    return json_pack("{s:s,s:I,s:I,s:I,s:o}", key, name, "decisions", s->decisions,
                     "errors", s->errors, "blunders", s->blunders, "loss",
                     number_json(s->loss));
}

static int by_loss(const void *left, const void *right)
{
    const sums *const *a = left, *const *b = right;
    return (*a)->loss == (*b)->loss ? 0 : (*a)->loss > (*b)->loss ? -1 : 1;
}

/* Ordered by total loss, the largest first. */
static json_t *themes_json(const statistics *t)
{
    const sums *order[THEMES];
    json_t *list = json_array();
    for (int i = 0; i < THEMES; i++) order[i] = &t->theme[i];
    qsort(order, THEMES, sizeof *order, by_loss);
    for (int i = 0; i < THEMES; i++)
        if (order[i]->decisions > 0)
            json_array_append_new(
                list,
                sums_json("theme", theme_name((theme)(order[i] - t->theme)), order[i]));
    return list;
}

static void statistics_get(void *part, http_request *request, http_reply *reply)
{
    study *s = part;
    statistics t = {.pr = json_array()};
    storage_game *found = calloc(MATCHES_COUNTED, sizeof *found);
    if (!found) {
        json_decref(t.pr);
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    const int count = storage_games_of(s->parts.store, request->who.user, true, 0,
                                       found, MATCHES_COUNTED);
    for (int i = count - 1; i >= 0; i--) add_match(s, &t, &found[i], request->who.user);
    free(found);
    json_t *kinds = json_array();
    for (int k = 0; k < ALEA_JUDGED_KINDS; k++)
        json_array_append_new(
            kinds, sums_json("kind", alea_judged_name((alea_judged)k), &t.kind[k]));
    http_answer(reply, 200,
                json_pack("{s:i,s:i,s:I,s:o,s:o,s:o}", "matches", t.matches, "won",
                          t.won, "hinted", t.hinted, "pr", t.pr, "kinds", kinds,
                          "themes", themes_json(&t)));
}

const http_route study_history_routes[] = {
    {HTTP_GET, "/api/history", ROUTE_SESSION, history_get},
    {HTTP_GET, "/api/statistics", ROUTE_SESSION, statistics_get},
    {0},
};
