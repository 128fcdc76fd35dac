#include "results.h"

#include "queue.h"
#include "server/storage/database/driver.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting; within a transaction ---- */

/* Locks the results, because they are counted one after the other by all servers.
 * SQLite has one writer in any case. All statements sent before must have succeeded. */
static alea_status lock_results(storage *s)
{
    const alea_status status = s->driver->settle(s);
    if (status != ALEA_OK || !s->driver->is_postgresql) return status;
    return storage_run(storage_statement(
        s, ST_RESULTS_LOCK, "LOCK TABLE results IN SHARE ROW EXCLUSIVE MODE"));
}

static alea_status read_before(storage *s, const char *user, const char *pool,
                               storage_rating *out)
{
    storage_query *st =
        storage_statement(s, ST_RATING_GET,
                          "SELECT rating, deviation, volatility, played, won, time"
                          " FROM ratings WHERE person = ? AND pool = ?");
    *out = (storage_rating){.now = rating_new()};
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, pool);
    const int code = storage_step(st);
    if (code == STORAGE_ROW) {
        out->now.value = storage_column_real(st, 0);
        out->now.deviation = storage_column_real(st, 1);
        out->now.volatility = storage_column_real(st, 2);
        out->played = storage_column_number(st, 3);
        out->won = storage_column_number(st, 4);
        out->time = storage_column_number(st, 5);
    }
    storage_reset(st);
    return code == STORAGE_FAILED ? ALEA_ERROR_FILE : ALEA_OK;
}

static alea_status write_after(storage *s, const char *user, const char *pool,
                               const storage_rating *r)
{
    storage_query *st = storage_statement(
        s, ST_RATING_PUT,
        "INSERT INTO ratings (person, pool, rating, deviation, volatility, played, won,"
        " time) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)"
        " ON CONFLICT (person, pool) DO UPDATE SET rating = ?3, deviation = ?4,"
        " volatility = ?5, played = ?6, won = ?7, time = ?8");
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, pool);
    storage_bind_real(st, 3, r->now.value);
    storage_bind_real(st, 4, r->now.deviation);
    storage_bind_real(st, 5, r->now.volatility);
    storage_bind_number(st, 6, r->played);
    storage_bind_number(st, 7, r->won);
    storage_bind_number(st, 8, r->time);
    return storage_run(st);
}

/* Fills `after` and keeps it as what both players have now. */
static alea_status rate(storage *s, storage_result *r)
{
    storage_rating before[2];
    alea_status status = ALEA_OK;
    for (int i = 0; i < 2 && status == ALEA_OK; i++)
        status = read_before(s, r->user[i], r->pool, &before[i]);
    for (int i = 0; i < 2 && status == ALEA_OK; i++) {
        const rating_result result = {before[1 - i].now, r->winner < 0    ? 0.5
                                                         : r->winner == i ? 1
                                                                          : 0};
        storage_rating now = before[i];
        now.now = rating_after(now.now, &result, 1,
                               before[i].played ? pool_periods(now.time, r->time) : 0);
        now.played++;
        now.won += r->winner == i;
        if (r->time > now.time) now.time = r->time;
        r->after[i] = now.now;
        status = write_after(s, r->user[i], r->pool, &now);
    }
    return status;
}

static void bind_ratings(storage_query *st, int first, const storage_result *r)
{
    for (int i = 0; i < 2; i++) {
        storage_bind_real(st, first + 3 * i, r->after[i].value);
        storage_bind_real(st, first + 3 * i + 1, r->after[i].deviation);
        storage_bind_real(st, first + 3 * i + 2, r->after[i].volatility);
    }
}

int64_t results_recent(storage *s, const char *user, const char *other, int64_t since)
{
    storage_query *st = storage_statement(s, ST_RESULTS_RECENT,
                                          "SELECT count(*) FROM results WHERE time > ?3"
                                          " AND ((user0 = ?1 AND user1 = ?2)"
                                          " OR (user0 = ?2 AND user1 = ?1))");
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, other);
    storage_bind_number(st, 3, since);
    return storage_single(st);
}

storage_answer results_has(storage *s, const char *game)
{
    if (!storage_settle(s, game)) return ANSWER_FAILED;
    storage_query *st =
        storage_statement(s, ST_RESULT_HAS, "SELECT 1 FROM results WHERE game = ?");
    storage_bind_text(st, 1, game);
    const storage_answer answer = storage_first(st);
    storage_reset(st);
    return answer;
}

/* ALEA_OK with `s->changed` 0 if it is there already. */
static alea_status insert(storage *s, const storage_result *r)
{
    storage_query *st = storage_statement(
        s, ST_RESULT_ADD,
        "INSERT INTO results (number, game, time, pool, user0, user1, winner, rating0,"
        " deviation0, volatility0, rating1, deviation1, volatility1)"
        " SELECT 1 + coalesce((SELECT max(number) FROM results), 0), ?1, ?2, ?3, ?4,"
        " ?5, ?6, 0, 0, 0, 0, 0, 0"
        " WHERE NOT EXISTS (SELECT 1 FROM results WHERE game = ?1)");
    storage_bind_text(st, 1, r->game);
    storage_bind_number(st, 2, r->time);
    storage_bind_text(st, 3, r->pool);
    storage_bind_text(st, 4, r->user[0]);
    storage_bind_text(st, 5, r->user[1]);
    storage_bind_number(st, 6, r->winner);
    return storage_run(st);
}

