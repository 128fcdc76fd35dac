/* src/core/cube_rules.c: who may turn the cube when, chains, limits, prices. */
#include "unit/match_steps.h"

static void double_take_redouble(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    to_first_roll_of_b(&m);
    assert_true(alea_match_may_double(&m, ALEA_B));
    assert_false(alea_match_may_double(&m, ALEA_A));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    PHASE(&m, DOUBLE_OFFERED);
    assert_int_equal(m.turn, ALEA_B);
    assert_int_equal(m.to_act, ALEA_A);
    assert_int_equal(alea_match_cube(&m), 1);
    assert_int_equal(m.cube_owner, ALEA_NOBODY);
    NO(act(&m, ALEA_EVENT_TAKE, ALEA_B), NOT_YOUR_TURN);
    NO(rolls(&m, ALEA_B, 3, 1), WRONG_PHASE);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), WRONG_PHASE);
    NO(resigns(&m, ALEA_A, 1), WRONG_PHASE);
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    PHASE(&m, TO_ROLL);
    assert_int_equal(m.to_act, ALEA_B);
    assert_int_equal(alea_match_cube(&m), 2);
    assert_int_equal(m.cube_owner, ALEA_A);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_NOT_AVAILABLE);
    OK(rolls(&m, ALEA_B, 3, 1));
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), ALREADY_ROLLED);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_A), NOT_YOUR_TURN);
    OK(PLAY(&m, ALEA_B, 8, 5, 6, 5));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    OK(act(&m, ALEA_EVENT_DROP, ALEA_B));
    PHASE(&m, GAME_OVER);
    assert_int_equal(m.result.winner, ALEA_A);
    assert_int_equal(m.result.points, 2);
    assert_int_equal(m.result.win_class, 1);
    assert_int_equal(m.result.how, ALEA_HOW_DROP);
    assert_int_equal(m.score[0], 2);
    assert_int_equal(m.to_act, ALEA_NOBODY);
    assert_int_equal(m.turn, ALEA_NOBODY);
}

static void answers_need_an_offer(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("beavers", "null"));
    const alea_event_type answers[] = {
        ALEA_EVENT_TAKE,    ALEA_EVENT_DROP,          ALEA_EVENT_BEAVER,
        ALEA_EVENT_RACCOON, ALEA_EVENT_ACCEPT_RESIGN, ALEA_EVENT_REJECT_RESIGN};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        NO(act(&m, answers[i], ALEA_A), NOTHING_OFFERED);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_A), WRONG_PHASE);
    OK(opening(&m, 6, 5));
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++)
        NO(act(&m, answers[i], ALEA_B), NOTHING_OFFERED);
}

/* Each row: how many beavers the rules allow, the cube before, and what happens. */
static void beaver_chain_prices(void **state)
{
    (void)state;
    static const struct {
        const char *beavers;
        int chain;           /* answers that raise, after the double */
        alea_player dropper; /* or NOBODY: taken */
        int cube, points;
    } rows[] = {
        {"0", 0, ALEA_A, 1, 1},      {"0", 0, ALEA_NOBODY, 2, 0},
        {"1", 1, ALEA_B, 2, 2},      {"1", 1, ALEA_NOBODY, 4, 0},
        {"2", 2, ALEA_A, 4, 4},      {"2", 2, ALEA_NOBODY, 8, 0},
        {"null", 5, ALEA_B, 32, 32}, {"null", 5, ALEA_NOBODY, 64, 0},
        {"3", 3, ALEA_B, 8, 8},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_match m = match_under(RULES("beavers", rows[i].beavers));
        to_first_roll_of_b(&m);
        OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
        alea_player by = ALEA_A;
        for (int j = 0; j < rows[i].chain; j++) {
            OK(act(&m, j == 0 ? ALEA_EVENT_BEAVER : ALEA_EVENT_RACCOON, by));
            PHASE(&m, BEAVER_OFFERED);
            by = alea_opponent(by);
            assert_int_equal(m.to_act, by);
            assert_int_equal(m.turn, ALEA_B);
            assert_int_equal(m.cube_log2, j + 1);
            /* The first doubled player keeps the cube. */
            assert_int_equal(m.cube_owner, ALEA_A);
        }
        if (rows[i].dropper == ALEA_NOBODY) {
            OK(act(&m, ALEA_EVENT_TAKE, by));
            PHASE(&m, TO_ROLL);
            assert_int_equal(m.cube_owner, ALEA_A);
            assert_int_equal(m.to_act, ALEA_B);
            NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_NOT_AVAILABLE);
        } else {
            assert_int_equal(by, rows[i].dropper);
            OK(act(&m, ALEA_EVENT_DROP, by));
            assert_int_equal(m.result.winner, alea_opponent(by));
            assert_int_equal(m.result.points, rows[i].points);
        }
        assert_int_equal(alea_match_cube(&m), rows[i].cube);
    }
}

