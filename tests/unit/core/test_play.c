/* Plays by name: the booklets' examples, the judge's reasons, written forms. */
#include <alea/play.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static alea_play_rules standard(void)
{
    return alea_play_rules_standard();
}

/* "6:5 8:3 | 24:2 0:1": my points and checkers, then the opponent's on my points. */
static alea_board make(const char *text)
{
    alea_board board = {{0}};
    int sign = 1, point, n, read;
    while (*text) {
        if (*text == ' ') {
            text++;
        } else if (*text == '|') {
            sign = -1;
            text++;
        } else {
            assert_int_equal(sscanf(text, "%d:%d%n", &point, &n, &read), 2);
            board.point[point] = (int8_t)(sign * n);
            text += read;
        }
    }
    return board;
}

/* "24/20* 20/18": plain moves for the judge. */
static int moves_of(const char *text, alea_move out[8])
{
    int count = 0, from, to, read;
    while (sscanf(text, " %d/%d%n", &from, &to, &read) == 2) {
        text += read;
        bool hit = *text == '*';
        text += hit;
        out[count++] = (alea_move){(int8_t)from, (int8_t)to, hit};
    }
    return count;
}

static void show(const alea_move *moves, int count, char out[64])
{
    *out = '\0';
    for (int i = 0; i < count; i++)
        snprintf(out + strlen(out), 16, "%s%d/%d%s", i ? " " : "", moves[i].from,
                 moves[i].to, moves[i].hit ? "*" : "");
}

static alea_roll roll_of(int a, int b)
{
    return (alea_roll){{(uint8_t)a, (uint8_t)b}};
}

static const char opening[] = "24:2 13:5 8:3 6:5 | 1:2 12:5 17:3 19:5";

typedef struct judged {
    const char *board;
    int a, b;
    const char *moves;
    alea_play_error error;
    int bad;               /* -1 where no move is at fault */
    const char *canonical; /* of a legal one */
} judged;

static void judge_all(const judged *cases, size_t n, const alea_play_rules *rules)
{
    for (size_t i = 0; i < n; i++) {
        alea_board board = make(cases[i].board);
        alea_move moves[8], written[ALEA_MAX_MOVES];
        int count = moves_of(cases[i].moves, moves), bad = -9;
        alea_play play, untouched;
        memset(&play, 0x55, sizeof play);
        untouched = play;
        alea_roll roll = roll_of(cases[i].a, cases[i].b);
        alea_play_error error =
            alea_play_judge(&board, roll, rules, moves, count, &play, &bad);
        if (error != cases[i].error || bad != cases[i].bad)
            fail_msg("case %zu, %d-%d %s: %s (%d)", i, cases[i].a, cases[i].b,
                     cases[i].moves, alea_play_error_text(error), bad);
        if (error != ALEA_PLAY_LEGAL) {
            assert_memory_equal(&play, &untouched, sizeof play);
            continue;
        }
        char text[64];
        alea_play_canonical(&board, &play, written, &count);
        show(written, count, text);
        assert_string_equal(text, cases[i].canonical);
    }
}

#define JUDGE(cases, rules) judge_all(cases, sizeof cases / sizeof cases[0], rules)

