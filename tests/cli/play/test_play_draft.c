/* Plays made by parts: every way to a legal play is open, nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "cli/play/prompt/draft.h"

static play_draft draft_of(const alea_board *board, int a, int b)
{
    play_draft draft;
    const alea_play_rules rules = alea_play_rules_standard();
    play_draft_start(&draft, board, (alea_roll){{(uint8_t)a, (uint8_t)b}}, &rules);
    return draft;
}

static draft_answer add(play_draft *draft, int from, int to, alea_play_error *why)
{
    const alea_move move = {.from = (int8_t)from, .to = (int8_t)to};
    int bad;
    return play_draft_add(draft, &move, 1, why, &bad);
}

static void test_parts_and_undo(void **state)
{
    (void)state;
    const alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    play_draft draft = draft_of(&start, 3, 1);
    alea_play_error why;
    assert_false(play_draft_undo(&draft));
    assert_int_equal(add(&draft, 8, 5, &why), DRAFT_PART);
    assert_int_equal(draft.board.point[5], 1);
    assert_int_equal(add(&draft, 6, 4, &why), DRAFT_REFUSED);
    assert_int_equal(why, ALEA_PLAY_NOT_A_DIE);
    assert_int_equal(draft.board.point[5], 1);
    assert_true(play_draft_undo(&draft));
    assert_true(alea_board_equal(&draft.board, &start));
    assert_int_equal(add(&draft, 6, 5, &why), DRAFT_PART);
    assert_int_equal(add(&draft, 8, 5, &why), DRAFT_WHOLE);
    assert_int_equal(draft.play.board.point[5], 2);
    assert_int_equal(add(&draft, 13, 12, &why), DRAFT_REFUSED);
}

static void test_first_things_first(void **state)
{
    (void)state;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    board.point[24] = 1;
    board.point[ALEA_BAR] = 1;
    play_draft draft = draft_of(&board, 4, 2);
    alea_play_error why;
    assert_int_equal(add(&draft, 8, 4, &why), DRAFT_REFUSED);
    assert_int_equal(why, ALEA_PLAY_ON_BAR);
    assert_int_equal(add(&draft, 25, 21, &why), DRAFT_PART);
    assert_int_equal(add(&draft, 6, 4, &why), DRAFT_WHOLE);
}

/* "If any move would make the other possible, both must be made": a first part that
 * leaves the second die unplayable is refused where another way uses both. */
static void test_both_dice(void **state)
{
    (void)state;
    alea_board board = {{0}};
    board.point[10] = 1;
    board.point[8] = 1;
    board.point[2] = -2; /* 8/2 is blocked */
    board.point[3] = -2; /* 8/3, and 10/3 by way of either, are not open */
    board.point[4] = 0;
    play_draft draft = draft_of(&board, 6, 2);
    alea_play_error why;
    /* 10/8 first leaves no 6; 10/4 first leaves 8/6 or 4/2 blocked, 8/6 open. */
    assert_int_equal(add(&draft, 10, 8, &why), DRAFT_REFUSED);
    assert_int_equal(why, ALEA_PLAY_MUST_USE_BOTH);
    assert_int_equal(add(&draft, 10, 4, &why), DRAFT_PART);
    assert_int_equal(add(&draft, 8, 6, &why), DRAFT_WHOLE);
}

/* A whole play typed after a part that does not go with it takes its place; what is no
 * whole play leaves the part. */
static void test_whole_after_part(void **state)
{
    (void)state;
    const alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    const alea_move whole[] = {{.from = 8, .to = 5}, {.from = 6, .to = 5}},
                    wrong[] = {{.from = 8, .to = 5}, {.from = 6, .to = 2}};
    play_draft draft = draft_of(&start, 3, 1);
    alea_play_error why;
    int bad;
    assert_int_equal(add(&draft, 24, 23, &why), DRAFT_PART);
    assert_int_equal(play_draft_add(&draft, wrong, 2, &why, &bad), DRAFT_REFUSED);
    assert_int_equal(draft.moves, 1);
    assert_int_equal(play_draft_add(&draft, whole, 2, &why, &bad), DRAFT_WHOLE);
    assert_int_equal(draft.parts, 1);
    assert_int_equal(draft.board.point[5], 2);
    assert_int_equal(draft.board.point[24], 2);
}

static void test_may_end(void **state)
{
    (void)state;
    const alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    play_draft draft = draft_of(&start, 6, 3);
    alea_play_error why;
    draft.rules.dice_usage = ALEA_DICE_MAY_PLAY_HIGHER_ONLY;
    assert_int_equal(add(&draft, 24, 18, &why), DRAFT_MAY_END);
    assert_int_equal(add(&draft, 13, 10, &why), DRAFT_WHOLE);
    assert_true(play_draft_undo(&draft));
    assert_true(play_draft_undo(&draft));
    assert_int_equal(add(&draft, 13, 10, &why), DRAFT_PART);
}

/* For every roll from some positions, every order of every legal play goes in checker
 * by checker and comes out as that play. */
static void try_all(const alea_board *board)
{
    static alea_play_list list;
    const alea_play_rules rules = alea_play_rules_standard();
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const alea_roll roll = alea_roll_at(r);
        alea_plays(board, roll, &rules, &list);
        for (int i = 0; i < list.count; i++) {
            const alea_play *play = &list.play[i];
            play_draft draft;
            draft_answer answer = DRAFT_PART;
            alea_play_error why;
            play_draft_start(&draft, board, roll, &rules);
            for (int m = 0; m < play->count; m++) {
                answer = add(&draft, play->move[m].from, play->move[m].to, &why);
                assert_int_equal(answer,
                                 m + 1 < play->count ? DRAFT_PART : DRAFT_WHOLE);
            }
            if (play->count == 0) continue;
            assert_true(alea_board_equal(&draft.play.board, &play->board));
            for (int m = 0; m < play->count; m++) assert_true(play_draft_undo(&draft));
            assert_true(alea_board_equal(&draft.board, board));
        }
    }
}

static void test_every_play(void **state)
{
    (void)state;
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    try_all(&board);
    board.point[24] = 0;
    board.point[ALEA_BAR] = 2;
    try_all(&board);
    board = (alea_board){{0}};
    board.point[6] = 2;
    board.point[4] = 1;
    board.point[1] = 3;
    board.point[7] = 1;
    board.point[3] = -1;
    board.point[20] = -5;
    try_all(&board);
    board = alea_board_start(ALEA_SETUP_HYPERGAMMON);
    try_all(&board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parts_and_undo),
        cmocka_unit_test(test_first_things_first),
        cmocka_unit_test(test_both_dice),
        cmocka_unit_test(test_whole_after_part),
        cmocka_unit_test(test_may_end),
        cmocka_unit_test(test_every_play),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