static alea_status keep_rated(storage *s, const storage_result *r)
{
    storage_query *st = storage_statement(
        s, ST_RESULT_RATE,
        "UPDATE results SET rating0 = ?2, deviation0 = ?3, volatility0 = ?4,"
        " rating1 = ?5, deviation1 = ?6, volatility1 = ?7 WHERE game = ?1");
    storage_bind_text(st, 1, r->game);
    bind_ratings(st, 2, r);
    return storage_run(st);
}

alea_status results_add(storage *s, const storage_game *game, int64_t time)
{
    storage_result r = {.time = time, .winner = game->winner};
    memcpy(r.game, game->id, sizeof r.game);
    memcpy(r.pool, game->pool, sizeof r.pool);
    memcpy(r.user, game->user, sizeof r.user);
    alea_status status = lock_results(s);
    if (status != ALEA_OK) return status;
    const int64_t had = results_recent(s, r.user[0], r.user[1], time - RESULTS_DAY_MS);
    if (had >= RESULTS_OF_PAIR) return ALEA_OK;
    status = had < 0 ? ALEA_ERROR_FILE : insert(s, &r);
    if (status != ALEA_OK || s->changed == 0) return status;
    status = rate(s, &r);
    return status == ALEA_OK ? keep_rated(s, &r) : status;
}

/* ---- looking ---- */

#define RESULT_COLUMNS                                                                 \
    "r.number, r.time, r.game, r.pool, r.user0, r.user1, r.winner, r.rating0,"         \
    " r.deviation0, r.volatility0, r.rating1, r.deviation1, r.volatility1"
#define GAME_FACTS                                                                     \
    ", coalesce(g.name0, ''), coalesce(g.name1, ''), coalesce(g.score0, 0),"           \
    " coalesce(g.score1, 0), coalesce(g.match_length, 0), g.pr0, g.pr1"
#define OF_USER(column)                                                                \
    "SELECT " RESULT_COLUMNS GAME_FACTS " FROM results r LEFT JOIN games g"            \
    " ON g.id = r.game WHERE r." column " = ?1"

static void read_result(storage_query *st, storage_result *out)
{
    memset(out, 0, sizeof *out);
    out->number = storage_column_number(st, 0);
    out->time = storage_column_number(st, 1);
    storage_column_text(st, 2, out->game, sizeof out->game);
    storage_column_text(st, 3, out->pool, sizeof out->pool);
    out->winner = (int)storage_column_number(st, 6);
    for (int i = 0; i < 2; i++) {
        storage_column_text(st, 4 + i, out->user[i], sizeof out->user[i]);
        out->after[i].value = storage_column_real(st, 7 + 3 * i);
        out->after[i].deviation = storage_column_real(st, 8 + 3 * i);
        out->after[i].volatility = storage_column_real(st, 9 + 3 * i);
    }
}

int results_of(storage *s, const char *user, storage_result *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    if (!*user) return 0;
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st = storage_statement(
        s, ST_RESULTS_OF,
        OF_USER("user0") " UNION ALL " OF_USER("user1") " ORDER BY 1 DESC LIMIT ?2");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, capacity);
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_result *r = &out[count++];
        read_result(st, r);
        for (int i = 0; i < 2; i++) {
            storage_column_text(st, 13 + i, r->names[i], sizeof r->names[i]);
            r->score[i] = (int)storage_column_number(st, 15 + i);
            r->pr[i] = storage_column_real(st, 18 + i);
        }
        r->match_length = (int)storage_column_number(st, 17);
    }
    return storage_listed(st, code, count);
}

bool results_between(storage *s, const char *user, const char *other, int64_t count[3])
{
    int code;
    count[0] = count[1] = count[2] = 0;
    storage_query *st = storage_statement(
        s, ST_RESULTS_BETWEEN,
        "SELECT CASE WHEN winner < 0 THEN 2 WHEN (winner = 0) = (user0 = ?1) THEN 0"
        " ELSE 1 END AS how, count(*) FROM results WHERE (user0 = ?1 AND user1 = ?2)"
        " OR (user0 = ?2 AND user1 = ?1) GROUP BY how");
    storage_bind_text(st, 1, user);
    storage_bind_text(st, 2, other);
    while ((code = storage_step(st)) == STORAGE_ROW) {
        const int64_t how = storage_column_number(st, 0);
        if (how >= 0 && how < 3) count[how] = storage_column_number(st, 1);
    }
    return storage_listed(st, code, 0) == 0;
}

#define RATING_COLUMNS                                                                 \
    "SELECT person, name, pool, rating, deviation, volatility, played, won, time"      \
    " FROM ratings JOIN users ON users.id = person"

