/* Typed lines as commands. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "cli/play/prompt/input.h"

static void read_into(play_input *input, const char *line)
{
    play_input_read(line, strlen(line), input);
}

/* Without `rest`, which points into what was read. */
static play_input read_text(const char *line)
{
    play_input input;
    read_into(&input, line);
    input.rest = NULL;
    return input;
}

static void test_words(void **state)
{
    (void)state;
    assert_int_equal(read_text("").word, WORD_NOTHING);
    assert_int_equal(read_text(" \t \r\n").word, WORD_NOTHING);
    assert_int_equal(read_text("  DOUBLE  ").word, WORD_DOUBLE);
    assert_int_equal(read_text("redouble").word, WORD_DOUBLE);
    assert_int_equal(read_text("pass").word, WORD_DROP);
    assert_int_equal(read_text("?").word, WORD_HELP);
    assert_int_equal(read_text("legal").word, WORD_LIST);
    assert_int_equal(read_text("dance").word, WORD_UNKNOWN);
    assert_string_equal(read_text("dooble").text, "dooble");
    assert_string_equal(play_word_nearest("dooble"), "double");
    assert_int_equal(read_text("save /tmp/a b").word, WORD_SAVE);
}

/* Nothing costly has a short form. */
static void test_no_slips(void **state)
{
    (void)state;
    static const char *const slips[] = {"d",   "t",   "b",   "p",   "a",      "res",
                                        "dou", "dro", "tak", "acc", "1resign"};
    for (size_t i = 0; i < sizeof slips / sizeof *slips; i++)
        assert_true(read_text(slips[i]).word == WORD_UNKNOWN ||
                    read_text(slips[i]).word == WORD_BAD_MOVES);
}

/* A command that takes no words is refused with any word after it, whatever it is. */
static void test_words_after_a_command(void **state)
{
    (void)state;
    static const char *const commands[] = {
        "take",   "drop",   "beaver",   "raccoon", "accept", "reject",  "double",
        "pass",   "refuse", "decline",  "forfeit", "raise",  "bet",     "redouble",
        "roll",   "undo",   "done",     "contest", "new",    "abandon", "quit",
        "I take", "I drop", "I double", "yes",     "no"};
    static const char *const tails[] = {"back", "time", "dead",   "or not", "nothing",
                                        "you",  "no",   "2 more", "?",      "/tmp/x"};
    const char *const names[2] = {"ann", "ben"};
    char line[64];
    int lines = 0;
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        for (size_t k = 0; k < sizeof tails / sizeof *tails; k++, lines++) {
            snprintf(line, sizeof line, "%s %s", commands[i], tails[k]);
            play_input input;
            read_into(&input, line);
            play_input_check_name(&input, names);
            assert_int_equal(input.word, WORD_EXTRA);
            assert_string_equal(input.rest, tails[k]);
            snprintf(line, sizeof line, "ben: %s %s", commands[i], tails[k]);
            read_into(&input, line);
            play_input_address(&input, names);
            play_input_check_name(&input, names);
            assert_int_equal(input.word, WORD_EXTRA);
        }
    assert_true(lines >= 200);
    play_input named;
    read_into(&named, "double ben");
    play_input_check_name(&named, names);
    assert_int_equal(named.word, WORD_DOUBLE);
    assert_int_equal(read_text("list best").word, WORD_LIST);
    assert_int_equal(read_text("list worst").word, WORD_EXTRA);
    assert_int_equal(read_text("turn").word, WORD_UNKNOWN);
}

static void test_arguments(void **state)
{
    (void)state;
    assert_int_equal(read_text("resign").number, 0);
    assert_int_equal(read_text("resign 2").number, 2);
    assert_int_equal(read_text("resign gammon").number, 2);
    assert_int_equal(read_text("resign 4").number, -1);
    assert_int_equal(read_text("resign x").number, -1);
    play_input stir;
    read_into(&stir, "stir  two words ");
    assert_int_equal(stir.word, WORD_STIR);
    assert_string_equal(stir.rest, "two words");
    const play_input made = read_text("made 8/4 6/5");
    assert_int_equal(made.word, WORD_MADE);
    assert_int_equal(made.moves, 2);
}

static void test_moves(void **state)
{
    (void)state;
    play_input input = read_text("8/5 6/5*");
    assert_int_equal(input.word, WORD_MOVES);
    assert_int_equal(input.moves, 2);
    assert_int_equal(input.move[0].from, 8);
    assert_true(input.move[1].hit);
    input = read_text("bar/22");
    assert_int_equal(input.word, WORD_MOVES);
    assert_int_equal(input.move[0].from, ALEA_BAR);
    assert_int_equal(read_text("8/").word, WORD_BAD_MOVES);
    assert_int_equal(read_text("26/3").word, WORD_BAD_MOVES);
    assert_true(strlen(read_text("8/").error.reason) > 0);
}

static void test_numbers_and_dice(void **state)
{
    (void)state;
    play_input input = read_text("63");
    assert_int_equal(input.word, WORD_NUMBER);
    assert_int_equal(input.number, 63);
    assert_int_equal(input.roll.die[0], 6);
    assert_int_equal(input.roll.die[1], 3);
    input = read_text("6 3");
    assert_int_equal(input.roll.die[1], 3);
    input = read_text("6-3");
    assert_int_equal(input.roll.die[0], 6);
    assert_int_equal(input.word, WORD_MOVES);
    assert_false(alea_roll_valid(read_text("67").roll));
    assert_false(alea_roll_valid(read_text("6").roll));
    assert_false(alea_roll_valid(read_text("634").roll));
    input = read_text("99999999999999999999");
    assert_int_equal(input.word, WORD_NUMBER);
    assert_true(input.number > ALEA_MAX_PLAYS);
}

static void test_bytes(void **state)
{
    (void)state;
    play_input input;
    play_input_read("\0take", 5, &input);
    assert_int_equal(input.word, WORD_UNKNOWN);
    play_input_read("\x1b[2J", 4, &input);
    assert_null(strchr(input.text, '\x1b'));
    char longest[2000];
    memset(longest, '6', sizeof longest);
    play_input_read(longest, sizeof longest, &input);
    assert_true(strlen(input.text) < sizeof input.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_words),
        cmocka_unit_test(test_no_slips),
        cmocka_unit_test(test_words_after_a_command),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_moves),
        cmocka_unit_test(test_numbers_and_dice),
        cmocka_unit_test(test_bytes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
