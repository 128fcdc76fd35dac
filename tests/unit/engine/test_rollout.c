/* Rollouts: the same bits however they are cut, and the truth inside the interval.
 * ctest labels: threads */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <alea/bearoff.h>
#include <alea/rollout.h>

#include "engine/rollout/trial.h"
#include "support/effort.h"

static alea_evaluator *evaluator;
static alea_engine *engine, *engine_three;

static alea_decision start_position(void)
{
    return (alea_decision){.board = alea_board_start(ALEA_SETUP_BACKGAMMON),
                           .roll = {{3, 1}},
                           .cube = alea_cube_money(),
                           .rules = alea_play_rules_standard()};
}

static void begin(alea_rollout *rollout, const alea_rollout_settings *settings)
{
    alea_decision d = start_position();
    alea_candidate found[3];
    alea_play plays[3];
    int count;
    alea_search_settings search = alea_search_settings_default(0);
    assert_int_equal(alea_search_play(engine, &d, &search, found, 3, &count, NULL),
                     ALEA_OK);
    for (int i = 0; i < 3; i++) plays[i] = found[i].play;
    assert_int_equal(alea_rollout_plays(rollout, engine, &d, plays, 3, settings, NULL),
                     ALEA_OK);
}

static alea_rollout_settings short_settings(void)
{
    alea_rollout_settings s = alea_rollout_settings_default();
    s.truncate = FOR_RACES ? 2 : 4;
    return s;
}

static char text[2][1 << 16];

static void same_text(const alea_rollout *a, const alea_rollout *b)
{
    size_t n = alea_rollout_write(a, text[0], sizeof text[0]);
    assert_true(n < sizeof text[0]);
    assert_int_equal(alea_rollout_write(b, text[1], sizeof text[1]), n);
    assert_memory_equal(text[0], text[1], n);
}

