/* Endings: what a game pays is what the rule set says, in answers to resignations, in
 * plays, at the end of a rollout's trials and in the estimates before it. */
#include <alea/answers.h>
#include <alea/bearoff.h>
#include <alea/endings.h>
#include <alea/rollout.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/engine_fixture.h"
#include "unit/match_steps.h"

static alea_board board_with(const int *mine, const int *theirs)
{
    alea_board board = {0};
    for (; mine[0] > 0; mine += 2) board.point[mine[0]] = (int8_t)mine[1];
    for (; theirs[0] > 0; theirs += 2) board.point[25 - theirs[0]] = (int8_t)-theirs[1];
    return board;
}

/* A, to roll, has one checker left on its 1 point; B stands as told. */
static alea_match about_to_win(const alea_rules *rules, const int *theirs)
{
    static const int won[] = {1, 1, 0};
    alea_match m;
    alea_match_start(&m, rules);
    alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_BOARD;
    event.turn = ALEA_A;
    event.board = board_with(won, theirs);
    assert_int_equal(apply(&m, &event), ALEA_ACCEPTED);
    return m;
}

static bool accepts(const alea_match *before, int level, int plies)
{
    const alea_search_settings settings = alea_search_settings_default(plies);
    alea_match m = *before;
    alea_offer offer;
    alea_answer answer;
    alea_event resign = event_of(ALEA_EVENT_RESIGN, ALEA_B);
    resign.win_class = (uint8_t)level;
    assert_int_equal(apply(&m, &resign), ALEA_ACCEPTED);
    assert_true(alea_offer_of_match(&m, &offer));
    assert_int_equal(alea_answer_offer(engine, &offer, &settings, &answer, NULL),
                     ALEA_OK);
    return answer.best == ALEA_EVENT_ACCEPT_RESIGN;
}

/* Resignations below `level`, which is certain, are refused, others accepted; the side
 * that loses offers exactly `level`. */
static void assert_certain(const alea_match *m, int level)
{
    for (int plies = 0; plies <= 1; plies++) {
        const alea_search_settings settings = alea_search_settings_default(plies);
        const alea_decision d = alea_decision_of_match(m);
        int offered;
        for (int l = 1; l <= 3; l++) assert_int_equal(accepts(m, l, plies), l >= level);
        assert_int_equal(
            alea_resignation_to_offer(engine, &d, true, &settings, &offered, NULL),
            ALEA_OK);
        assert_int_equal(offered, level);
    }
}

static alea_rules rules_from(alea_preset preset, const char *option, const char *value)
{
    alea_rules rules = alea_rules_preset(preset);
    if (option) assert_int_equal(alea_rules_set(&rules, option, value, NULL), ALEA_OK);
    return rules;
}

static void test_certain_endings(void **state)
{
    (void)state;
    static const int far[] = {18, 5, 6, 6, 0}, home[] = {23, 5, 6, 6, 0};
    static const int all[] = {23, 5, 6, 10, 0}, inside[] = {6, 11, 0};
    alea_rules rules = rules_from(ALEA_PRESET_VIDO, NULL, NULL);
    alea_match m = about_to_win(&rules, far);
    assert_certain(&m, 2);
    m = about_to_win(&rules, home);
    assert_certain(&m, 3);
    m = about_to_win(&rules, inside);
    assert_certain(&m, 1);
    rules = rules_from(ALEA_PRESET_PORTFOLIO, NULL, NULL);
    m = about_to_win(&rules, home);
    assert_certain(&m, 3);
    m = about_to_win(&rules, far);
    assert_certain(&m, 1);
    rules = rules_from(ALEA_PRESET_OCASTUDIOS, "jacoby", "false");
    m = about_to_win(&rules, all);
    assert_certain(&m, 2);
    rules = rules_from(ALEA_PRESET_TOURNAMENT, NULL, NULL);
    m = about_to_win(&rules, all);
    assert_certain(&m, 3);
    assert_int_equal(alea_rules_set(&rules, "backgammon_def", "never", NULL), ALEA_OK);
    m = about_to_win(&rules, all);
    assert_certain(&m, 2);
    assert_int_equal(alea_rules_set(&rules, "gammon_def", "never", NULL), ALEA_OK);
    m = about_to_win(&rules, all);
    assert_certain(&m, 1);
}

