/* Play notation in and out: docs/formats.md, "Play notation". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include <alea/notation.h>

/* "25/22 22/18*" : what was read, one move each. */
static void describe(const alea_move *move, int count, char *out, size_t size)
{
    size_t at = 0;
    out[0] = '\0';
    for (int i = 0; i < count; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%d/%d%s", i ? " " : "",
                               move[i].from, move[i].to, move[i].hit ? "*" : "");
}

static void test_spellings(void **state)
{
    (void)state;
    static const char *const sample[][2] = {
        {"", ""},
        {"   ", ""},
        {"8/5 6/5", "8/5 6/5"},
        {"  8/5   6/5  ", "8/5 6/5"},
        {"8/5*, 6/5", "8/5* 6/5"},
        {"8/5,6/5", "8/5 6/5"},
        {"25/22", "25/22"},
        {"bar/22*", "25/22*"},
        {"Bar/22*/18", "25/22* 22/18"},
        {"BAR-22 6-OFF", "25/22 6/0"},
        {"6/0", "6/0"},
        {"6/Off(2)", "6/0 6/0"},
        {"13-7(2)", "13/7 13/7"},
        {"13/7 (2)", "13/7 13/7"},
        {"24/18/13", "24/18 18/13"},
        {"24/18*/13*", "24/18* 18/13*"},
        {"6/4*/2(2)", "6/4* 4/2 6/4 4/2"},
        {"8/5*(2) 6/3(2)", "8/5* 8/5 6/3 6/3"},
        {"8/5(2)*", "8/5* 8/5"},
        {"24/20(1)", "24/20"},
        {"bar/23/21/19/17", "25/23 23/21 21/19 19/17"},
        {"13/8\t6/5\r\n", "13/8 6/5"},
        {"24/4", "24/4"},
    };
    for (size_t i = 0; i < sizeof sample / sizeof sample[0]; i++) {
        alea_move move[ALEA_MAX_MOVES];
        alea_error error = {0};
        int count = -1;
        const char *text = sample[i][0];
        if (alea_moves_read(text, strlen(text), move, &count, &error) != ALEA_OK)
            fail_msg("\"%s\": %s", text, error.reason);
        char found[128];
        describe(move, count, found, sizeof found);
        assert_string_equal(found, sample[i][1]);
    }
}

static void test_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t column;
        const char *reason;
    } bad[] = {
        {"8", 2, "must follow"},
        {"8/", 3, "missing at the end"},
        {"/5", 1, "expected"},
        {"x/5", 1, "not 'x'"},
        {"8/5x", 4, "'x' is unexpected"},
        {"8/56/5", 3, "no point 56"},
        {"26/20", 1, "no point 26"},
        {"999999999999/1", 1, "no point 999"},
        {"0/5", 1, "off cannot move"},
        {"off/5", 1, "off cannot move"},
        {"8/bar", 3, "to the bar"},
        {"8/25", 3, "to the bar"},
        {"6/off/3", 6, "cannot move on"},
        {"8/5(0)", 4, "repeat"},
        {"8/5(5)", 4, "repeat"},
        {"8/5(2", 4, "repeat"},
        {"8/5()", 4, "repeat"},
        {",8/5", 1, "no move before"},
        {"8/5,,6/5", 5, "no move before"},
        {"8/5,", 4, "must follow the comma"},
        {"8/7 8/7 8/7 8/7 8/7", 17, "more than four"},
        {"8/7(3) 6/5(2)", 8, "more than four"},
        {"24/18/13(3)", 1, "more than four"},
        {"6/5/4/3/2/1", 1, "more than four"},
        {"8/5**", 5, "'*' is unexpected"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        alea_move move[ALEA_MAX_MOVES];
        alea_error error = {0};
        int count = -7;
        if (alea_moves_read(bad[i].text, strlen(bad[i].text), move, &count, &error) ==
            ALEA_OK)
            fail_msg("accepted: \"%s\"", bad[i].text);
        if (!strstr(error.reason, bad[i].reason))
            fail_msg("\"%s\": \"%s\"", bad[i].text, error.reason);
        assert_int_equal(error.column, bad[i].column);
        assert_int_equal(count, -7);
    }
    alea_move move[ALEA_MAX_MOVES];
    int count;
    assert_int_not_equal(alea_moves_read("8/5\0 6/5", 8, move, &count, NULL), ALEA_OK);
    assert_int_not_equal(alea_moves_read("8/\0", 3, move, &count, NULL), ALEA_OK);
}

/* Canonical text of a written play: read, judged, written. */
static void check_written(const char *board_text, int a, int b, const char *written,
                          const char *canonical)
{
    alea_board board;
    assert_int_equal(alea_board_text_read(board_text, 26, &board, NULL), ALEA_OK);
    alea_move move[ALEA_MAX_MOVES];
    int count, bad;
    assert_int_equal(alea_moves_read(written, strlen(written), move, &count, NULL),
                     ALEA_OK);
    alea_play_rules rules = alea_play_rules_standard();
    alea_roll roll = {{(uint8_t)a, (uint8_t)b}};
    alea_play play;
    alea_play_error why =
        alea_play_judge(&board, roll, &rules, move, count, &play, &bad);
    if (why)
        fail_msg("%s %d%d %s: %s", board_text, a, b, written,
                 alea_play_error_text(why));
    char text[ALEA_PLAY_TEXT_SIZE];
    size_t length = alea_play_write(&board, &play, text);
    assert_string_equal(text, canonical);
    assert_int_equal(length, strlen(canonical));
}

static void test_canonical(void **state)
{
    (void)state;
    const char *start = "-b----E-C---eE---c-e----B-";
    check_written(start, 3, 1, "6/5 8/5", "8/5 6/5");
    check_written(start, 6, 5, "24/18/13", "24/13");
    check_written(start, 6, 5, "24/13", "24/13");
    check_written(start, 6, 6, "24/18 24/18 13/7 13/7", "24/18(2) 13/7(2)");
    check_written(start, 3, 3, "8/5(2) 6/3(2)", "8/5(2) 6/3(2)");
    check_written(start, 1, 1, "8/7(2) 6/5(2)", "8/7(2) 6/5(2)");
    check_written(start, 2, 2, "24/22/20 24/22/20", "24/20(2)");
    check_written(start, 2, 1, "13/11 6/5", "13/11 6/5");
    check_written(start, 5, 5, "13/8(2) 8/3(2)", "13/3(2)");
    /* A hit on the way keeps the point it was made on. */
    const char *blots = "-b----E-C---dE---c-d-a-aA-";
    check_written(blots, 3, 1, "24/23* 23/20", "24/23*/20");
    check_written(blots, 3, 1, "24/21* 21/20", "24/21*/20");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_spellings),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_canonical),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
