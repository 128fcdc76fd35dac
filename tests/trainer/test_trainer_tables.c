/* Nets of the tables games learn down the right slope, come out the same bits whether
 * a run was stopped or not, and play better for it. */
#include "base/file.h"
#include "trainer/commands/command.h"
#include "trainer/tables/course.h"
#include "trainer/tables/duel.h"
#include "trainer/tables/learn.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static char folder[64];
static const volatile sig_atomic_t never = 0;

static int enter(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/alea-tables-XXXXXX");
    return mkdtemp(folder) && chdir(folder) == 0 ? 0 : -1;
}

static int leave(void **state)
{
    (void)state;
    char line[128];
    snprintf(line, sizeof line, "rm -rf %s", folder);
    return chdir("/") == 0 && system(line) == 0 ? 0 : -1;
}

static settings of_game(const char *game, const char *out, int rounds)
{
    settings s;
    settings_default(&s);
    strcpy(s.game, game);
    strcpy(s.out, out);
    s.width[0] = 32;
    s.games_per_round = 16;
    s.lambda = 0.5;
    s.rate = 0.1;
    s.rate_end = 0.02;
    s.rounds = rounds;
    return s;
}

static alea_tables_rules rules_of(const char *game)
{
    alea_tables_rules rules;
    assert_int_equal(alea_tables_find(game, &rules, NULL), ALEA_OK);
    return rules;
}

static double entropy(const tables_model *m, const alea_tables_rules *rules,
                      const alea_tables_board *board, const float *wanted)
{
    float said[TABLES_NET_OUT];
    double sum = 0;
    tables_model_chances(m, rules, board, said);
    for (int o = 0; o < TABLES_NET_OUT; o++)
        sum -= (double)wanted[o] * log((double)said[o]);
    return sum;
}

/* A step is the slope of the cross entropy, as differences measure it. */
static void test_slope(void **state)
{
    (void)state;
    const alea_tables_rules rules = rules_of("plakoto");
    const float wanted[TABLES_NET_OUT] = {.5F, .2F, .1F, .15F, .05F};
    const double rate = 1e-3, h = 1e-2;
    const alea_tables_board board = alea_tables_start(&rules);
    random_stream random = random_open(5, 0);
    tables_model *m = tables_model_make(&rules, 32, &random);
    assert_non_null(m);
    const size_t bytes = sizeof *m + m->count * sizeof(float);
    tables_model *before = malloc(bytes);
    assert_non_null(before);
    int moved = 0;
    for (size_t i = 0; i < m->count; i++) m->weight[i] *= 4;
    memcpy(before, m, bytes);
    float said[TABLES_NET_OUT];
    tables_model_learn(m, &rules, &board, wanted, (float)rate, said);
    for (size_t i = 0; i < m->count; i += i < m->count - 400 ? 7 : 1) {
        const float kept = before->weight[i];
        before->weight[i] = kept + (float)h;
        const double up = entropy(before, &rules, &board, wanted);
        before->weight[i] = kept - (float)h;
        const double slope = (up - entropy(before, &rules, &board, wanted)) / (2 * h);
        before->weight[i] = kept;
        const double step = ((double)kept - (double)m->weight[i]) / rate;
        moved += fabs(step) > 1e-3;
        assert_true(fabs(step - slope) < 2e-3 + 0.03 * fabs(slope));
    }
    assert_true(moved > 100);
    free(before);
    free(m);
}

/* What a game ended in is learnt as the winner's, points and all, whoever is seen. */
static void learn_one_game(const char *name)
{
    alea_tables_series series;
    assert_int_equal(alea_tables_series_find(name, &series, NULL), ALEA_OK);
    const alea_tables_rules *rules = &series.game[0];
    const tables_player simple[2] = {{NULL, false}, {NULL, false}};
    tables_game *game = malloc(sizeof *game);
    random_stream random = random_open(1, 0), dice = random_open(1, 1);
    tables_model *m = tables_model_make(rules, 32, &random);
    assert_non_null(game);
    assert_non_null(m);
    assert_true(tables_game_play(game, &series, simple, &dice));
    assert_true(game->places > 20);
    for (int i = 0; i < 200; i++) tables_learn(m, game, 1, 0.05F);
    for (int i = game->places / 2; i < game->places; i++) {
        float said[TABLES_NET_OUT];
        alea_tables_chances c;
        tables_model_chances(m, rules, &game->place[i].board, said);
        memcpy(&c, said, sizeof c);
        const bool won = game->place[i].by == game->match.winner;
        const int points = won ? game->match.points : -game->match.points;
        assert_true((said[0] + said[1] > 0.5F) == won);
        assert_true(fabsf(alea_tables_chances_points(rules, &c) - (float)points) <
                    0.2F * (float)game->match.points);
    }
    free(m);
    free(game);
}