static void legal_plays(void **state)
{
    (void)state;
    static const judged cases[] = {
        {opening, 3, 1, "8/5 6/5", ALEA_PLAY_LEGAL, -1, "8/5 6/5"},
        {opening, 3, 1, "6/5 8/5", ALEA_PLAY_LEGAL, -1, "8/5 6/5"},
        {opening, 1, 3, "24/20", ALEA_PLAY_LEGAL, -1, "24/20"},
        {opening, 3, 1, "24/23 23/20", ALEA_PLAY_LEGAL, -1, "24/20"},
        {opening, 3, 1, "23/20 24/23", ALEA_PLAY_LEGAL, -1, "24/20"},
        {opening, 6, 5, "24/13", ALEA_PLAY_LEGAL, -1, "24/13"},
        /* a double: joined, grouped, mixed */
        {opening, 2, 2, "13/5 13/11 6/4", ALEA_PLAY_TOO_MANY_DOUBLE, 1, NULL},
        {opening, 2, 2, "13/9 6/4 6/4", ALEA_PLAY_LEGAL, -1, "13/9 6/4 6/4"},
        {opening, 2, 2, "13/9 13/9", ALEA_PLAY_LEGAL, -1, "13/9 13/9"},
        {opening, 2, 2, "13/5", ALEA_PLAY_LEGAL, -1, "13/5"},
        {opening, 3, 3, "24/21 24/21 21/18 13/10", ALEA_PLAY_LEGAL, -1,
         "24/18 24/21 13/10"},
        /* entering, written last or joined */
        {"25:1 13:2 6:5 | 12:3 1:2", 4, 3, "25/18", ALEA_PLAY_LEGAL, -1, "25/18"},
        {"25:1 13:2 6:5 | 12:3 1:2", 4, 3, "13/9 25/22", ALEA_PLAY_LEGAL, -1,
         "25/22 13/9"},
        {"25:2 13:2 | 12:3", 4, 4, "25/17 25/21 13/9", ALEA_PLAY_LEGAL, -1,
         "25/17 25/21 13/9"},
        /* hits are computed; the marks choose between ways */
        {"24:1 6:2 | 20:1 1:2", 4, 2, "24/18", ALEA_PLAY_LEGAL, -1, "24/18"},
        {"24:1 6:2 | 20:1 1:2", 4, 2, "24/20* 20/18", ALEA_PLAY_LEGAL, -1,
         "24/20* 20/18"},
        {"24:1 6:2 | 20:1 1:2", 4, 2, "24/20 20/18", ALEA_PLAY_LEGAL, -1,
         "24/20* 20/18"},
        {"24:1 6:2 | 20:1 22:1 1:2", 4, 2, "24/18", ALEA_PLAY_LEGAL, -1,
         "24/20* 20/18"},
        {"24:1 6:2 | 20:1 22:1 1:2", 4, 2, "24/22* 22/18", ALEA_PLAY_LEGAL, -1,
         "24/22* 22/18"},
        {"24:1 6:2 | 18:1 1:2", 4, 2, "24/18", ALEA_PLAY_LEGAL, -1, "24/18*"},
        {"24:1 6:2 | 1:2", 4, 2, "24/18*", ALEA_PLAY_LEGAL, -1, "24/18"},
        /* one of two passes on after hitting */
        {"24:2 6:2 | 20:1 1:2", 4, 4, "24/16 24/20 6/2", ALEA_PLAY_LEGAL, -1,
         "24/20* 20/16 24/20 6/2"},
        /* bearing off: exact, higher, by both dice, after coming home */
        {"6:1 5:1 | 24:2", 6, 5, "6/0 5/0", ALEA_PLAY_LEGAL, -1, "6/0 5/0"},
        {"6:1 5:1 2:1 | 24:2", 5, 1, "6/0", ALEA_PLAY_LEGAL, -1, "6/0"},
        {"6:1 2:1 | 24:2", 5, 1, "6/0", ALEA_PLAY_LEGAL, -1, "6/0"},
        {"8:1 4:1 | 24:2", 4, 2, "4/0 8/6", ALEA_PLAY_LEGAL, -1, "8/6 4/0"},
        {"3:1 2:1 | 24:2", 5, 4, "2/0 3/0", ALEA_PLAY_LEGAL, -1, "3/0 2/0"},
        {"6:1 3:2 | 24:2", 2, 2, "6/0 3/1", ALEA_PLAY_LEGAL, -1, "6/0 3/1"},
        {"3:1 | 24:2", 6, 6, "3/0", ALEA_PLAY_LEGAL, -1, "3/0"},
        {"3:1 | 24:2", 5, 4, "3/0", ALEA_PLAY_LEGAL, -1, "3/0"},
        {"1:2 | 24:2", 2, 2, "1/0 1/0", ALEA_PLAY_LEGAL, -1, "1/0 1/0"},
        /* nothing can be moved */
        {"25:1 6:2 | 19:2 20:2 21:2 22:2 23:2 24:2", 6, 5, "", ALEA_PLAY_LEGAL, -1, ""},
    };
    alea_play_rules rules = standard();
    JUDGE(cases, &rules);
}