/* Gammons count in an undoubled Jacoby game where an automatic double raised the stakes
 * and the rules say that this is enough. */
static void test_jacoby_by_stakes(void **state)
{
    (void)state;
    static const int theirs[] = {13, 2, 6, 13, 0}, won[] = {1, 1, 0};
    for (int raised = 0; raised < 2; raised++) {
        alea_rules rules = rules_from(ALEA_PRESET_OCASTUDIOS, "jacoby", "true");
        assert_int_equal(alea_rules_set(&rules, "match_length", "0", NULL), ALEA_OK);
        assert_int_equal(alea_rules_set(&rules, "auto_doubles", "1", NULL), ALEA_OK);
        alea_match m;
        alea_match_start(&m, &rules);
        if (raised) assert_int_equal(opening(&m, 4, 4), ALEA_ACCEPTED);
        assert_int_equal(m.cube_log2, raised);
        alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
        event.set = ALEA_SET_BOARD;
        event.turn = ALEA_A;
        event.board = board_with(won, theirs);
        assert_int_equal(apply(&m, &event), ALEA_ACCEPTED);
        /* Undoubled and unraised, A doubles out or plays: one point either way. */
        assert_int_equal(accepts(&m, 1, 0), !raised);
        assert_true(accepts(&m, 2, 0));
    }
}

/* 8/5 brings the last checker home: the other plays lose a gammon under rulebook
 * 000. */
static void test_plays_save_the_gammon(void **state)
{
    (void)state;
    static const int mine[] = {8, 1, 6, 5, 5, 5, 4, 3, 0}, theirs[] = {1, 1, 0};
    for (int plies = 0; plies <= 2; plies++) {
        const alea_search_settings settings = alea_search_settings_default(plies);
        const alea_rules rules = rules_from(ALEA_PRESET_VIDO, NULL, NULL);
        static alea_candidate found[ALEA_MAX_PLAYS];
        int count;
        alea_decision d = {.board = board_with(mine, theirs),
                           .roll = {{2, 1}},
                           .cube = alea_cube_money(),
                           .rules = rules.play,
                           .endings = alea_endings_of_rules(&rules)};
        d.cube.in_use = false;
        assert_int_equal(alea_search_play(engine, &d, &settings, found, ALEA_MAX_PLAYS,
                                          &count, NULL),
                         ALEA_OK);
        assert_true(count > 2);
        assert_true(fabsf(found[0].equity + 1) < 1e-5F);
        assert_true(found[0].play.board.point[8] == 0);
        for (int i = 0; i < count; i++) {
            bool outside = false;
            for (int p = 7; p <= 24; p++)
                if (found[i].play.board.point[p] > 0) outside = true;
            assert_true(fabsf(found[i].equity + (outside ? 2 : 1)) < 1e-5F);
        }
    }
}