static void beavers_only_as_far_as_allowed(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    NO(act(&m, ALEA_EVENT_BEAVER, ALEA_A), BEAVER_NOT_ALLOWED);
    NO(act(&m, ALEA_EVENT_BEAVER, ALEA_B), NOT_YOUR_TURN);

    m = match_under(RULES("beavers", "1"));
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    NO(act(&m, ALEA_EVENT_RACCOON, ALEA_A), WRONG_PHASE);
    OK(act(&m, ALEA_EVENT_BEAVER, ALEA_A));
    NO(act(&m, ALEA_EVENT_RACCOON, ALEA_B), BEAVER_NOT_ALLOWED);
    NO(act(&m, ALEA_EVENT_TAKE, ALEA_A), NOT_YOUR_TURN);

    m = match_under(RULES("beavers", "2"));
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_BEAVER, ALEA_A));
    NO(act(&m, ALEA_EVENT_BEAVER, ALEA_B), WRONG_PHASE);
    OK(act(&m, ALEA_EVENT_RACCOON, ALEA_B));
    NO(act(&m, ALEA_EVENT_RACCOON, ALEA_A), BEAVER_NOT_ALLOWED);
}

static void the_limit_stops_doubles_and_beavers(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("cube_limit", "2", "beavers", "1"));
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    NO(act(&m, ALEA_EVENT_BEAVER, ALEA_A), CUBE_LIMIT);
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    OK(rolls(&m, ALEA_B, 3, 1));
    OK(PLAY(&m, ALEA_B, 8, 5, 6, 5));
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_A), CUBE_LIMIT);

    m = match_under(RULES("cube_limit", "1"));
    to_first_roll_of_b(&m);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_LIMIT);

    /* Without a limit the cube goes on to 2^24 and stops there. */
    m = match_under(alea_rules_default());
    to_first_roll_of_b(&m);
    OK(set_cube_to(&m, ALEA_MAX_CUBE_LOG2, ALEA_B));
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_LIMIT);
    OK(set_cube_to(&m, ALEA_MAX_CUBE_LOG2 - 1, ALEA_B));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
}

static void no_cube(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("cube", "false", "auto_doubles", "null"));
    OK(opening(&m, 2, 2));
    assert_int_equal(alea_match_cube(&m), 1);
    to_first_roll_of_b(&m);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_OFF);
    NO(set_cube_to(&m, 1, ALEA_A), CUBE_OFF);
    /* A cube has no use in a one-point match. */
    m = match_under(RULES("match_length", "1", "auto_doubles", "1"));
    OK(opening(&m, 2, 2));
    assert_int_equal(alea_match_cube(&m), 1);
    to_first_roll_of_b(&m);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_OFF);
}

static void any_time_by_either(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("cube_window", "any_time"));
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_A), WRONG_PHASE);
    OK(opening(&m, 6, 5));
    /* The opponent, while A has dice to play. */
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    assert_int_equal(m.turn, ALEA_A);
    assert_int_equal(m.to_act, ALEA_A);
    assert_int_equal(m.roll.die[0], 6);
    NO(PLAY(&m, ALEA_A, 24, 13), WRONG_PHASE);
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    PHASE(&m, TO_PLAY);
    assert_int_equal(m.to_act, ALEA_A);
    assert_int_equal(m.cube_owner, ALEA_A);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_NOT_AVAILABLE);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    assert_int_equal(m.to_act, ALEA_B);
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_B));
    PHASE(&m, TO_PLAY);
    assert_int_equal(alea_match_cube(&m), 4);
    OK(PLAY(&m, ALEA_A, 24, 13));
    OK(act(&m, ALEA_EVENT_COCKED, ALEA_B));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_DROP, ALEA_A));
    assert_int_equal(m.result.points, 4);
    assert_int_equal(m.result.winner, ALEA_B);
}

static void any_time_drop_with_dice_on_the_board(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("cube_window", "any_time"));
    OK(opening(&m, 6, 5));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    OK(act(&m, ALEA_EVENT_DROP, ALEA_B));
    PHASE(&m, GAME_OVER);
    assert_int_equal(m.roll.die[0], 0);
}