static void test_learns_the_winner(void **state)
{
    (void)state;
    learn_one_game("fevga");
    learn_one_game("tawla31");
}

static void same_files(const char *a, const char *b)
{
    char *bytes[2];
    size_t length[2];
    alea_error error;
    assert_int_equal(alea_file_read(a, 1 << 20, &bytes[0], &length[0], &error), 0);
    assert_int_equal(alea_file_read(b, 1 << 20, &bytes[1], &length[1], &error), 0);
    assert_int_equal(length[0], length[1]);
    assert_memory_equal(bytes[0], bytes[1], length[0]);
    free(bytes[0]);
    free(bytes[1]);
}

static void test_stopped_run_goes_on(void **state)
{
    (void)state;
    char reason[600] = "";
    settings whole = of_game("ur", "whole", 6), parts = of_game("ur", "parts", 6);
    parts.sitting = 2;
    assert_int_equal(tables_course_run(&whole, &never, reason, sizeof reason), 0);
    assert_int_equal(tables_course_run(&parts, &never, reason, sizeof reason), 1);
    assert_int_equal(tables_course_run(&parts, &never, reason, sizeof reason), 1);
    assert_int_equal(tables_course_run(&parts, &never, reason, sizeof reason), 0);
    same_files("whole/latest.net", "parts/latest.net");
    same_files("whole/half.net", "parts/half.net");
}

static void test_bad_state_is_refused(void **state)
{
    (void)state;
    char reason[600] = "", *bytes;
    size_t length;
    alea_error error;
    settings s = of_game("ur", "bad", 2);
    assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), 0);
    assert_int_equal(alea_file_read("bad/resume.ck", 1 << 24, &bytes, &length, &error),
                     0);
    static const size_t places[] = {0, 9, 70, 1000};
    for (int i = 0; i < 4; i++) {
        bytes[places[i]] ^= 4;
        assert_int_equal(alea_file_replace("bad/resume.ck", bytes, length, 0666, NULL),
                         0);
        assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), -1);
        bytes[places[i]] ^= 4;
    }
    assert_int_equal(alea_file_replace("bad/resume.ck", bytes, length - 1, 0666, NULL),
                     0);
    assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "cut short or damaged"));
    s.lambda = 0.4;
    assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "other settings"));
    free(bytes);
}

static void test_bad_settings(void **state)
{
    (void)state;
    char reason[600] = "";
    settings s = of_game("chess", "none", 1);
    assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), -1);
    assert_non_null(strstr(reason, "unknown game"));
    s = of_game("tavli", "none", 1);
    assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), -1);
    s = of_game("portes", "none", 1);
    s.width[0] = 256;
    assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), -1);
    assert_int_equal(access("none", F_OK), -1);
}

/* Some hundred games beat a net that has learnt from sixteen. */
static void test_training_helps(void **state)
{
    (void)state;
    static const char *const games[] = {"portes", "plakoto", "fevga"};
    for (int i = 0; i < 3; i++) {
        char reason[600] = "", late[64], early[64];
        settings s = of_game(games[i], games[i], 30);
        snprintf(late, sizeof late, "%s/latest.net", games[i]);
        assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), 0);
        snprintf(early, sizeof early, "%s_early", games[i]);
        s = of_game(games[i], early, 1);
        s.rate = s.rate_end = 1e-5;
        strcat(early, "/latest.net");
        assert_int_equal(tables_course_run(&s, &never, reason, sizeof reason), 0);
        const tables_duel_options o = {games[i], {late, early}, 200, 3};
        tables_duel_result r;
        assert_int_equal(tables_duel_play(&o, &never, &r, reason, sizeof reason), 0);
        assert_int_equal(r.games, 200);
        assert_int_equal(r.given_up, 0);
        assert_true(r.share > 0.6 && r.points > 0);
        const tables_duel_options same = {games[i], {late, late}, 20, 3};
        assert_int_equal(tables_duel_play(&same, &never, &r, reason, sizeof reason), 0);
        assert_true(r.share == 0.5 && r.points == 0);
        const tables_duel_options other = {
            i ? "portes" : "fevga", {late, "simple"}, 2, 3};
        assert_int_equal(tables_duel_play(&other, &never, &r, reason, sizeof reason),
                         -1);
        assert_non_null(strstr(reason, "another game"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_slope),
        cmocka_unit_test(test_learns_the_winner),
        cmocka_unit_test(test_stopped_run_goes_on),
        cmocka_unit_test(test_bad_state_is_refused),
        cmocka_unit_test(test_bad_settings),
        cmocka_unit_test(test_training_helps),
    };
    return cmocka_run_group_tests(tests, enter, leave);
}