static void refusals(void **state)
{
    (void)state;
    static const judged cases[] = {
        {opening, 3, 1, "7/4 6/5", ALEA_PLAY_NO_CHECKER, 0, NULL},
        {opening, 3, 1, "6/5 12/9", ALEA_PLAY_NO_CHECKER, 1, NULL},
        {opening, 2, 1, "25/23 6/5", ALEA_PLAY_NO_CHECKER, 0, NULL},
        {opening, 2, 1, "26/24", ALEA_PLAY_NO_CHECKER, 0, NULL},
        {opening, 2, 1, "0/1", ALEA_PLAY_NO_CHECKER, 0, NULL},
        {opening, 1, 1, "24/23 24/23 24/23", ALEA_PLAY_NO_CHECKER, 2, NULL},
        {opening, 3, 1, "8/5 5/6", ALEA_PLAY_WRONG_DIRECTION, 1, NULL},
        {opening, 3, 1, "6/9", ALEA_PLAY_WRONG_DIRECTION, 0, NULL},
        {opening, 3, 1, "6/6", ALEA_PLAY_WRONG_DIRECTION, 0, NULL},
        {opening, 3, 1, "6/-3", ALEA_PLAY_WRONG_DIRECTION, 0, NULL},
        {"25:1 13:2 6:5 | 12:3 1:2", 4, 3, "13/9 13/10", ALEA_PLAY_ON_BAR, 0, NULL},
        {"25:2 13:2 6:5 | 12:3 1:2", 4, 3, "25/21 13/10", ALEA_PLAY_ON_BAR, 1, NULL},
        {"25:2 13:2 6:5 | 12:3 1:2", 4, 3, "25/18", ALEA_PLAY_ON_BAR, 0, NULL},
        {opening, 5, 4, "24/19 13/9", ALEA_PLAY_BLOCKED, 0, NULL},
        {opening, 5, 4, "13/9 6/1", ALEA_PLAY_BLOCKED, 1, NULL},
        /* every way to 15 is blocked: 19 and 20 are held */
        {"24:2 6:5 | 19:2 20:2 1:2", 5, 4, "24/15", ALEA_PLAY_BLOCKED, 0, NULL},
        /* entering goes before; the point is blocked all the same */
        {"25:1 13:2 | 21:2 1:2", 4, 3, "13/10 25/21", ALEA_PLAY_BLOCKED, 1, NULL},
        {opening, 3, 1, "13/8 6/5", ALEA_PLAY_NOT_A_DIE, 0, NULL},
        {opening, 3, 1, "8/5 6/3", ALEA_PLAY_NOT_A_DIE, 1, NULL},
        {opening, 3, 1, "6/0", ALEA_PLAY_NOT_A_DIE, 0, NULL},
        {"6:2 | 24:2", 4, 1, "6/0", ALEA_PLAY_NOT_A_DIE, 0, NULL},
        {opening, 3, 3, "13/5", ALEA_PLAY_NOT_A_DIE, 0, NULL},
        {opening, 6, 5, "13/7 6/0", ALEA_PLAY_NOT_A_DIE, 1, NULL},
        {opening, 6, 5, "6/0 8/3", ALEA_PLAY_NOT_ALL_HOME, 0, NULL},
        {"13:1 6:2 | 24:2", 6, 5, "13/7 5/0", ALEA_PLAY_NO_CHECKER, 1, NULL},
        {"13:1 6:2 5:1 | 24:2", 6, 5, "13/7 5/0", ALEA_PLAY_NOT_ALL_HOME, 1, NULL},
        {"6:1 4:1 | 24:2", 5, 1, "4/0 6/5", ALEA_PLAY_CHECKER_HIGHER, 0, NULL},
        {"5:1 3:1 | 24:2", 4, 2, "3/0 5/3", ALEA_PLAY_LEGAL, -1, "5/0"},
        {"6:2 4:1 | 24:2", 5, 1, "4/0 6/5", ALEA_PLAY_CHECKER_HIGHER, 0, NULL},
        {"6:2 4:1 | 24:2", 5, 1, "6/5 4/0", ALEA_PLAY_CHECKER_HIGHER, 1, NULL},
        {opening, 3, 1, "8/5 6/5 6/3", ALEA_PLAY_TOO_MANY, 2, NULL},
        {opening, 3, 1, "24/20 6/5", ALEA_PLAY_TOO_MANY, 1, NULL},
        {opening, 1, 1, "8/7 8/7 6/5 6/5 24/23", ALEA_PLAY_TOO_MANY_DOUBLE, 4, NULL},
        /* no die goes that far, whether or not the point is blocked */
        {opening, 5, 4, "24/1", ALEA_PLAY_NOT_A_DIE, 0, NULL},
        {opening, 5, 4, "24/19", ALEA_PLAY_BLOCKED, 0, NULL},
        {opening, 3, 1, "8/5", ALEA_PLAY_MUST_USE_BOTH, -1, NULL},
        {opening, 3, 3, "13/4", ALEA_PLAY_MUST_USE_BOTH, -1, NULL},
        {"6:1 | 5:1 24:2", 6, 1, "6/0", ALEA_PLAY_LEGAL, -1, "6/5* 5/0"},
        /* either number, but not both: 12 by the 6 or the 5 */
        {"12:1 | 1:2 8:1", 6, 5, "", ALEA_PLAY_CANNOT_PASS, -1, NULL},
        {"13:1 | 2:2", 6, 5, "13/8", ALEA_PLAY_MUST_USE_HIGHER, -1, NULL},
        {"13:1 | 2:2", 6, 5, "13/7", ALEA_PLAY_LEGAL, -1, "13/7"},
        {"13:1 | 2:2 7:2", 6, 5, "13/8", ALEA_PLAY_LEGAL, -1, "13/8"},
        {opening, 3, 1, "", ALEA_PLAY_CANNOT_PASS, -1, NULL},
        /* a closed board: nothing moves, and the reason says why */
        {"25:1 6:2 | 19:2 20:2 21:2 22:2 23:2 24:2", 6, 5, "25/20", ALEA_PLAY_BLOCKED,
         0, NULL},
        {"25:1 6:2 | 19:2 20:2 21:2 22:2 23:2 24:2", 6, 5, "6/1", ALEA_PLAY_ON_BAR, 0,
         NULL},
    };
    alea_play_rules rules = standard();
    JUDGE(cases, &rules);
}

