#include "routes.h"

#include "presence.h"
#include "server/storage/relations.h"
#include "server/storage/results.h"
#include "json/shapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    RESULTS_SHOWN = 50,
    RESULTS_DRAWN = 1000, /* of the curves */
    LEADERS_USUAL = 100,
    LEADERS_MOST = 500
};
static const int64_t active_ms = 60LL * 24 * 3600 * 1000;

/* ---- ratings ---- */

/* The present value: the deviation has grown since the last result. */
static json_t *rating_json(const storage_rating *r, int64_t now)
{
    const rating today = rating_after(r->now, NULL, 0, pool_periods(r->time, now));
    return json_pack("{s:s,s:o,s:o,s:b,s:I,s:I,s:I,s:b}", "pool", r->pool, "rating",
                     number_json(round(10 * today.value) / 10), "deviation",
                     number_json(round(10 * today.deviation) / 10), "provisional",
                     rating_is_provisional(today), "played", (json_int_t)r->played,
                     "won", (json_int_t)r->won, "last", (json_int_t)r->time, "active",
                     now - r->time <= active_ms);
}

static json_t *ratings_json(const players_parts *s, const char *user, int64_t played[2])
{
    const int64_t now = server_now();
    storage_rating r[POOLS];
    json_t *all = json_array();
    const int count = results_ratings_of(s->store, user, r, POOLS);
    played[0] = played[1] = 0;
    for (int i = 0; i < count; i++) {
        played[0] += r[i].played;
        played[1] += r[i].won;
        json_array_append_new(all, rating_json(&r[i], now));
    }
    return all;
}

/* ---- results ---- */

static int seat_in(const storage_result *r, const char *user)
{
    return strcmp(r->user[0], user) == 0 ? 0 : 1;
}

/* The rating of the seat before the result: the rating after the previous result in the
 * same pool. */
static double value_before(const storage_result *all, int count, int index,
                           const char *user)
{
    for (int i = index + 1; i < count; i++)
        if (strcmp(all[i].pool, all[index].pool) == 0)
            return all[i].after[seat_in(&all[i], user)].value;
    return rating_new().value;
}

static json_t *result_json(const storage_result *all, int count, int index,
                           const char *user)
{
    const storage_result *r = &all[index];
    const int seat = seat_in(r, user);
    const double value = r->after[seat].value;
    const char *opponent = *r->names[1 - seat] ? r->names[1 - seat] : "somebody";
    /* If not all results were read, the change of the oldest is not known. */
    const bool is_known = index + 1 < RESULTS_DRAWN;
    const double change = value - value_before(all, count, index, user);
    return json_pack("{s:s,s:I,s:s,s:s,s:i,s:[ii],s:s,s:o,s:o}", "game", r->game,
                     "time", (json_int_t)r->time, "pool", r->pool, "opponent", opponent,
                     "match_length", r->match_length, "score", r->score[seat],
                     r->score[1 - seat], "outcome",
                     r->winner < 0       ? "drawn"
                     : r->winner == seat ? "won"
                                         : "lost",
                     "rating", number_json(round(10 * value) / 10), "change",
                     is_known ? number_json(round(10 * change) / 10) : json_null());
}

static void add_curves(const storage_result *all, int count, const char *user,
                       json_t *ratings, json_t *prs)
{
    for (int i = count - 1; i >= 0; i--) {
        const storage_result *r = &all[i];
        const int seat = seat_in(r, user);
        json_array_append_new(
            ratings,
            json_pack("{s:I,s:s,s:o}", "time", (json_int_t)r->time, "pool", r->pool,
                      "rating", number_json(round(10 * r->after[seat].value) / 10)));
        if (isnan(r->pr[seat])) continue;
        json_array_append_new(prs, json_pack("{s:I,s:s,s:o}", "time",
                                             (json_int_t)r->time, "match", r->game,
                                             "pr", number_json(r->pr[seat])));
    }
}

/* ---- a profile ---- */

static json_t *relation_json(const players_parts *s, const char *me, const char *other)
{
    storage_relation r;
    if (!*me || strcmp(me, other) == 0) return json_null();
    relation_get(s->store, me, other, &r);
    return json_pack("{s:b,s:b,s:b}", "friend", r.is_friend, "blocked", r.blocked,
                     "muted", r.muted);
}

static json_t *against_json(const players_parts *s, const char *me, const char *other)
{
    int64_t count[3];
    if (!*me || strcmp(me, other) == 0) return json_null();
    results_between(s->store, me, other, count);
    return json_pack("{s:I,s:I,s:I}", "won", (json_int_t)count[0], "lost",
                     (json_int_t)count[1], "drawn", (json_int_t)count[2]);
}

