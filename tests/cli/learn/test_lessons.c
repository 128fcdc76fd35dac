/* The lessons and the terms as data: boards, dice and answers hold what they say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>
#include <strings.h>

#include "teach/books/book.h"
#include "teach/lessons/lessons.h"

#include <alea/notation.h>

static alea_play_list plays;

/* The error of a play that is written in an example. */
static alea_play_error judge(const book_example *e, const alea_board *board,
                             const alea_play_rules *rules, const char *text,
                             alea_play *play)
{
    alea_move move[ALEA_MAX_MOVES];
    int count = 0;
    if (alea_moves_read(text, strlen(text), move, &count, NULL) != ALEA_OK)
        return ALEA_PLAY_TOO_MANY;
    assert_int_equal(alea_play_wrong_mark(board, move, count), -1);
    return alea_play_judge(board, (alea_roll){{e->dice[0], e->dice[1]}}, rules, move,
                           count, play, NULL);
}

static void check_example(const book_example *e, const alea_play_rules *rules)
{
    alea_board board;
    alea_play play;
    const alea_roll roll = {{e->dice[0], e->dice[1]}};
    assert_true(book_example_board(e->board, &board));
    assert_true(alea_roll_valid(roll));
    assert_non_null(e->after);
    for (int i = 0; i < EXAMPLE_PLAYS && e->right[i]; i++) {
        assert_int_equal(judge(e, &board, rules, e->right[i], &play), ALEA_PLAY_LEGAL);
        assert_true(book_example_is_right(e, &board, rules, &play));
    }
    for (int i = 0; i < EXAMPLE_PLAYS && e->named[i]; i++)
        assert_int_equal(judge(e, &board, rules, e->named[i], &play), ALEA_PLAY_LEGAL);
    if (e->wrong)
        assert_int_not_equal(judge(e, &board, rules, e->wrong, &play), ALEA_PLAY_LEGAL);
    /* Where answers are named, not every legal play is one, unless it is the only
     * one. */
    alea_plays(&board, roll, rules, &plays);
    int right = 0;
    for (int i = 0; i < plays.count; i++)
        right += book_example_is_right(e, &board, rules, &plays.play[i]);
    assert_true(right > 0);
    if (!e->right[0]) assert_int_equal(right, plays.count);
}

static void lessons_hold(void **state)
{
    (void)state;
    static const char *const names[] = {"aim",     "setup",    "direction",   "roll",
                                        "hitting", "entering", "bearing-off", "gammon",
                                        "safe",    "points",   "race",        "take",
                                        "cube",    "match",    "child"};
    const alea_play_rules rules = alea_play_rules_standard();
    int count = 0;
    for (; lesson_at(count); count++) {
        const lesson *l = lesson_at(count);
        assert_int_equal(lesson_find(l->name), count);
        assert_non_null(l->text[0]);
        assert_true(l->example[0].task || l->question[0].ask);
        for (int i = 0; i < LESSON_EXAMPLES && l->example[i].task; i++)
            check_example(&l->example[i], &rules);
        for (int i = 0; i < LESSON_QUESTIONS && l->question[i].ask; i++) {
            alea_board board;
            assert_true(l->question[i].answer && l->question[i].why);
            if (l->question[i].board)
                assert_true(book_example_board(l->question[i].board, &board));
        }
    }
    assert_int_equal(count, sizeof names / sizeof *names);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        assert_true(lesson_find(names[i]) >= 0);
    assert_int_equal(lesson_find("poker"), -1);
}

/* Of the 36 throws, those that reach a blot so far away over free points. */
static int shots(int away)
{
    int count = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            const int steps = a == b ? 4 : 2;
            bool hits = a == away || b == away || a + b == away;
            for (int k = 1; k <= steps && a == b; k++) hits = hits || k * a == away;
            count += hits;
        }
    return count;
}

/* The figures of the lesson "safe". */
static void shots_are_as_told(void **state)
{
    (void)state;
    static const int told[] = {0, 11, 12, 14, 15, 15, 17, 6, 6, 5, 3};
    for (int away = 1; away <= 10; away++) assert_int_equal(shots(away), told[away]);
}

static void book_examples_hold(void **state)
{
    (void)state;
    int books = 0;
    for (int preset = 0; preset < ALEA_PRESETS; preset++) {
        const book *b = book_of((alea_preset)preset);
        const alea_rules rules = alea_rules_preset((alea_preset)preset);
        for (int i = 0; b && i < BOOK_EXAMPLES && b->example[i].task; i++)
            check_example(&b->example[i], &rules.play);
        books += b != NULL;
    }
    assert_int_equal(books, 5);
}

static void example_boards_are_checked(void **state)
{
    (void)state;
    static const char *const bad[] = {"6:16", "26:1",       "6",           "6:0",
                                      "x",    "6:1 | 6:-1", "25:3 | 25:1x"};
    alea_board board;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(book_example_board(bad[i], &board));
    assert_true(book_example_board("start", &board));
}

static void terms_are_sorted(void **state)
{
    (void)state;
    int count = 1;
    for (; term_at(count); count++)
        assert_true(strcasecmp(term_at(count - 1)->word, term_at(count)->word) < 0);
    assert_true(count > 35);
    assert_null(term_at(-1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lessons_hold),
        cmocka_unit_test(book_examples_hold),
        cmocka_unit_test(example_boards_are_checked),
        cmocka_unit_test(terms_are_sorted),
        cmocka_unit_test(shots_are_as_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
