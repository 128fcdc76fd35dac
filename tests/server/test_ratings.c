/* Ratings: the example of Glickman's paper, the lengths and speeds, and results that
 * are counted once, with the event that ends their game. With a database's address in
 * ALEA_TEST_DATABASE the storage is that database. */
#include "server/rating/suspicion.h"
#include "server/storage/relations.h"
#include "server/storage/results.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static bool is_near(double a, double b, double within)
{
    return fabs(a - b) <= within;
}

/* ---- pure functions ---- */

/* M. E. Glickman, "Example of the Glicko-2 system": 1464.06, 151.52, 0.05999. */
static void test_published_example(void **state)
{
    (void)state;
    const rating before = {1500, 200, 0.06};
    const rating_result results[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    const rating after = rating_after(before, results, 3, 1);
    assert_true(is_near(after.value, 1464.06, 0.01));
    assert_true(is_near(after.deviation, 151.52, 0.01));
    assert_true(is_near(after.volatility, 0.05999, 0.00001));
}

/* The paper's rule for those who do not play: sqrt(phi^2 + sigma^2). */
static void test_rest(void **state)
{
    (void)state;
    const rating before = {1620, 50, 0.06};
    const rating after = rating_after(before, NULL, 0, 1);
    assert_true(after.value == 1620 && after.volatility == 0.06);
    assert_true(is_near(after.deviation, 51.0742, 0.001));
    assert_true(is_near(rating_after(before, NULL, 0, 0).deviation, 50, 1e-9));
    assert_true(rating_after(before, NULL, 0, 1e9).deviation == 350);
}

static void test_who_gains(void **state)
{
    (void)state;
    const rating fresh = rating_new(), strong = {1900, 60, 0.06};
    const rating_result won = {strong, 1}, lost = {strong, 0}, drawn = {strong, 0.5};
    assert_true(rating_is_provisional(fresh) && !rating_is_provisional(strong));
    assert_true(rating_after(fresh, &won, 1, 0).value > 1700);
    assert_true(rating_after(fresh, &lost, 1, 0).value < 1500);
    assert_true(rating_after(fresh, &drawn, 1, 0).value > 1500);
    assert_true(is_near(rating_chance(fresh, fresh), 0.5, 1e-12));
    assert_true(
        is_near(rating_chance(fresh, strong) + rating_chance(strong, fresh), 1, 1e-12));
    rating r = fresh;
    int matches = 0;
    const rating_result level[2] = {{{1500, 60, 0.06}, 1}, {{1500, 60, 0.06}, 0}};
    for (; rating_is_provisional(r) && matches < 100; matches++)
        r = rating_after(r, &level[matches & 1], 1, 0);
    assert_in_range(matches, 6, 20);
    /* Whatever happens, numbers stay numbers. */
    for (int i = 0; i < 2000; i++) {
        const rating_result all = {{i & 1 ? 4000 : -1000, 30, 0.06}, i % 3 == 0};
        r = rating_after(r, &all, 1, i % 7 ? 0 : 50);
        assert_true(isfinite(r.value) && r.deviation >= 30 && r.deviation <= 350 &&
                    r.volatility > 0 && r.volatility < 1);
    }
}

static void test_pools(void **state)
{
    (void)state;
    const struct {
        pool_facts facts;
        const char *pool;
    } cases[] = {
        {{1, false, 0, 0}, "short-slow"},
        {{4, true, 480000, 12000}, "short-normal"},
        {{5, true, 600000, 12000}, "medium-normal"},
        {{7, true, 420000, 8000}, "medium-blitz"},
        {{9, true, 1080000, 0}, "medium-blitz"},
        {{10, true, 1200000, 12000}, "medium-normal"},
        {{11, true, 1320000, 12000}, "long-normal"},
        {{25, true, 0, 86400000}, "long-slow"},
        {{0, true, 600000, 12000}, "money-normal"},
        {{0, true, 60000, 5000}, "money-blitz"},
        {{0, false, 0, 0}, "money-slow"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_string_equal(pool_of(&cases[i].facts), cases[i].pool);
    for (int i = 0; i < POOLS; i++) {
        assert_true(strlen(pool_name(i)) < POOL_SIZE && pool_exists(pool_name(i)));
        for (int j = 0; j < i; j++) assert_string_not_equal(pool_name(i), pool_name(j));
    }
    assert_null(pool_name(-1));
    assert_null(pool_name(POOLS));
    assert_false(pool_exists("medium"));
    assert_true(pool_periods(5, 5) == 0 && pool_periods(9, 5) == 0);
    assert_true(is_near(pool_periods(0, 432000000), 1, 1e-9));
}

/* ---- measures of suspicion ---- */

static void test_thinking(void **state)
{
    thinking person = {0}, machine = {0}, quick = {0}, few = {0};
    (void)state;
    for (int i = 0; i < 60; i++) {
        thinking_add(&person, i % 4 == 3 ? 30000 : 1000 + 500 * (i % 5));
        thinking_add(&machine, 4000 + 200 * (i % 5));
        thinking_add(&quick, 300);
        if (i < 49) thinking_add(&few, 4000);
    }
    assert_true(thinking_is_constant(&machine));
    assert_false(thinking_is_constant(&person));
    assert_false(thinking_is_constant(&quick));
    assert_false(thinking_is_constant(&few));
    assert_true(thinking_spread(&person) > 1);
    assert_true(thinking_spread(&(thinking){0}) == 1);
}

static void test_too_good(void **state)
{
    strength all[12], one = {1500, 3.5, 9};
    double pr, stray;
    (void)state;
    for (int i = 0; i < 12; i++)
        all[i] = (strength){1300 + 50 * i, 14 - 0.8 * i + (i & 1), 10};
    assert_false(strength_expected(all, 7, 1500, &pr, &stray));
    assert_true(strength_expected(all, 12, 1500, &pr, &stray));
    assert_true(is_near(pr, 11.3, 0.3) && stray >= 1 && stray < 1.01);
    for (int i = 0; i < 12; i++) assert_false(strength_is_too_good(all, 12, &all[i]));
    assert_true(strength_is_too_good(all, 12, &one));
    one.rating = 1900; /* there it is what is expected */
    assert_false(strength_is_too_good(all, 12, &one));
    assert_false(strength_is_too_good(NULL, 0, &one));
    one.pr = 1.2;
    assert_true(strength_is_too_good(NULL, 0, &one));
    one.matches = 4;
    assert_false(strength_is_too_good(NULL, 0, &one));
}

/* ---- stored ---- */

static char path[] = "/tmp/alea_ratings_XXXXXX";
static const char *const people[4] = {"aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc",
                                      "dddddddddddd"};

static storage *open_store(void)
{
    const char *database = getenv("ALEA_TEST_DATABASE");
    storage *s = NULL;
    alea_error error;
    assert_int_equal(storage_open(&s, database ? database : path, &error), ALEA_OK);
    return s;
}

static void remove_files(void)
{
    char name[64];
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%s%s", path, ends[i]);
        remove(name);
    }
}

static int fresh(void **state)
{
    const char *database = getenv("ALEA_TEST_DATABASE");
    char command[900];
    remove_files();
    if (database) {
        snprintf(command, sizeof command,
                 "psql -X -q -d '%s' -c \"SET client_min_messages = warning;"
                 " DROP SCHEMA IF EXISTS alea CASCADE\"",
                 database);
        if (system(command) != 0) return -1;
    }
    storage *s = open_store();
    for (int i = 0; i < 4; i++) {
        storage_user user = {.created = 1, .password_hash = "x", .settings = "{}"};
        memcpy(user.id, people[i], sizeof user.id);
        snprintf(user.name, sizeof user.name, "P%d", i);
        if (storage_user_put(s, &user) != ALEA_OK) return -1;
    }
    *state = s;
    return 0;
}

static int done(void **state)
{
    storage_close(*state);
    remove_files();
    return 0;
}

/* Plays a match: put, and the event that ends it. */
static storage_game play_at(storage *s, int number, int64_t time, int a, int b,
                            int winner)
{
    storage_game game = {.stage = STAGE_OVER,
                         .created = number,
                         .changed = number,
                         .match_length = 7,
                         .score = {winner == 0 ? 7 : 2, winner == 1 ? 7 : 3},
                         .winner = winner,
                         .pr = {(double)NAN, (double)NAN},
                         .luck = (double)NAN};
    snprintf(game.id, sizeof game.id, "gggggggg%04d", number);
    snprintf(game.preset, sizeof game.preset, "tournament");
    memcpy(game.user[0], people[a], ID_SIZE);
    memcpy(game.user[1], people[b], ID_SIZE);
    snprintf(game.names[0], sizeof game.names[0], "P%d", a);
    snprintf(game.names[1], sizeof game.names[1], "P%d", b);
    assert_int_equal(storage_game_put(s, &game, "{}"), ALEA_OK);
    snprintf(game.pool, sizeof game.pool, "medium-normal");
    assert_int_equal(storage_event_append(s, game.id, 1, time, "", "",
                                          "{\"type\":\"dice_opened\"}", &game, NULL),
                     ALEA_OK);
    return game;
}

/* One match a day. */
static storage_game play(storage *s, int number, int a, int b, int winner)
{
    return play_at(s, number, (int64_t)RESULTS_DAY_MS * number, a, b, winner);
}

static storage_rating rating_of(storage *s, const char *user)
{
    storage_rating r[4];
    memset(r, 0, sizeof r);
    results_ratings_of(s, user, r, 4);
    return r[0];
}

static void test_counted_once(void **state)
{
    storage *s = *state;
    storage_result results[4];
    const storage_game game = play(s, 1, 0, 1, 1);
    const storage_rating loser = rating_of(s, people[0]),
                         winner = rating_of(s, people[1]);
    assert_int_equal(loser.played, 1);
    assert_int_equal(winner.won, 1);
    assert_true(is_near(winner.now.value, 1662.21, 0.01));
    assert_true(is_near(loser.now.value, 1337.79, 0.01));
    /* The event again, and one after the end that carries the fields. */
    assert_int_not_equal(
        storage_event_append(s, game.id, 1, 5, "", "", "{\"type\":\"x\"}", &game, NULL),
        ALEA_OK);
    assert_int_equal(
        storage_event_append(s, game.id, 2, 5, "", "", "{\"type\":\"x\"}", &game, NULL),
        ALEA_OK);
    assert_int_equal(results_of(s, people[0], results, 4), 1);
    assert_true(rating_of(s, people[1]).now.value == winner.now.value);
    assert_int_equal(rating_of(s, people[1]).played, 1);
    assert_string_equal(results[0].game, game.id);
    assert_string_equal(results[0].names[1], "P1");
    assert_int_equal(results[0].score[1], 7);
    assert_int_equal(results[0].winner, 1);
    assert_true(results[0].after[1].value == winner.now.value);
}

/* What is refused counts nothing: the result and the event are one transaction. */
static void test_refused_counts_nothing(void **state)
{
    storage *s = *state;
    storage_game game = play(s, 1, 0, 1, 0);
    snprintf(game.id, sizeof game.id, "gggggggggggg");
    game.pool[0] = '\0';
    assert_int_equal(storage_game_put(s, &game, "{}"), ALEA_OK);
    snprintf(game.pool, sizeof game.pool, "medium-normal");
    const storage_rating before = rating_of(s, people[0]);
    assert_int_equal(storage_event_append(s, game.id, 2, 9, "", "", "{}", &game, NULL),
                     ALEA_ERROR_REFUSED);
    assert_int_equal(rating_of(s, people[0]).played, before.played);
    assert_int_equal(storage_game_get(s, game.id, &game, NULL), ANSWER_FOUND);
    assert_string_equal(game.pool, "");
}

static void wake(void *context)
{
    (void)context;
}

static void test_recomputed(void **state)
{
    storage *s = *state;
    storage_rating before[4], after[4];
    memset(before, 0, sizeof before);
    memset(after, 0, sizeof after);
    int64_t counts[2];
    assert_true(storage_write_behind(s, wake, NULL));
    for (int i = 0; i < 60; i++)
        play(s, i + 1, i % 3, i % 3 + 1, i % 5 == 4 ? -1 : i % 2);
    storage_write_through(s);
    const int n = results_leaders(s, "medium-normal", 0, before, 4);
    assert_int_equal(n, 4);
    for (int i = 1; i < n; i++)
        assert_true(before[i - 1].now.value >= before[i].now.value);
    assert_int_equal(results_recompute(s, counts), ALEA_OK);
    assert_int_equal(counts[0], 60);
    assert_int_equal(counts[1], 0);
    assert_int_equal(results_leaders(s, "medium-normal", 0, after, 4), 4);
    assert_memory_equal(before, after, sizeof before);
    /* An account that is gone keeps its part in the others' ratings. */
    assert_int_equal(storage_user_remove(s, people[1]), ALEA_OK);
    assert_int_equal(rating_of(s, people[1]).played, 0);
    assert_int_equal(results_recompute(s, counts), ALEA_OK);
    assert_int_equal(counts[0], 60);
    assert_int_equal(counts[1], 0);
    assert_int_equal(results_leaders(s, "medium-normal", 0, after, 4), 3);
    assert_int_equal(results_players(s, "medium-normal", 0), 3);
}

/* Two people have five results a day, whoever sits where and whatever the length. */
static void test_few_a_day(void **state)
{
    storage *s = *state;
    const int64_t day = RESULTS_DAY_MS, begin = 10 * day;
    int64_t counts[2];
    for (int i = 0; i < 9; i++) play_at(s, i, begin + i, i % 2, 1 - i % 2, i % 2);
    assert_int_equal(rating_of(s, people[0]).played, RESULTS_OF_PAIR);
    assert_int_equal(rating_of(s, people[0]).won, RESULTS_OF_PAIR);
    assert_int_equal(results_has(s, "gggggggg0004"), ANSWER_FOUND);
    assert_int_equal(results_has(s, "gggggggg0005"), ANSWER_ABSENT);
    assert_int_equal(results_recent(s, people[1], people[0], begin - 1),
                     RESULTS_OF_PAIR);
    assert_int_equal(results_recent(s, people[1], people[0], begin + 2), 2);
    assert_int_equal(results_recent(s, people[1], people[2], 0), 0);
    /* The game is over as ever. */
    storage_game game;
    assert_int_equal(storage_game_get(s, "gggggggg0005", &game, NULL), ANSWER_FOUND);
    assert_int_equal(game.winner, 1);
    /* Others count, and so do these two when the first of theirs is a day old. */
    play_at(s, 20, begin + 20, 0, 2, 0);
    assert_int_equal(rating_of(s, people[2]).played, 1);
    play_at(s, 21, begin + day - 1, 0, 1, 0);
    assert_int_equal(rating_of(s, people[1]).played, RESULTS_OF_PAIR);
    play_at(s, 22, begin + day, 0, 1, 0);
    assert_int_equal(rating_of(s, people[1]).played, RESULTS_OF_PAIR + 1);
    assert_int_equal(results_recompute(s, counts), ALEA_OK);
    assert_int_equal(counts[0], RESULTS_OF_PAIR + 2);
    assert_int_equal(counts[1], 0);
}

static void test_result_outlives_game(void **state)
{
    storage *s = *state;
    int64_t counts[2];
    for (int i = 0; i < 5; i++) play(s, i + 1, 0, 1, i % 2);
    const storage_rating good = rating_of(s, people[0]);
    storage_game none = play(s, 9, 0, 1, 0);
    assert_int_equal(storage_game_remove(s, none.id), ALEA_OK);
    assert_true(rating_of(s, people[0]).now.value > good.now.value);
    assert_int_equal(results_recompute(s, counts), ALEA_OK);
    assert_int_equal(counts[0], 6); /* the result stays without its game */
    assert_int_equal(counts[1], 0);
    storage_result results[8];
    assert_int_equal(results_of(s, people[0], results, 8), 6);
    assert_string_equal(results[0].names[0], "");
}

static void test_lists(void **state)
{
    storage *s = *state;
    storage_rating r[4];
    int64_t count[3];
    for (int i = 0; i < 6; i++) play(s, i + 1, 0, 1, i == 5 ? -1 : i % 2);
    play(s, 10, 2, 0, 0);
    results_between(s, people[0], people[1], count);
    assert_int_equal(count[0], 3);
    assert_int_equal(count[1], 2);
    assert_int_equal(count[2], 1);
    results_between(s, people[0], people[2], count);
    assert_int_equal(count[1], 1);
    assert_int_equal(results_players(s, "medium-normal", 0), 3);
    assert_int_equal(results_leaders(s, "medium-normal", 86400000LL * 10, r, 4), 2);
    assert_int_equal(results_leaders(s, "long-normal", 0, r, 4), 0);
    storage_result results[8];
    assert_int_equal(results_of(s, people[0], results, 8), 7);
    assert_true(results[0].number > results[1].number);
    assert_int_equal(results_of(s, people[3], results, 8), 0);
}

static void count_table(void *context, const char *table, int64_t rows,
                        const char *hash)
{
    (void)table, (void)rows, (void)hash;
    ++*(int *)context;
}

/* Nothing of it is lost on the way to another place. */
static void test_moved(void **state)
{
    storage *s = *state, *there = NULL;
    alea_error error;
    storage_rating before[4], after[4];
    char copy[64];
    int tables = 0;
    if (getenv("ALEA_TEST_DATABASE")) skip();
    memset(before, 0, sizeof before);
    memset(after, 0, sizeof after);
    snprintf(copy, sizeof copy, "%s.copy", path);
    for (int i = 0; i < 9; i++) play(s, i + 1, i % 3, 3, i % 2);
    storage_relation r = {.is_friend = true, .time = 5};
    memcpy(r.other, people[1], sizeof r.other);
    assert_int_equal(relation_put(s, people[0], &r), ALEA_OK);
    storage_report about = {.time = 5, .text = "x"};
    memcpy(about.user, people[0], sizeof about.user);
    memcpy(about.other, people[1], sizeof about.other);
    assert_int_equal(report_put(s, &about), ALEA_OK);
    const int n = results_leaders(s, "medium-normal", 0, before, 4);
    assert_int_equal(storage_copy(path, copy, count_table, &tables, &error), ALEA_OK);
    assert_true(tables >= 12);
    assert_int_equal(storage_open(&there, copy, &error), ALEA_OK);
    assert_int_equal(results_leaders(there, "medium-normal", 0, after, 4), n);
    assert_memory_equal(before, after, sizeof before);
    assert_int_equal(relation_get(there, people[0], people[1], &r), ANSWER_FOUND);
    assert_true(r.is_friend);
    assert_int_equal(relation_get(there, people[1], people[0], &r), ANSWER_ABSENT);
    assert_int_equal(reports_of(there, people[0], 0), 1);
    storage_close(there);
    static const char *const ends[] = {"", "-wal", "-shm"};
    for (size_t i = 0; i < 3; i++) {
        char name[80];
        snprintf(name, sizeof name, "%s%s", copy, ends[i]);
        remove(name);
    }
}

static void test_relations(void **state)
{
    storage *s = *state;
    storage_relation r = {.blocked = true, .time = 7}, list[4];
    memcpy(r.other, people[2], sizeof r.other);
    assert_int_equal(relation_put(s, people[0], &r), ALEA_OK);
    assert_int_equal(relation_blocks(s, people[0], people[2]), ANSWER_FOUND);
    assert_int_equal(relation_blocks(s, people[2], people[0]), ANSWER_ABSENT);
    assert_int_equal(relation_blocks(s, "", people[2]), ANSWER_ABSENT);
    assert_int_equal(relations_of(s, people[0], list, 4), 1);
    assert_string_equal(list[0].name, "P2");
    r.blocked = false;
    assert_int_equal(relation_put(s, people[0], &r), ALEA_OK);
    assert_int_equal(relations_of(s, people[0], list, 4), 0);
    memcpy(r.other, "nobodynobody", sizeof r.other);
    r.muted = true;
    assert_int_equal(relation_put(s, people[0], &r), ALEA_ERROR_ARGUMENT);
    /* Gone with the account, on either side. */
    memcpy(r.other, people[2], sizeof r.other);
    assert_int_equal(relation_put(s, people[0], &r), ALEA_OK);
    assert_int_equal(storage_user_remove(s, people[2]), ALEA_OK);
    assert_int_equal(relations_of(s, people[0], list, 4), 0);
}

#define STORED(test) cmocka_unit_test_setup_teardown(test, fresh, done)

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_published_example),
        cmocka_unit_test(test_rest),
        cmocka_unit_test(test_who_gains),
        cmocka_unit_test(test_pools),
        cmocka_unit_test(test_thinking),
        cmocka_unit_test(test_too_good),
        STORED(test_counted_once),
        STORED(test_refused_counts_nothing),
        STORED(test_recomputed),
        STORED(test_few_a_day),
        STORED(test_result_outlives_game),
        STORED(test_lists),
        STORED(test_relations),
        STORED(test_moved),
    };
    const int file = mkstemp(path);
    if (file < 0) return 1;
    fclose(fdopen(file, "r"));
    remove_files();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