/* Rulebook 000: 6-3 from the bar against the six point: "move your Checker from the bar
 * to your opponent's third point because the sixth point is not open. Then move another
 * of your Checkers 6 spaces". */
static void vido_enters_with_6_3(void **state)
{
    (void)state;
    static const judged cases[] = {
        {"25:1 13:5 8:3 6:5 | 19:2 12:5", 6, 3, "25/22 13/7", ALEA_PLAY_LEGAL, -1,
         "25/22 13/7"},
        {"25:1 13:5 8:3 6:5 | 19:2 12:5", 6, 3, "25/19 13/10", ALEA_PLAY_BLOCKED, 0,
         NULL},
        {"25:1 13:5 8:3 6:5 | 19:2 12:5", 6, 3, "13/7 13/10", ALEA_PLAY_ON_BAR, 0,
         NULL},
    };
    alea_play_rules rules = standard();
    JUDGE(cases, &rules);
}

/* Rulebook 003: 6-4 with a checker on the bar enters "onto Red's four point since Red's
 * six point is not open"; 6-4 bears off two checkers. Its literal bear-off: with no
 * checker on a higher point the player "must remove a checker on a lower point", any of
 * them. */
static void sheet_6_4(void **state)
{
    (void)state;
    static const judged cases[] = {
        {"25:1 13:5 6:5 | 19:2 12:5", 6, 4, "25/21 13/7", ALEA_PLAY_LEGAL, -1,
         "25/21 13/7"},
        {"25:1 13:5 6:5 | 19:2 12:5", 6, 4, "25/19 13/9", ALEA_PLAY_BLOCKED, 0, NULL},
        {"6:3 4:3 3:2 | 24:2", 6, 4, "6/0 4/0", ALEA_PLAY_LEGAL, -1, "6/0 4/0"},
        {"5:3 3:3 2:2 | 24:2", 6, 4, "2/0 5/1", ALEA_PLAY_LEGAL, -1, "5/1 2/0"},
        {"5:3 3:3 2:2 | 24:2", 6, 4, "2/0 3/0", ALEA_PLAY_CHECKER_HIGHER, 1, NULL},
    };
    alea_play_rules rules = standard();
    rules.bearoff_high = ALEA_BEAROFF_ANY_LOWER;
    JUDGE(cases, &rules);
    static const judged standard_cases[] = {
        {"5:3 3:3 2:2 | 24:2", 6, 4, "2/0 5/1", ALEA_PLAY_CHECKER_HIGHER, 0, NULL},
        {"5:3 3:3 2:2 | 24:2", 6, 4, "5/0 5/1", ALEA_PLAY_LEGAL, -1, "5/1 5/0"},
    };
    rules = standard();
    JUDGE(standard_cases, &rules);
}

/* Rulebook 004: two men 2 and 3 points away, 5-1: "he can use his 5 to bear off the man
 * 3 points away"; and moving both dice is mandatory where one makes the other
 * possible. */
