/* Turns made in parts, in every game: each step of each legal turn is offered and
 * taken, the board in between and at the end is the library's, and undo brings it
 * back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tables/table/draft.h"

enum { TURNS = 60, LOOKED_AT = 3 };

static uint64_t state_of_dice = 12345;

static int next(int below)
{
    state_of_dice = state_of_dice * 6364136223846793005u + 1442695040888963407u;
    return (int)(state_of_dice >> 33) % below;
}

static alea_tables_turns *turns, *work;
static int shorter; /* parts after which a turn may end though more can be played */

static bool offers(const tables_draft *draft, const alea_tables_move *move)
{
    uint8_t to[TABLES_TARGETS];
    const int count = tables_draft_targets(draft, move->from, to);
    for (int i = 0; i < count; i++)
        if (to[i] == move->to) return true;
    return false;
}

/* The turn by steps, then the steps back. */
static void check_turn(const alea_tables_rules *rules, const alea_tables_board *board,
                       alea_tables_dice dice, bool first, int index)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    alea_tables_fault fault;
    uint8_t left[ALEA_TABLES_MAX_STEPS];
    bool stood[ALEA_TABLES_MAX_STEPS];
    int bad;
    tables_draft draft;
    const int moves = alea_tables_turns_moves(turns, index, move);
    const alea_tables_board wanted = alea_tables_turns_board(turns, index);
    tables_draft_start(&draft, rules, board, dice, first, work);
    const int all = tables_draft_left(&draft, left);
    for (int m = 0; m < moves; m++) {
        assert_true(offers(&draft, &move[m]));
        const tables_part part = tables_draft_add(&draft, &move[m], 1, &fault, &bad);
        if (m + 1 < moves) {
            assert_in_range(part, TABLES_PART_MADE, TABLES_PART_MAY_END);
            shorter += part == TABLES_PART_MAY_END;
        } else {
            assert_int_equal(part, TABLES_PART_WHOLE);
        }
        assert_int_equal(draft.stands, part != TABLES_PART_MADE);
        stood[m] = draft.stands;
        assert_int_equal(tables_draft_left(&draft, left), all - m - 1);
        assert_int_equal(alea_tables_board_check(rules, &draft.board, NULL), ALEA_OK);
    }
    assert_memory_equal(draft.board.count, wanted.count, sizeof wanted.count);
    assert_memory_equal(draft.board.pinned, wanted.pinned, sizeof wanted.pinned);
    for (int m = moves; m > 0; m--) {
        assert_true(tables_draft_undo(&draft));
        assert_int_equal(draft.moves, m - 1);
        assert_int_equal(draft.stands, m > 1 && stood[m - 2]);
    }
    assert_false(tables_draft_undo(&draft));
    assert_memory_equal(&draft.board, board, sizeof *board);
}

static void play_some(const char *game)
{
    alea_tables_rules rules;
    assert_int_equal(alea_tables_find(game, &rules, NULL), ALEA_OK);
    alea_tables_board board = alea_tables_start(&rules);
    for (int turn = 0; turn < TURNS; turn++) {
        alea_tables_dice dice;
        int throws = 0;
        while (alea_tables_throw(&rules, throws, &dice)) throws++;
        alea_tables_throw(&rules, next(throws), &dice);
        alea_tables_turns_list(&rules, &board, dice, turn < 2, turns);
        for (int i = 0; i < LOOKED_AT; i++)
            check_turn(&rules, &board, dice, turn < 2, next(turns->count));
        board = alea_tables_turns_board(turns, next(turns->count));
        if (alea_tables_result(&rules, &board, NULL)) return;
        board = alea_tables_swap(&board);
    }
}

static void test_every_game(void **state)
{
    (void)state;
    for (int i = 0; alea_tables_game(i); i++)
        for (int k = 0; k < 2; k++) play_some(alea_tables_game(i));
    assert_true(shorter > 0);
}

/* What no legal turn goes on from is refused with its reason, and changes nothing. */
static void test_refused(void **state)
{
    (void)state;
    alea_tables_rules rules;
    alea_tables_fault fault;
    int bad;
    tables_draft draft;
    assert_int_equal(alea_tables_find("fevga", &rules, NULL), ALEA_OK);
    const alea_tables_board board = alea_tables_start(&rules);
    const alea_tables_dice dice = {.count = 2, .die = {6, 3}};
    tables_draft_start(&draft, &rules, &board, dice, true, work);
    const alea_tables_move runs = {.from = 24, .to = 18},
                           again = {.from = 24, .to = 21},
                           goes = {.from = 18, .to = 15}, far = {.from = 24, .to = 19};
    assert_int_equal(tables_draft_add(&draft, &far, 1, &fault, &bad),
                     TABLES_PART_REFUSED);
    assert_int_equal(fault, ALEA_TABLES_FAULT_NO_DIE);
    assert_int_equal(tables_draft_add(&draft, &runs, 1, &fault, &bad),
                     TABLES_PART_MADE);
    assert_int_equal(tables_draft_add(&draft, &again, 1, &fault, &bad),
                     TABLES_PART_REFUSED);
    assert_int_equal(fault, ALEA_TABLES_FAULT_RUNNER);
    assert_int_equal(draft.moves, 1);
    assert_int_equal(tables_draft_add(&draft, &goes, 1, &fault, &bad),
                     TABLES_PART_WHOLE);
    /* A whole turn of its own takes the place of the parts. */
    const alea_tables_move other[2] = {{.from = 24, .to = 21}, {.from = 21, .to = 15}};
    assert_int_equal(tables_draft_add(&draft, other, 2, &fault, &bad),
                     TABLES_PART_WHOLE);
    assert_int_equal(draft.parts, 1);
    assert_int_equal(draft.move[0].to, 21);
}

int main(void)
{
    turns = malloc(sizeof *turns);
    work = malloc(sizeof *work);
    if (!turns || !work) return 1;
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_game),
                                       cmocka_unit_test(test_refused)};
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(turns);
    free(work);
    return failed;
}
