#include <alea/board.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "unit/board_of.h"

static void starts(void **state)
{
    (void)state;
    static const struct {
        alea_setup setup;
        const char *id;
        int checkers, pips;
    } cases[] = {
        {ALEA_SETUP_BACKGAMMON, "4HPwATDgc/ABMA", 15, 167},
        {ALEA_SETUP_NACKGAMMON, "4Dl4ADbgOXgANg", 15, 194},
        {ALEA_SETUP_HYPERGAMMON, "AACgAgAAKgAAAA", 3, 69},
        {ALEA_SETUP_LONGGAMMON, "AACA/z8AAID/Pw", 15, 360},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        alea_board board = alea_board_start(cases[i].setup);
        alea_board expected = board_of(cases[i].id), other = alea_board_swap(&board);
        assert_true(alea_board_equal(&board, &expected));
        assert_true(alea_board_equal(&board, &other));
        assert_int_equal(alea_setup_checkers(cases[i].setup), cases[i].checkers);
        for (int mine = 0; mine < 2; mine++) {
            assert_int_equal(alea_board_checkers(&board, mine), cases[i].checkers);
            assert_int_equal(alea_board_pips(&board, mine), cases[i].pips);
        }
        assert_int_equal(alea_board_check(&board, cases[i].checkers, NULL), ALEA_OK);
        assert_int_equal(alea_board_phase(&board), ALEA_PHASE_CONTACT);
    }
}

static void pips_count_the_bar(void **state)
{
    (void)state;
    alea_board board = {{0}};
    board.point[25] = 2;
    board.point[3] = 1;
    board.point[0] = -1;
    board.point[24] = -4;
    assert_int_equal(alea_board_pips(&board, true), 53);
    assert_int_equal(alea_board_pips(&board, false), 29);
    assert_int_equal(alea_board_checkers(&board, true), 3);
    assert_int_equal(alea_board_checkers(&board, false), 5);
}

static void phases(void **state)
{
    (void)state;
    alea_board board = {{0}};
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_OVER);
    board.point[7] = 1;
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_OVER);
    board.point[8] = -1;
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_RACE);
    board.point[6] = -1;
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_CONTACT);
    board.point[6] = board.point[7] = 0;
    board.point[6] = 3;
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_RACE);
    board.point[8] = 0;
    board.point[19] = -2;
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_BEAROFF);
    board.point[0] = -1;
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_CONTACT);
    board.point[6] = 0;
    assert_int_equal(alea_board_phase(&board), ALEA_PHASE_OVER);
}

static void impossible_boards(void **state)
{
    (void)state;
    static const struct {
        int point, value, checkers;
        const char *reason;
    } cases[] = {
        {25, -1, 15, "the opponent's checkers cannot stand on your bar"},
        {0, 1, 15, "your checkers cannot stand on the opponent's bar"},
        {20, 3, 15, "you have 18 checkers on the board, at most 15 are allowed"},
        {20, -3, 15,
         "the opponent has 18 checkers on the board, at most 15 are allowed"},
        {20, 127, 15, "you have 142 checkers on the board, at most 15 are allowed"},
        {20, -128, 15,
         "the opponent has 143 checkers on the board, at most 15 are allowed"},
        {20, 0, 3, "you have 15 checkers on the board, at most 3 are allowed"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
        alea_error error = {.line = 7, .column = 7, .reason = "old"};
        board.point[cases[i].point] = (int8_t)cases[i].value;
        assert_int_equal(alea_board_check(&board, cases[i].checkers, &error),
                         ALEA_ERROR_POSITION);
        assert_string_equal(error.reason, cases[i].reason);
        assert_int_equal(error.line, 0);
        assert_int_equal(alea_board_check(&board, cases[i].checkers, NULL),
                         ALEA_ERROR_POSITION);
    }
    alea_board empty = {{0}};
    alea_error error;
    assert_int_equal(alea_board_check(&empty, 15, &error), ALEA_ERROR_POSITION);
    assert_string_equal(error.reason, "neither side has a checker on the board");
    empty.point[1] = 1; /* a finished game is a position */
    assert_int_equal(alea_board_check(&empty, 15, &error), ALEA_OK);
}

static void one_checker_moves(void **state)
{
    (void)state;
    alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON), board = start;
    assert_true(alea_board_move(&board, 8, 5));
    assert_int_equal(board.point[8], 2);
    assert_int_equal(board.point[5], 1);
    board.point[4] = -1;
    assert_true(alea_board_move(&board, 6, 4));
    assert_int_equal(board.point[4], 1);
    assert_int_equal(board.point[0], -1);
    assert_true(alea_board_move(&board, 5, ALEA_OFF));
    assert_int_equal(board.point[0], -1);
    assert_true(alea_board_move(&board, 4, 7)); /* the direction is not checked */
    board.point[ALEA_BAR] = 1;
    assert_true(alea_board_move(&board, ALEA_BAR, 20));
    static const int refused[][2] = {{7, 26}, {7, 25}, {7, -1},  {0, 3},  {-1, 3},
                                     {26, 3}, {2, 1},  {13, 12}, {12, 11}};
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        board = start;
        assert_false(alea_board_move(&board, refused[i][0], refused[i][1]));
        assert_true(alea_board_equal(&board, &start));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(starts),
        cmocka_unit_test(one_checker_moves),
        cmocka_unit_test(pips_count_the_bar),
        cmocka_unit_test(phases),
        cmocka_unit_test(impossible_boards),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
