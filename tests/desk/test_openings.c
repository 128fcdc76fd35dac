/* The opening book: every first roll and every reply is there once, every play is legal
 * where it stands, and equities fall. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "desk/shelves/openings.h"

#include <alea/notation.h>
#include <alea/play.h>

#include <string.h>

static alea_roll roll_of(const char *text)
{
    return (alea_roll){{(uint8_t)(text[0] - '0'), (uint8_t)(text[1] - '0')}};
}

static alea_board after(const alea_board *board, const char *roll, const char *text)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_move moves[ALEA_MAX_MOVES];
    alea_play play;
    int count;
    assert_int_equal(alea_moves_read(text, strlen(text), moves, &count, NULL), ALEA_OK);
    assert_int_equal(
        alea_play_judge(board, roll_of(roll), &rules, moves, count, &play, NULL),
        ALEA_PLAY_LEGAL);
    return play.board;
}

static void every_entry(void **state)
{
    (void)state;
    const alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    opening e;
    int first[2] = {0}, replies = 0;
    for (size_t at = 0; opening_next(&at, &e);) {
        alea_board board = start;
        const char *roll = *e.reply ? e.reply : e.first;
        assert_true(e.first[0] > e.first[1]);
        assert_true(strcmp(e.rules, "money") == 0 || strcmp(e.rules, "1-1") == 0);
        if (*e.reply) {
            const alea_board mine = after(&start, e.first, e.play);
            board = alea_board_swap(&mine);
            replies++;
        } else {
            first[strcmp(e.rules, "money") == 0]++;
        }
        assert_in_range(e.plays, 1, OPENING_PLAYS);
        assert_true(e.trials == 360 || e.trials == 1296);
        for (int i = 0; i < e.plays; i++) {
            after(&board, roll, e.best[i].move);
            assert_true(e.best[i].error > 0 && e.best[i].error < 0.02);
            assert_true(i == 0 || e.best[i].equity <= e.best[i - 1].equity);
        }
    }
    assert_int_equal(first[0], 15);
    assert_int_equal(first[1], 15);
    assert_int_equal(replies, 15 * 21);
}

/* What every book agrees on. */
static void known_plays(void **state)
{
    (void)state;
    opening e;
    int seen = 0;
    for (size_t at = 0; opening_next(&at, &e);) {
        if (*e.reply) continue;
        const char *best = strcmp(e.first, "31") == 0   ? "8/5 6/5"
                           : strcmp(e.first, "42") == 0 ? "8/4 6/4"
                           : strcmp(e.first, "61") == 0 ? "13/7 8/7"
                           : strcmp(e.first, "53") == 0 ? "8/3 6/3"
                           : strcmp(e.first, "65") == 0 ? "24/13"
                                                        : NULL;
        if (!best) continue;
        assert_string_equal(e.best[0].move, best);
        seen++;
    }
    assert_int_equal(seen, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_entry),
                                       cmocka_unit_test(known_plays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