static void cut_anyhow(void **state)
{
    (void)state;
    alea_rollout_settings s = short_settings();
    const int64_t all = 150; /* two batches */
    static alea_rollout straight, threads, pieces, left, right;
    begin(&straight, &s);
    begin(&threads, &s);
    begin(&pieces, &s);
    begin(&left, &s);
    begin(&right, &s);
    assert_int_equal(alea_rollout_run(engine, &straight, 0, all, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_rollout_run(engine_three, &threads, 0, all, NULL, NULL),
                     ALEA_OK);
    same_text(&straight, &threads);
    /* Stopped, extended, a gap filled later. */
    assert_int_equal(alea_rollout_run(engine, &pieces, 0, all / 4, NULL, NULL),
                     ALEA_OK);
    assert_int_equal(
        alea_rollout_run(engine, &pieces, all / 2, all / 2 + 5, NULL, NULL), ALEA_OK);
    assert_int_equal(pieces.ranges, 2);
    assert_int_equal(alea_rollout_run(engine_three, &pieces, 0, all, NULL, NULL),
                     ALEA_OK);
    same_text(&straight, &pieces);
    /* Merged from files. */
    assert_int_equal(alea_rollout_run(engine, &left, 0, all / 3, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_rollout_run(engine, &right, all / 3, all, NULL, NULL),
                     ALEA_OK);
    size_t n = alea_rollout_write(&right, text[0], sizeof text[0]);
    static alea_rollout read;
    alea_error error;
    assert_int_equal(alea_rollout_read(text[0], n, &read, &error), ALEA_OK);
    same_text(&right, &read);
    assert_int_equal(alea_rollout_merge(&left, &read, &error), ALEA_OK);
    same_text(&straight, &left);
    assert_int_equal(alea_rollout_trials(&left), all);
}

static void merge_refuses(void **state)
{
    (void)state;
    alea_rollout_settings s = short_settings(), t = s;
    static alea_rollout a, b;
    alea_error error;
    begin(&a, &s);
    t.seed = 2;
    begin(&b, &t);
    assert_int_equal(alea_rollout_merge(&a, &b, &error), ALEA_ERROR_ARGUMENT);
    begin(&b, &s);
    assert_int_equal(alea_rollout_run(engine, &a, 0, 10, NULL, NULL), ALEA_OK);
    assert_int_equal(alea_rollout_run(engine, &b, 9, 12, NULL, NULL), ALEA_OK);
    alea_rollout before = a;
    assert_int_equal(alea_rollout_merge(&a, &b, &error), ALEA_ERROR_ARGUMENT);
    same_text(&before, &a);
    b.net++;
    assert_int_equal(alea_rollout_run(engine, &b, 0, 20, NULL, &error),
                     ALEA_ERROR_VERSION);
    assert_int_equal(alea_rollout_run(engine, &a, 5, 5, NULL, &error),
                     ALEA_ERROR_ARGUMENT);
}

static bool stop_after_two(void *context, const alea_rollout *rollout)
{
    (void)rollout;
    return ++*(int *)context < 2;
}

static void stopping(void **state)
{
    (void)state;
    if (FOR_RACES) skip();
    alea_rollout_settings s = short_settings();
    static alea_rollout a, b;
    int batches = 0;
    alea_rollout_stop stop = {.progress = stop_after_two, .context = &batches};
    begin(&a, &s);
    begin(&b, &s);
    assert_int_equal(alea_rollout_run(engine, &a, 0, 1000, &stop, NULL),
                     ALEA_ERROR_CANCELLED);
    assert_int_equal(alea_rollout_trials(&a), 288);
    /* The best opening 3-1 is clear of the others well before 3,000 trials. */
    stop = (alea_rollout_stop){.separation = 2.33F, .least = 144};
    assert_int_equal(alea_rollout_run(engine, &b, 0, 3000, &stop, NULL), ALEA_OK);
    assert_true(alea_rollout_trials(&b) < 1500);
}

static void damaged_files(void **state)
{
    (void)state;
    alea_rollout_settings s = short_settings();
    static alea_rollout a, out;
    alea_error error;
    begin(&a, &s);
    assert_int_equal(alea_rollout_run(engine, &a, 0, 5, NULL, NULL), ALEA_OK);
    size_t n = alea_rollout_write(&a, text[0], sizeof text[0]);
    for (size_t cut = 0; cut < n; cut++)
        assert_int_not_equal(alea_rollout_read(text[0], cut, &out, &error), ALEA_OK);
    for (size_t at = 0; at < n; at += 3) {
        text[0][at] ^= 1;
        assert_int_not_equal(alea_rollout_read(text[0], n, &out, &error), ALEA_OK);
        text[0][at] ^= 1;
    }
    static const char other[] = "alea-rollout 9\n";
    assert_int_equal(alea_rollout_read(other, sizeof other - 1, &out, &error),
                     ALEA_ERROR_VERSION);
}

/* Each throw comes once in 36 trials, and each pair of throws once in 1,296. */
static void dice_are_dealt_out(void **state)
{
    (void)state;
    alea_rollout_settings s = alea_rollout_settings_default();
    int first[7][7] = {{0}};
    static int pair[36][36], third[36];
    memset(pair, 0, sizeof pair);
    memset(third, 0, sizeof third);
    for (int64_t i = 0; i < 1296; i++) {
        alea_roll a = trial_roll(&s, i, 0), b = trial_roll(&s, i, 1);
        alea_roll c = trial_roll(&s, i, 2);
        if (i < 36) first[a.die[0]][a.die[1]]++;
        pair[(a.die[0] - 1) * 6 + a.die[1] - 1][(b.die[0] - 1) * 6 + b.die[1] - 1]++;
        third[(c.die[0] - 1) * 6 + c.die[1] - 1]++;
    }
    for (int i = 1; i <= 6; i++)
        for (int j = 1; j <= 6; j++) assert_int_equal(first[i][j], 1);
    for (int i = 0; i < 36; i++) {
        for (int j = 0; j < 36; j++) assert_int_equal(pair[i][j], 1);
        assert_true(third[i] > 10 && third[i] < 70);
    }
}

/* Bear-offs rolled out without a cube to the last checker, against the exact table: the
 * 95 % interval has to hold the truth about 95 times in 100. */
static int covered(bool luck, bool stratified)
{
    int inside = 0;
    alea_bearoff *table;
    assert_int_equal(alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &table, NULL),
                     ALEA_OK);
    for (uint64_t seed = 1; seed <= 100; seed++) {
        alea_decision d = start_position();
        memset(&d.board, 0, sizeof d.board);
        d.board.point[6] = 2;
        d.board.point[3] = (int8_t)(1 + seed % 3);
        d.board.point[1] = 1;
        d.board.point[25 - 5] = (int8_t)(-2 - (int)(seed % 2));
        d.board.point[25 - 2] = -2;
        d.roll = (alea_roll){{0, 0}};
        alea_rollout_settings s = alea_rollout_settings_default();
        s.seed = seed;
        s.cubeful = false;
        s.luck = luck;
        s.stratified = stratified;
        static alea_rollout r;
        alea_rollout_answer answer;
        alea_bearoff_equity exact;
        assert_int_equal(alea_rollout_position(&r, engine, &d, &s, NULL), ALEA_OK);
        assert_int_equal(alea_rollout_run(engine, &r, 0, 144, NULL, NULL), ALEA_OK);
        alea_rollout_answer_of(&r, alea_engine_met(engine), 0, &answer);
        assert_true(alea_bearoff_equities(table, &d.board, &exact));
        /* With luck control here the error is next to nothing: the rounding of
         * floats. */
        float error = 1.96F * answer.standard_error + 1e-5F;
        inside += fabsf(answer.equity - exact.cubeless) <= error;
    }
    alea_bearoff_close(table);
    return inside;
}

static void truth_is_inside(void **state)
{
    (void)state;
    if (FOR_RACES) skip();
    int plain = covered(false, false), with_luck = covered(true, false);
    int dealt = covered(false, true);
    if (plain < 88 || plain > 100) fail_msg("plain: %d of 100", plain);
    if (with_luck < 88) fail_msg("luck control: %d of 100", with_luck);
    if (dealt < 93) fail_msg("stratified: %d of 100", dealt);
}

static void luck_control_narrows(void **state)
{
    (void)state;
    if (FOR_RACES) skip();
    alea_decision d = start_position();
    alea_rollout_answer answer[2];
    for (int luck = 0; luck < 2; luck++) {
        alea_rollout_settings s = short_settings();
        static alea_rollout r;
        s.luck = luck;
        assert_int_equal(alea_rollout_position(&r, engine, &d, &s, NULL), ALEA_OK);
        assert_int_equal(alea_rollout_run(engine, &r, 0, 288, NULL, NULL), ALEA_OK);
        alea_rollout_answer_of(&r, alea_engine_met(engine), 0, &answer[luck]);
    }
    assert_true(answer[1].standard_error < answer[0].standard_error / 2);
    assert_true(fabsf(answer[1].equity - answer[0].equity) <
                3.5F * (answer[0].standard_error + answer[1].standard_error));
}

static void cube_rollout(void **state)
{
    (void)state;
    alea_decision d = start_position();
    alea_rollout_settings s = short_settings();
    static alea_rollout r;
    alea_error error;
    d.cube.match_length = 5;
    d.cube.away[0] = 2;
    d.cube.away[1] = 3;
    assert_int_equal(alea_rollout_cube(&r, engine, &d, &s, &error), ALEA_OK);
    assert_int_equal(alea_rollout_run(engine_three, &r, 0, 72, NULL, NULL), ALEA_OK);
    for (int i = 0; i < 2; i++) {
        alea_rollout_answer answer;
        alea_rollout_answer_of(&r, alea_engine_met(engine), i, &answer);
        assert_true(answer.chance > 0.4F && answer.chance < 0.8F);
    }
    d.cube.owner = ALEA_CUBE_THEIRS;
    assert_int_equal(alea_rollout_cube(&r, engine, &d, &s, &error),
                     ALEA_ERROR_ARGUMENT);
    s.plies[0] = 3;
    assert_int_equal(alea_rollout_position(&r, engine, &d, &s, &error),
                     ALEA_ERROR_ARGUMENT);
    for (int rolled = ALEA_ROLLED_SHORT; rolled <= ALEA_ROLLED_LONG; rolled++) {
        int64_t trials;
        s = alea_rollout_settings_of((alea_rolled)rolled, &trials);
        assert_int_equal(alea_rollout_position(&r, engine, &d, &s, &error), ALEA_OK);
        assert_true(trials > 0 && s.truncate > 0);
    }
}

static int start(void **state)
{
    (void)state;
    alea_engine_options one = {1, 1 << 18}, three = {3, 1 << 16};
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK) return -1;
    if (alea_engine_open(&engine, evaluator, NULL, &one, NULL) != ALEA_OK) return -1;
    return alea_engine_open(&engine_three, evaluator, NULL, &three, NULL) == ALEA_OK
               ? 0
               : -1;
}

static int finish(void **state)
{
    (void)state;
    alea_engine_close(engine);
    alea_engine_close(engine_three);
    alea_evaluator_close(evaluator);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cut_anyhow),
        cmocka_unit_test(merge_refuses),
        cmocka_unit_test(stopping),
        cmocka_unit_test(damaged_files),
        cmocka_unit_test(dice_are_dealt_out),
        cmocka_unit_test(truth_is_inside),
        cmocka_unit_test(luck_control_narrows),
        cmocka_unit_test(cube_rollout),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