static void answer_player(const players_parts *s, const http_request *request,
                          const storage_user *user, http_reply *reply)
{
    const char *me = request->who.user;
    storage_result *all = malloc(RESULTS_DRAWN * sizeof *all);
    if (!all) {
        http_refuse(reply, 503, "memory", "The server is out of memory. Try again.");
        return;
    }
    int64_t played[2];
    json_t *ratings = ratings_json(s, user->id, played);
    json_t *results = json_array(), *curve = json_array(), *prs = json_array();
    const int count = results_of(s->store, user->id, all, RESULTS_DRAWN);
    for (int i = 0; i < count && i < RESULTS_SHOWN; i++)
        json_array_append_new(results, result_json(all, count, i, user->id));
    add_curves(all, count, user->id, curve, prs);
    free(all);
    http_answer(reply, 200,
                json_pack("{s:s,s:I,s:b,s:o,s:o,s:I,s:I,s:o,s:o,s:o,s:o,s:o}", "name",
                          user->name, "since", (json_int_t)user->created, "me",
                          strcmp(me, user->id) == 0, "presence",
                          presence_json(s, &request->who, user->id), "relation",
                          relation_json(s, me, user->id), "played",
                          (json_int_t)played[0], "won", (json_int_t)played[1],
                          "ratings", ratings, "results", results, "history", curve,
                          "pr", prs, "against_me", against_json(s, me, user->id)));
}

static void player_get(void *part, http_request *request, http_reply *reply)
{
    const players_parts *s = part;
    storage_user user;
    const char *name = request->path + strlen("/api/players/");
    const storage_answer named = storage_user_named(s->store, name, &user);
    if (named == ANSWER_FOUND)
        answer_player(s, request, &user, reply);
    else if (named == ANSWER_FAILED)
        http_refuse_storage(reply);
    else
        http_refuse(reply, 404, "no_such_player", "No account has this name.");
}

/* ---- the list ---- */

/* Kinds of ratings that active players have; `best` is the most frequent kind. */
static json_t *pools_json(const players_parts *s, int64_t since, const char **best)
{
    json_t *all = json_array();
    int64_t most = 0;
    *best = pool_name(0);
    for (int i = 0; i < POOLS; i++) {
        const int64_t players = results_players(s->store, pool_name(i), since);
        if (players <= 0) continue;
        json_array_append_new(all, json_pack("{s:s,s:I}", "pool", pool_name(i),
                                             "players", (json_int_t)players));
        if (players > most) *best = pool_name(i);
        if (players > most) most = players;
    }
    return all;
}

/* Players with a settled rating in order, with ranks; provisional ones follow. */
static json_t *leaders_json(const storage_rating *r, int count, int limit, int64_t now)
{
    json_t *all = json_array();
    int rank = 0;
    for (int provisional = 0; provisional < 2; provisional++) {
        for (int i = 0; i < count && (int)json_array_size(all) < limit; i++) {
            json_t *one = rating_json(&r[i], now);
            const bool is_provisional =
                json_is_true(json_object_get(one, "provisional"));
            json_object_set_new(one, "name", json_string(r[i].name));
            json_object_set_new(one, "rank",
                                is_provisional ? json_null() : json_integer(rank + 1));
            if (is_provisional != (provisional == 1)) {
                json_decref(one);
                continue;
            }
            rank += !is_provisional;
            json_array_append_new(all, one);
        }
    }
    return all;
}

static void leaderboard_get(void *part, http_request *request, http_reply *reply)
{
    const players_parts *s = part;
    char pool[POOL_SIZE];
    const char *best;
    const int64_t now = server_now(), since = now - active_ms;
    int64_t limit;
    if (!http_query_number(request, "limit", LEADERS_USUAL, 1, LEADERS_MOST, &limit)) {
        http_refuse(reply, 400, "bad_limit", "'limit' is 1 to %d.", LEADERS_MOST);
        return;
    }
    const bool is_named = http_query(request, "pool", pool, sizeof pool);
    if (strstr(request->query, "pool=") && (!is_named || !pool_exists(pool))) {
        http_refuse(reply, 400, "bad_pool",
                    "'pool' is short, medium, long or money, "
                    "then -normal, -blitz or -slow.");
        return;
    }
    storage_rating *r = malloc(LEADERS_MOST * sizeof *r);
    if (!r) {
        http_refuse(reply, 503, "memory", "The server is out of memory. Try again.");
        return;
    }
    json_t *pools = pools_json(s, since, &best);
    const int count =
        results_leaders(s->store, is_named ? pool : best, since, r, LEADERS_MOST);
    http_answer(reply, 200,
                json_pack("{s:s,s:o,s:o}", "pool", is_named ? pool : best, "pools",
                          pools, "players", leaders_json(r, count, (int)limit, now)));
    free(r);
}

const http_route players_profile_routes[] = {
    {HTTP_GET, "/api/leaderboard", ROUTE_OPEN, leaderboard_get},
    {HTTP_GET, "/api/players/{*}", ROUTE_OPEN, player_get},
    {0},
};