/* Every finished game pays what alea_win_class says, whatever the definitions. */
static void test_finished_games(void **state)
{
    (void)state;
    uint32_t seed = 1;
    for (int i = 0; i < 4000; i++) {
        alea_rules rules = alea_rules_default();
        seed = seed * 1664525 + 1013904223;
        rules.gammon_def = (alea_gammon_def)((seed >> 16) % 3);
        rules.backgammon_def = (alea_backgammon_def)((seed >> 20) % 5);
        alea_board board = {0}; /* mine, and I have lost */
        for (int left = 1 + (int)((seed >> 24) % 15); left > 0; left--) {
            seed = seed * 1664525 + 1013904223;
            board.point[1 + (seed >> 16) % 25]++;
        }
        const alea_endings endings = alea_endings_of_rules(&rules);
        alea_probs p;
        alea_eval(evaluator, &board, &p);
        alea_endings_apply(&endings, evaluator, &board, &p);
        const float level = 1 + p.lose_gammon + p.lose_backgammon;
        assert_true(p.win == 0 && level == (float)alea_win_class(&rules, &board));
        alea_board seen = alea_board_swap(&board);
        alea_eval(evaluator, &seen, &p);
        alea_endings_apply(&endings, evaluator, &seen, &p);
        assert_true(p.win == 1 && 1 + p.win_gammon + p.win_backgammon == level);
    }
}

/* ---- estimates of races against brute force ---- */

static bool beyond(const alea_board *board, int line)
{
    for (int p = line + 1; p <= ALEA_BAR; p++)
        if (board->point[p] > 0) return true;
    return false;
}

/* P(some checker of mine is still beyond `line` after `rolls` rolls), best play. */
static double still_beyond(const alea_board *board, int line, int rolls)
{
    static alea_board results[3][ALEA_MAX_PLAYS];
    const alea_play_rules rules = alea_play_rules_standard();
    if (!beyond(board, line)) return 0;
    if (rolls == 0) return 1;
    double sum = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const int count =
            alea_positions_after(board, alea_roll_at(r), &rules, results[rolls]);
        double best = 1;
        for (int i = 0; i < count && best > 0; i++) {
            const double p = still_beyond(&results[rolls][i], line, rolls - 1);
            if (p < best) best = p;
        }
        sum += best * alea_roll_weight(alea_roll_at(r)) / 36.0;
    }
    return sum;
}

static void test_estimates_of_races(void **state)
{
    (void)state;
    uint32_t seed = 5;
    double error = 0, worst = 0;
    int cases = 0;
    const alea_bearoff *table;
    alea_bearoff *own;
    assert_int_equal(alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &own, NULL),
                     ALEA_OK);
    table = own;
    for (int i = 0; i < 300; i++) {
        /* B is off in one to three rolls; A has borne off and has some men outside. */
        const bool far = i % 3 == 0;
        const int line = far ? 18 : 6;
        alea_board board = {0};
        for (int n = 1 + i % 3; n > 0; n--) {
            seed = seed * 1664525 + 1013904223;
            board.point[line + 1 + (int)((seed >> 16) % (i % 3 == 2 ? 10U : 5U))]++;
        }
        board.point[3] += 4;
        for (int n = 1 + i % 4; n > 0; n--) board.point[24]--;
        if (board.point[24] < -4 || beyond(&board, 23)) continue;
        alea_rules rules = alea_rules_default();
        rules.gammon_def = ALEA_GAMMON_NONE_OFF_OR_OUTSIDE_HOME;
        rules.backgammon_def = ALEA_BACKGAMMON_BAR_OR_WINNER_HOME;
        const alea_endings endings = alea_endings_of_rules(&rules);
        alea_probs p;
        alea_eval(evaluator, &board, &p);
        alea_endings_apply(&endings, evaluator, &board, &p);
        float rolls[ALEA_BEAROFF_MAX_ROLLS];
        int count;
        assert_true(alea_bearoff_rolls(table, &board, false, rolls, &count));
        double exact = 0;
        for (int k = 1; k < count; k++)
            exact += (double)rolls[k] * still_beyond(&board, line, k);
        const double said = (double)(far ? p.lose_backgammon : p.lose_gammon);
        const double off = fabs(said - exact);
        error += off;
        if (off > worst) worst = off;
        cases++;
    }
    alea_bearoff_close(own);
    assert_true(cases > 200);
    assert_true(error / cases < 0.01 && worst < 0.12);
}

/* ---- races of few checkers under other rules ---- */