static void ocastudios_5_1(void **state)
{
    (void)state;
    static const judged cases[] = {
        {"3:1 2:1 | 24:2", 5, 1, "3/0 2/1", ALEA_PLAY_LEGAL, -1, "3/0 2/1"},
        {"3:1 2:1 | 24:2", 5, 1, "2/0", ALEA_PLAY_CHECKER_HIGHER, 0, NULL},
        {"3:1 2:1 | 24:2", 5, 1, "3/2", ALEA_PLAY_MUST_USE_BOTH, -1, NULL},
        /* by both dice, 3/2 and 2/0; the other man stays where he is */
        {"3:1 2:1 | 24:2", 5, 1, "3/0", ALEA_PLAY_LEGAL, -1, "3/0"},
        {"3:1 2:1 | 24:2", 5, 1, "2/0 3/2", ALEA_PLAY_LEGAL, -1, "3/0"},
    };
    alea_play_rules rules = standard();
    JUDGE(cases, &rules);
}

/* Rulebook 002: "a 5-5 becomes a 5-5-5-5", four moves; "a player can choose to use only
 * one die, but it must be the highest count die". */
static void portfolio(void **state)
{
    (void)state;
    static const judged cases[] = {
        {opening, 5, 5, "13/8 13/8 8/3 8/3", ALEA_PLAY_LEGAL, -1, "13/3 13/3"},
        {opening, 5, 5, "13/3", ALEA_PLAY_MUST_USE_BOTH, -1, NULL},
        {opening, 6, 3, "24/18", ALEA_PLAY_LEGAL, -1, "24/18"},
        {opening, 6, 3, "24/21", ALEA_PLAY_MUST_USE_HIGHER, -1, NULL},
        {opening, 6, 3, "24/15", ALEA_PLAY_LEGAL, -1, "24/15"},
        {opening, 6, 3, "", ALEA_PLAY_CANNOT_PASS, -1, NULL},
        /* the higher is not playable at first: alone it may not be left out */
        {"13:1 | 7:2", 6, 5, "13/8", ALEA_PLAY_MUST_USE_BOTH, -1, NULL},
        /* only one can be played: the usual rule */
        {"13:1 | 2:2", 6, 5, "13/8", ALEA_PLAY_MUST_USE_HIGHER, -1, NULL},
        {"6:1 | 5:1 24:2", 6, 1, "6/0", ALEA_PLAY_LEGAL, -1, "6/0"},
    };
    alea_play_rules rules = standard();
    rules.dice_usage = ALEA_DICE_MAY_PLAY_HIGHER_ONLY;
    JUDGE(cases, &rules);
}

static void other_rules(void **state)
{
    (void)state;
    static const judged any[] = {
        {"13:1 | 2:2", 6, 5, "13/8", ALEA_PLAY_LEGAL, -1, "13/8"},
        {"13:1 | 2:2", 6, 5, "13/7", ALEA_PLAY_LEGAL, -1, "13/7"},
    };
    alea_play_rules rules = standard();
    rules.dice_usage = ALEA_DICE_MAX_ANY;
    JUDGE(any, &rules);
    static const judged exact[] = {
        {"5:2 2:1 | 24:2", 6, 5, "5/0 5/0", ALEA_PLAY_EXACT_ONLY, 1, NULL},
        {"5:2 2:1 | 24:2", 6, 5, "5/0", ALEA_PLAY_LEGAL, -1, "5/0"},
        {"3:1 | 24:2", 6, 5, "", ALEA_PLAY_LEGAL, -1, ""},
        {"3:1 | 24:2", 6, 5, "3/0", ALEA_PLAY_EXACT_ONLY, 0, NULL},
    };
    rules = standard();
    rules.bearoff_high = ALEA_BEAROFF_EXACT_ONLY;
    JUDGE(exact, &rules);
    static const judged two[] = {
        {opening, 2, 2, "13/11 13/11", ALEA_PLAY_LEGAL, -1, "13/11 13/11"},
        {opening, 2, 2, "13/11 6/4 6/4", ALEA_PLAY_TOO_MANY_DOUBLE, 2, NULL},
        {opening, 2, 2, "13/11", ALEA_PLAY_MUST_USE_BOTH, -1, NULL},
        {opening, 2, 2, "6/0", ALEA_PLAY_NOT_A_DIE, 0, NULL},
    };
    rules = standard();
    rules.double_moves = 2;
    JUDGE(two, &rules);
}

static void reasons_have_sentences(void **state)
{
    (void)state;
    for (int e = ALEA_PLAY_LEGAL; e <= ALEA_PLAY_CANNOT_PASS + 1; e++) {
        const char *text = alea_play_error_text((alea_play_error)e);
        assert_non_null(text);
        assert_int_equal(text[strlen(text) - 1], '.');
        for (int other = ALEA_PLAY_LEGAL; other < e; other++)
            assert_string_not_equal(text, alea_play_error_text((alea_play_error)other));
    }
}

