/* apps/cli/plays_json.c makes Position IDs by a short cut; here each list is compared
 * with what the library's own writers say, over random games and odd positions. */
#include "cli/question/answers.h"

#include <alea/notation.h>
#include <alea/rules.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINE = 160, POSITIONS = 20000 };

static alea_play_list list;
static char wanted[ALEA_MAX_PLAYS][LINE];

static int compare_ids(const void *a, const void *b)
{
    /* The ID is the last 14 characters before the quote and brace. */
    const char *x = a, *y = b;
    return memcmp(x + strlen(x) - 16, y + strlen(y) - 16, 14);
}

static void check(plays_work *work, const alea_board *board, alea_roll roll,
                  const alea_play_rules *rules)
{
    alea_plays(board, roll, rules, &list);
    for (int i = 0; i < list.count; i++) {
        alea_board next = alea_board_swap(&list.play[i].board);
        char id[ALEA_POSITION_ID_SIZE], text[ALEA_PLAY_TEXT_SIZE];
        alea_position_id_write(&next, id);
        alea_play_write(board, &list.play[i], text);
        snprintf(wanted[i], LINE, "{\"move\": \"%s\", \"position\": \"%s\"}", text, id);
    }
    qsort(wanted, (size_t)list.count, LINE, compare_ids);
    size_t length;
    int count;
    const char *at = plays_json(work, board, roll, rules, &length, &count);
    const char *end = at + length;
    assert_int_equal(count, list.count);
    assert_int_equal(*at++, '[');
    for (int i = 0; i < count; i++) {
        size_t size = strlen(wanted[i]);
        if (i > 0) assert_memory_equal(at, ", ", 2);
        at += i > 0 ? 2 : 0;
        assert_memory_equal(at, wanted[i], size);
        at += size;
    }
    assert_int_equal(*at++, ']');
    assert_ptr_equal(at, end);
}

static uint64_t seed = 12345;

static int below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)n);
}

static alea_roll any_roll(void)
{
    return (alea_roll){{(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))}};
}

static void random_games(void **state)
{
    (void)state;
    plays_work *work = plays_work_new();
    assert_non_null(work);
    alea_play_rules rules = alea_play_rules_standard();
    alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    for (int i = 0; i < POSITIONS; i++) {
        alea_roll roll = any_roll();
        check(work, &board, roll, &rules);
        board = alea_board_swap(&list.play[below(list.count)].board);
        if (alea_board_phase(&board) == ALEA_PHASE_OVER) {
            board = alea_board_start((alea_setup)below(4));
            rules.dice_usage = (alea_dice_usage)below(3);
            rules.bearoff_high = (alea_bearoff_high)below(3);
            rules.double_moves = below(4) ? 4 : 2;
        }
    }
    plays_work_free(work);
    plays_work_free(NULL);
}

/* Few or many checkers anywhere, both sides on the bar, one left to bear off. */
static void odd_positions(void **state)
{
    (void)state;
    plays_work *work = plays_work_new();
    assert_non_null(work);
    alea_play_rules rules = alea_play_rules_standard();
    for (int i = 0; i < POSITIONS; i++) {
        alea_board board = {{0}};
        int spread = below(2) ? 26 : 7;
        for (int side = 0; side < 2; side++)
            for (int n = 1 + below(15); n > 0; n--) {
                int p = below(spread);
                if (side && p > 0 && board.point[p] >= 0) board.point[p]++;
                if (!side && board.point[25 - p] <= 0 && p > 0) board.point[25 - p]--;
            }
        if (alea_board_check(&board, ALEA_CHECKERS, NULL) == ALEA_OK &&
            alea_board_phase(&board) != ALEA_PHASE_OVER)
            check(work, &board, any_roll(), &rules);
    }
    plays_work_free(work);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games),
        cmocka_unit_test(odd_positions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