/* Cubeless equity of the side on roll, by all plays of both. */
static double brute_force(const alea_board *board, const alea_rules *rules)
{
    static alea_board results[ALEA_MAX_PLAYS];
    double sum = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        alea_board after[64];
        const int count =
            alea_positions_after(board, alea_roll_at(r), &rules->play, results);
        double best = -4;
        assert_true(count <= 64);
        memcpy(after, results, (size_t)count * sizeof *after);
        for (int i = 0; i < count; i++) {
            const alea_board next = alea_board_swap(&after[i]);
            const double value = alea_board_checkers(&after[i], true) == 0
                                     ? alea_win_class(rules, &next)
                                     : -brute_force(&next, rules);
            if (value > best) best = value;
        }
        sum += best * alea_roll_weight(alea_roll_at(r)) / 36;
    }
    return sum;
}

static void test_small_races_by_brute_force(void **state)
{
    (void)state;
    static const struct {
        const char *option, *value;
    } rule[] = {{"gammon_def", "none_off_or_outside_home"},
                {"backgammon_def", "winner_home"},
                {"bearoff_high", "any_lower"},
                {"double_moves", "2"},
                {"setup", "hypergammon"}};
    uint32_t seed = 9;
    for (size_t k = 0; k < sizeof rule / sizeof *rule; k++) {
        const alea_rules rules =
            rules_from(ALEA_PRESET_NONE, rule[k].option, rule[k].value);
        double error = 0;
        for (int i = 0; i < 40; i++) {
            alea_decision d = {.cube = alea_cube_money(),
                               .rules = rules.play,
                               .endings = alea_endings_of_rules(&rules)};
            const alea_search_settings settings = alea_search_settings_default(0);
            alea_cube_result said;
            d.cube.in_use = false;
            seed = seed * 1664525 + 1013904223;
            d.board.point[1 + (seed >> 8) % 2] = 1;
            if (i % 2) d.board.point[2 + (seed >> 12) % 2]++;
            d.board.point[24 - (int)((seed >> 16) % 16)]--;
            if (i % 3 == 0) d.board.point[24 - (int)((seed >> 20) % 4)]--;
            if (i & 4) d.board = alea_board_swap(&d.board);
            assert_int_equal(alea_search_cube(engine, &d, &settings, &said, NULL),
                             ALEA_OK);
            const double off =
                fabs((double)said.cubeless - brute_force(&d.board, &rules));
            assert_true(off < 0.03);
            error += off;
        }
        assert_true(error / 40 < 0.002);
    }
}

/* A side that cannot be off in time has no chance, and a resignation under the standard
 * rules knows it: thirteen checkers against a roll. */
static void test_no_chance_is_none(void **state)
{
    (void)state;
    static const int mine[] = {18, 1, 13, 2, 9, 4, 4, 3, 2, 3, 0}, theirs[] = {1, 2, 0};
    const alea_search_settings settings = alea_search_settings_default(0);
    const alea_decision d = {.board = board_with(mine, theirs),
                             .cube = alea_cube_money(),
                             .rules = alea_play_rules_standard()};
    int offered;
    assert_int_equal(
        alea_resignation_to_offer(engine, &d, false, &settings, &offered, NULL),
        ALEA_OK);
    assert_int_equal(offered, 1);
    alea_probs p;
    const alea_endings exact = {.exact_races = true};
    alea_eval(evaluator, &d.board, &p);
    alea_endings_apply(&exact, evaluator, &d.board, &p);
    assert_true(p.win == 0);
}