static void automatic_doubles(void **state)
{
    (void)state;
    static const struct {
        const char *allowed;
        int ties, cube;
    } rows[] = {{"0", 3, 1}, {"1", 1, 2}, {"1", 4, 2}, {"2", 5, 4}, {"null", 5, 32}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_match m = match_under(RULES("auto_doubles", rows[i].allowed));
        for (int j = 0; j < rows[i].ties; j++) {
            OK(opening(&m, 4, 4));
            PHASE(&m, OPENING);
            assert_int_equal(m.turn, ALEA_NOBODY);
        }
        assert_int_equal(alea_match_cube(&m), rows[i].cube);
        assert_int_equal(m.cube_owner, ALEA_NOBODY);
        /* The count is per game. */
        to_first_roll_of_b(&m);
        OK(resigns(&m, ALEA_B, 1));
        OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
        assert_int_equal(m.result.points, rows[i].cube);
        OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
        assert_int_equal(alea_match_cube(&m), 1);
        OK(opening(&m, 4, 4));
        assert_int_equal(alea_match_cube(&m), rows[i].cube > 1 ? 2 : 1);
    }
    alea_match m = match_under(RULES("auto_doubles", "null", "cube_limit", "4"));
    for (int j = 0; j < 5; j++) OK(opening(&m, 1, 1));
    assert_int_equal(alea_match_cube(&m), 4);
    /* A player may double on top: the cube is still in the middle. */
    m = match_under(RULES("auto_doubles", "1"));
    OK(opening(&m, 1, 1));
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_DROP, ALEA_A));
    assert_int_equal(m.result.points, 2);
}

static void dead_cube(void **state)
{
    (void)state;
    static const struct {
        const char *how;
        int a, b, cube_log2;
        alea_player owner;
        bool dead, refused;
    } rows[] = {
        {"forbid", 0, 6, 0, ALEA_NOBODY, true, true},
        {"forbid", 0, 5, 0, ALEA_NOBODY, false, false},
        {"forbid", 6, 0, 0, ALEA_NOBODY, false, false},
        {"forbid", 0, 5, 1, ALEA_B, true, true},
        {"forbid", 0, 3, 2, ALEA_B, true, true},
        {"forbid", 0, 2, 2, ALEA_B, false, false},
        {"allow", 0, 6, 0, ALEA_NOBODY, true, false},
        {"warn", 0, 6, 0, ALEA_NOBODY, true, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_match m =
            match_under(RULES("match_length", "7", "dead_cube", rows[i].how));
        OK(set_score_to(&m, rows[i].a, rows[i].b));
        to_first_roll_of_b(&m);
        OK(set_cube_to(&m, rows[i].cube_log2, rows[i].owner));
        assert_int_equal(alea_match_cube_is_dead(&m, ALEA_B), rows[i].dead);
        if (rows[i].refused)
            NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_DEAD);
        else
            OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    }
    alea_match m =
        match_under(RULES("match_length", "7", "dead_cube", "forbid", "beavers", "1"));
    OK(set_score_to(&m, 5, 0));
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    NO(act(&m, ALEA_EVENT_BEAVER, ALEA_A), CUBE_DEAD);
    m = match_under(alea_rules_default());
    assert_false(alea_match_cube_is_dead(&m, ALEA_A));
}

static void no_doubling_in_the_crawford_game(void **state)
{
    (void)state;
    alea_match m = match_under(
        RULES("match_length", "5", "crawford", "true", "auto_doubles", "null"));
    OK(set_score_to(&m, 4, 2));
    assert_true(m.crawford_game);
    OK(opening(&m, 3, 3));
    assert_int_equal(alea_match_cube(&m), 1);
    to_first_roll_of_b(&m);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), CRAWFORD_GAME);
    NO(set_cube_to(&m, 1, ALEA_NOBODY), CRAWFORD_GAME);
    OK(resigns(&m, ALEA_A, 1));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_B));
    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    assert_false(m.crawford_game);
    OK(opening(&m, 3, 3));
    assert_int_equal(alea_match_cube(&m), 2);
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
}

/* "A player on the bar, facing a closed board ... still has the right to double"
 * (001). */
static void doubling_against_a_closed_board(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(BOARD(&m, ALEA_B, 1, 2, 2, 2, 3, 2, 4, 2, 5, 2, 6, 2, 0, -1, 20, -3));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    OK(rolls(&m, ALEA_B, 6, 6));
    NO(PLAY(&m, ALEA_B, 5, 4), ILLEGAL_PLAY);
    OK(PASS(&m, ALEA_B));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(double_take_redouble),
        cmocka_unit_test(answers_need_an_offer),
        cmocka_unit_test(beaver_chain_prices),
        cmocka_unit_test(beavers_only_as_far_as_allowed),
        cmocka_unit_test(the_limit_stops_doubles_and_beavers),
        cmocka_unit_test(no_cube),
        cmocka_unit_test(any_time_by_either),
        cmocka_unit_test(any_time_drop_with_dice_on_the_board),
        cmocka_unit_test(automatic_doubles),
        cmocka_unit_test(dead_cube),
        cmocka_unit_test(no_doubling_in_the_crawford_game),
        cmocka_unit_test(doubling_against_a_closed_board),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