static void need_is_told(void **state)
{
    (void)state;
    alea_play_rules rules = standard();
    alea_board board = make("13:1 | 2:2");
    int need = -1;
    assert_int_equal(alea_play_most_dice(&board, roll_of(5, 6), &rules, &need), 1);
    assert_int_equal(need, 6);
    board = make("13:1 | 2:2 7:2");
    assert_int_equal(alea_play_most_dice(&board, roll_of(5, 6), &rules, &need), 1);
    assert_int_equal(need, 5);
    rules.dice_usage = ALEA_DICE_MAX_ANY;
    board = make("13:1 | 2:2");
    assert_int_equal(alea_play_most_dice(&board, roll_of(5, 6), &rules, &need), 1);
    assert_int_equal(need, 0);
    board = make("13:1 | 2:2 7:2 8:2");
    assert_int_equal(alea_play_most_dice(&board, roll_of(5, 6), &rules, NULL), 0);
    board = make("19:1 | 1:2 4:2");
    assert_int_equal(alea_play_most_dice(&board, roll_of(5, 5), &rules, &need), 2);
    assert_int_equal(need, 0);
}

static int readings_of(const char *board_text, int a, int b, const char *moves_text,
                       alea_play out[ALEA_MAX_READINGS])
{
    alea_move moves[8];
    const alea_board board = make(board_text);
    const alea_play_rules rules = standard();
    const int count = moves_of(moves_text, moves);
    return alea_play_readings(&board, roll_of(a, b), &rules, moves, count, out);
}

static void joined_moves_have_readings(void **state)
{
    (void)state;
    static const struct {
        const char *board, *moves;
        int a, b, readings;
    } cases[] = {
        {"24:1 | 20:1 23:1 1:1", "24/19", 4, 1, 2}, /* over either blot */
        {"24:1 | 20:1 23:1 1:1", "24/20* 20/19", 4, 1, 1},
        {"24:1 | 20:1 1:1", "24/19", 4, 1, 2},      /* hitting on the way, or not */
        {"24:1 | 20:2 23:1 1:1", "24/19", 4, 1, 1}, /* only one way is open */
        {"24:1 | 19:1 1:1", "24/19*", 4, 1, 1},
        {"24:1 | 19:1 20:1 1:1", "24/19*", 4, 1, 1}, /* the mark leaves one */
        {"24:1 | 19:1 20:1 1:1", "24/19", 4, 1, 2},
        {"24:2 | 20:1 1:1", "24/16", 2, 2, 1},  /* a double has one way */
        {"24:2 | 20:1 1:1", "24/20*", 4, 1, 0}, /* not legal: the 1 is left */
        {"24:1 | 18:2 1:1", "24/18", 4, 1, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        alea_play out[ALEA_MAX_READINGS];
        assert_int_equal(
            readings_of(cases[i].board, cases[i].a, cases[i].b, cases[i].moves, out),
            cases[i].readings);
        if (cases[i].readings == 2)
            assert_false(alea_board_equal(&out[0].board, &out[1].board));
    }
}

static void wrong_marks_are_found(void **state)
{
    (void)state;
    alea_move moves[8];
    const alea_board board = make("24:2 6:2 | 19:1 20:2 5:1");
    int count = moves_of("24/19* 6/5*", moves);
    assert_int_equal(alea_play_wrong_mark(&board, moves, count), -1);
    count = moves_of("24/19* 6/4*", moves);
    assert_int_equal(alea_play_wrong_mark(&board, moves, count), 1);
    count = moves_of("24/20*", moves);
    assert_int_equal(alea_play_wrong_mark(&board, moves, count), 0);
    count = moves_of("6/0*", moves);
    assert_int_equal(alea_play_wrong_mark(&board, moves, count), 0);
    assert_int_equal(alea_play_wrong_mark(&board, moves, 0), -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_plays),
        cmocka_unit_test(refusals),
        cmocka_unit_test(vido_enters_with_6_3),
        cmocka_unit_test(sheet_6_4),
        cmocka_unit_test(ocastudios_5_1),
        cmocka_unit_test(portfolio),
        cmocka_unit_test(other_rules),
        cmocka_unit_test(reasons_have_sentences),
        cmocka_unit_test(need_is_told),
        cmocka_unit_test(joined_moves_have_readings),
        cmocka_unit_test(wrong_marks_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