/* What the rules make approximate is said, and nothing else. */
static void test_approximate_is_said(void **state)
{
    (void)state;
    const alea_board opening = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int preset = ALEA_PRESET_NONE; preset < ALEA_PRESETS; preset++) {
        const alea_rules rules = alea_rules_preset((alea_preset)preset);
        alea_decision d = {.board = opening,
                           .cube = alea_cube_money(),
                           .rules = alea_play_rules_standard()};
        const alea_endings endings = alea_endings_of_rules(&rules);
        const alea_status status = alea_decision_set_rules(&d, &rules, NULL);
        assert_int_equal(status, rules.setup == ALEA_SETUP_HYPERGAMMON
                                     ? ALEA_ERROR_POSITION
                                     : ALEA_OK);
        if (status != ALEA_OK) continue;
        assert_true((alea_decision_approximate(engine, &d) == NULL) ==
                    alea_endings_are_standard(&endings));
    }
    alea_decision d = {.board = alea_board_start(ALEA_SETUP_HYPERGAMMON),
                       .cube = alea_cube_money()};
    const alea_rules rules = alea_rules_preset(ALEA_PRESET_HYPERGAMMON);
    assert_int_equal(alea_decision_set_rules(&d, &rules, NULL), ALEA_OK);
    assert_true(d.cube.jacoby);
    assert_non_null(alea_decision_approximate(engine, &d));
}

/* A trial that ends is counted by the rules, whatever the net thinks. */
static void test_rollouts_count_by_the_rules(void **state)
{
    (void)state;
    static const int mine[] = {1, 2, 2, 2, 0}, theirs[] = {18, 3, 6, 8, 0};
    alea_rollout_settings settings = alea_rollout_settings_default();
    alea_rollout *r = malloc(sizeof *r);
    alea_rules rules = rules_from(ALEA_PRESET_VIDO, NULL, NULL);
    alea_decision d = {.board = board_with(mine, theirs),
                       .cube = alea_cube_money(),
                       .rules = rules.play,
                       .endings = alea_endings_of_rules(&rules)};
    d.cube.in_use = false;
    settings.luck = false;
    assert_int_equal(alea_rollout_position(r, engine, &d, &settings, NULL), ALEA_OK);
    assert_int_equal(alea_rollout_run(engine, r, 0, 1296, NULL, NULL), ALEA_OK);
    alea_rollout_answer a;
    alea_rollout_answer_of(r, NULL, 0, &a);
    alea_board loser = alea_board_swap(&d.board);
    float rolls[ALEA_BEAROFF_MAX_ROLLS];
    int count;
    alea_bearoff *table;
    assert_int_equal(alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &table, NULL),
                     ALEA_OK);
    assert_true(alea_bearoff_rolls(table, &d.board, true, rolls, &count));
    double exact = 0;
    for (int k = 1; k < count; k++)
        exact += (double)rolls[k] * still_beyond(&loser, 6, k - 1);
    alea_bearoff_close(table);
    assert_true(exact > 0.5);
    assert_true(fabs((double)a.probs.win_gammon - exact) < 0.01);
    assert_true(fabsf(a.equity - 1 - a.probs.win_gammon) < 1e-3F);
    /* The text of a rollout keeps the definitions. */
    static char text[65536];
    alea_rollout *again = malloc(sizeof *again);
    const size_t length = alea_rollout_write(r, text, sizeof text);
    assert_true(length < sizeof text);
    assert_int_equal(alea_rollout_read(text, length, again, NULL), ALEA_OK);
    assert_int_equal(again->decision.endings.gammon_def, rules.gammon_def);
    assert_int_equal(again->decision.endings.backgammon_def, rules.backgammon_def);
    again->decision.endings = (alea_endings){0};
    assert_int_equal(alea_rollout_merge(r, again, NULL), ALEA_ERROR_ARGUMENT);
    free(again);
    free(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_certain_endings),
        cmocka_unit_test(test_jacoby_by_stakes),
        cmocka_unit_test(test_plays_save_the_gammon),
        cmocka_unit_test(test_finished_games),
        cmocka_unit_test(test_estimates_of_races),
        cmocka_unit_test(test_small_races_by_brute_force),
        cmocka_unit_test(test_no_chance_is_none),
        cmocka_unit_test(test_approximate_is_said),
        cmocka_unit_test(test_rollouts_count_by_the_rules),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