static int read_ratings(storage_query *st, storage_rating *out, int capacity)
{
    int count = 0, code = STORAGE_DONE;
    while (count < capacity && (code = storage_step(st)) == STORAGE_ROW) {
        storage_rating *r = &out[count++];
        storage_column_text(st, 0, r->user, sizeof r->user);
        storage_column_text(st, 1, r->name, sizeof r->name);
        storage_column_text(st, 2, r->pool, sizeof r->pool);
        r->now.value = storage_column_real(st, 3);
        r->now.deviation = storage_column_real(st, 4);
        r->now.volatility = storage_column_real(st, 5);
        r->played = storage_column_number(st, 6);
        r->won = storage_column_number(st, 7);
        r->time = storage_column_number(st, 8);
    }
    return storage_listed(st, code, count);
}

int results_ratings_of(storage *s, const char *user, storage_rating *out, int capacity)
{
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st =
        storage_statement(s, ST_RATINGS_OF,
                          RATING_COLUMNS " WHERE person = ?1 ORDER BY played DESC, pool"
                                         " LIMIT ?2");
    storage_bind_text(st, 1, user);
    storage_bind_number(st, 2, capacity);
    return read_ratings(st, out, capacity);
}

bool results_rating_in(storage *s, const char *user, const char *pool, rating *out)
{
    storage_rating all[POOLS];
    const int count = *user ? results_ratings_of(s, user, all, POOLS) : 0;
    for (int i = 0; i < count; i++) {
        if (strcmp(all[i].pool, pool) != 0) continue;
        *out = all[i].now;
        return true;
    }
    return false;
}

int results_leaders(storage *s, const char *pool, int64_t since, storage_rating *out,
                    int capacity)
{
    if (!storage_settle(s, NULL)) return -1;
    storage_query *st =
        storage_statement(s, ST_RATINGS_IN,
                          RATING_COLUMNS " WHERE pool = ?1 AND time >= ?2"
                                         " ORDER BY rating DESC, lower(name) LIMIT ?3");
    storage_bind_text(st, 1, pool);
    storage_bind_number(st, 2, since);
    storage_bind_number(st, 3, capacity);
    return read_ratings(st, out, capacity);
}

int64_t results_players(storage *s, const char *pool, int64_t since)
{
    storage_query *st =
        storage_statement(s, ST_RATINGS_POOLS,
                          "SELECT count(*) FROM ratings JOIN users ON users.id = person"
                          " WHERE pool = ? AND time >= ?");
    storage_bind_text(st, 1, pool);
    storage_bind_number(st, 2, since);
    return storage_single(st);
}

/* ---- computing again ---- */

/* All results in their order, malloc'd. */
static alea_status read_all(storage *s, storage_result **out, int64_t *count)
{
    size_t places = 0, n = 0;
    alea_status status = ALEA_OK;
    int code;
    storage_query *st = storage_statement(
        s, ST_RESULTS_ALL, "SELECT " RESULT_COLUMNS " FROM results r ORDER BY number");
    while (status == ALEA_OK && (code = storage_step(st)) != STORAGE_DONE) {
        if (code == STORAGE_FAILED) status = ALEA_ERROR_FILE;
        if (status == ALEA_OK && n == places) {
            places = places ? 2 * places : 256;
            storage_result *more = realloc(*out, places * sizeof *more);
            if (more)
                *out = more;
            else
                status = ALEA_ERROR_MEMORY;
        }
        if (status == ALEA_OK) read_result(st, &(*out)[n++]);
    }
    storage_reset(st);
    *count = (int64_t)n;
    return status;
}

static bool is_same(const storage_result *a, const storage_result *b)
{
    for (int i = 0; i < 2; i++)
        if (a->after[i].value != b->after[i].value ||
            a->after[i].deviation != b->after[i].deviation ||
            a->after[i].volatility != b->after[i].volatility)
            return false;
    return true;
}

static alea_status recompute(storage *s, int64_t counts[2])
{
    storage_result *all = NULL;
    counts[0] = counts[1] = 0;
    alea_status status = storage_begin(s);
    if (status != ALEA_OK) return status;
    status = lock_results(s);
    if (status == ALEA_OK)
        status =
            storage_run(storage_statement(s, ST_RATINGS_CLEAR, "DELETE FROM ratings"));
    if (status == ALEA_OK) status = read_all(s, &all, &counts[0]);
    for (int64_t i = 0; i < counts[0] && status == ALEA_OK; i++) {
        storage_result now = all[i];
        status = rate(s, &now);
        if (status != ALEA_OK || is_same(&now, &all[i])) continue;
        counts[1]++;
        status = keep_rated(s, &now);
    }
    free(all);
    return storage_end(s, status);
}

alea_status results_recompute(storage *s, int64_t counts[2])
{
    int tries = 0;
    alea_status status;
    if (!storage_settle(s, NULL)) return ALEA_ERROR_FILE;
    do status = recompute(s, counts);
    while (status != ALEA_OK && storage_try_again(s, &tries, STORAGE_PATIENCE_MS));
    return status;
}
