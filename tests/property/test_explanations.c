/* What an explanation of a play says is so: each number and each claim is counted again
 * here, from the sentence, over 10,000 pairs of plays of random games. */
#include <alea/alea.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PAIRS = 10000 };

static uint32_t seed = 11;
static int said[16]; /* how often each claim was met */

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

/* ---- counting, apart from the engine's own ---- */

typedef int verdict(const alea_board *now, const alea_board *result);

/* Of 36 throws, those of which some play fulfils `good`. */
static int throws(const alea_board *board, verdict *good)
{
    static alea_board results[ALEA_MAX_PLAYS];
    const alea_play_rules rules = alea_play_rules_standard();
    int sum = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= 6; b++) {
            const alea_roll roll = {{(uint8_t)a, (uint8_t)b}};
            const int count = alea_positions_after(board, roll, &rules, results);
            int found = 0;
            for (int i = 0; i < count && !found; i++) found = good(board, &results[i]);
            sum += found;
        }
    return sum;
}

static int hits(const alea_board *now, const alea_board *result)
{
    return result->point[0] < now->point[0];
}

static int enters(const alea_board *now, const alea_board *result)
{
    return !alea_board_equal(now, result);
}

static int back(const alea_board *board)
{
    int sum = 0;
    for (int p = 25; p >= 19; p--) sum += board->point[p] > 0 ? board->point[p] : 0;
    return sum;
}

static int near(const alea_board *board)
{
    int sum = 0;
    for (int p = 7; p >= 1; p--) sum += board->point[p] > 1;
    return sum;
}

static int gets_out(const alea_board *now, const alea_board *result)
{
    return back(result) < back(now);
}

static int builds(const alea_board *now, const alea_board *result)
{
    return near(result) > near(now);
}

static int blots(const alea_board *board)
{
    int sum = 0;
    for (int p = 1; p <= 24; p++) sum += board->point[p] == 1;
    return sum;
}

static int row(const alea_board *board)
{
    int longest = 0;
    for (int p = 1; p <= 24; p++) {
        int length = 0;
        while (p + length <= 24 && board->point[p + length] >= 2) length++;
        if (length > longest) longest = length;
    }
    return longest;
}

static int pips(const alea_board *board)
{
    int sum = 0;
    for (int p = 1; p <= 25; p++) sum += board->point[p] > 0 ? p * board->point[p] : 0;
    return sum;
}

static int home(const alea_board *board)
{
    int sum = 0;
    for (int p = 1; p <= 6; p++) sum += board->point[p] > 0 ? board->point[p] : 0;
    return sum;
}

/* ---- claims ---- */

/* The two numbers of a clause "BEFORE a MIDDLE b", if it is there. */
static int numbers(const char *text, const char *before, const char *middle, int *a,
                   int *b)
{
    for (const char *at = strstr(text, before); at; at = strstr(at + 1, before)) {
        char *end;
        *a = (int)strtol(at + strlen(before), &end, 10);
        if (strncmp(end, middle, strlen(middle)) != 0) continue;
        *b = (int)strtol(end + strlen(middle), NULL, 10);
        return 1;
    }
    return 0;
}

static void check_throws(const char *text, const alea_board *best,
                         const alea_board *made)
{
    const alea_board best_other = alea_board_swap(best),
                     made_other = alea_board_swap(made);
    int a, b;
    if (numbers(text, "leaves ", " shots of 36 instead of ", &a, &b) ||
        numbers(text, "leaves ", " shot of 36 instead of ", &a, &b)) {
        assert_int_equal(a, throws(&best_other, hits));
        assert_int_equal(b, throws(&made_other, hits));
        said[0]++;
    }
    if (strstr(text, "leaves no shot where")) {
        assert_int_equal(throws(&best_other, hits), 0);
        assert_true(throws(&made_other, hits) >= 2);
        said[1]++;
    }
    if (numbers(text, "keeps the opponent on the bar with ",
                " of 36 throws instead of ", &a, &b)) {
        assert_int_equal(a, 36 - throws(&best_other, enters));
        assert_int_equal(b, 36 - throws(&made_other, enters));
        said[2]++;
    }
    if (numbers(text, "can make a further point next turn with ",
                " of 36 throws instead of ", &a, &b)) {
        assert_int_equal(a, throws(best, builds));
        assert_int_equal(b, throws(made, builds));
        said[3]++;
    }
    if (numbers(text, "lets the opponent's back checkers out with ",
                " of 36 throws instead of ", &a, &b)) {
        assert_int_equal(a, throws(&best_other, gets_out));
        assert_int_equal(b, throws(&made_other, gets_out));
        said[4]++;
    }
    if (numbers(text, "can get back checkers out next turn with ",
                " of 36 throws instead of ", &a, &b)) {
        assert_int_equal(a, throws(best, gets_out));
        assert_int_equal(b, throws(made, gets_out));
        said[5]++;
    }
}

static void check_race(const char *text, const alea_board *best, const alea_board *made)
{
    const int broken = strstr(text, "breaks contact") != NULL,
              kept = strstr(text, "keeps contact where") != NULL;
    if (!broken && !kept) return;
    const alea_board *race = broken ? best : made, *other = broken ? made : best;
    const alea_board swapped = alea_board_swap(race);
    const int lead = pips(&swapped) - pips(race);
    char wanted[40];
    assert_int_not_equal(alea_board_phase(race), ALEA_PHASE_CONTACT);
    assert_int_equal(alea_board_phase(other), ALEA_PHASE_CONTACT);
    snprintf(wanted, sizeof wanted, "%d pip%s %s", abs(lead), abs(lead) == 1 ? "" : "s",
             lead > 0 ? "ahead" : "behind");
    assert_non_null(strstr(text, lead ? wanted : "in a level race"));
    said[6]++;
}

static void check_board(const char *text, const alea_board *before,
                        const alea_board *best, const alea_board *made)
{
    int a, b;
    if (numbers(text, "has ", " points in a row instead of ", &a, &b)) {
        assert_int_equal(a, row(best));
        assert_int_equal(b, row(made));
        said[7]++;
    }
    if (numbers(text, "leaves ", " blots instead of ", &a, &b)) {
        assert_int_equal(a, blots(best));
        assert_int_equal(b, blots(made));
        said[8]++;
    }
    if (numbers(text, "leaves ", " checkers back instead of ", &a, &b) ||
        numbers(text, "leaves ", " checker back instead of ", &a, &b)) {
        assert_int_equal(a, back(best));
        assert_int_equal(b, back(made));
        said[9]++;
    }
    if (numbers(text, "has ", " checkers at home instead of ", &a, &b)) {
        assert_int_equal(a, home(best));
        assert_int_equal(b, home(made));
        said[10]++;
    }
    if (strstr(text, "hits")) {
        assert_true(best->point[0] < made->point[0]);
        said[11]++;
    }
    const char *further = strstr(text, "sends the opponent back ");
    if (further && sscanf(further, "sends the opponent back %d", &a) == 1) {
        const alea_board x = alea_board_swap(best), y = alea_board_swap(made);
        assert_int_equal(a, pips(&x) - pips(&y));
        said[12]++;
    }
    const char *off = strstr(text, "bears off ");
    if (off && sscanf(off, "bears off %d more", &a) == 1) {
        assert_int_equal(a, alea_board_checkers(made, true) -
                                alea_board_checkers(best, true));
        said[13]++;
    }
    for (int p = 19; p <= 23; p++) {
        char point[60];
        snprintf(point, sizeof point, "makes the anchor on the opponent's %d point",
                 25 - p);
        if (!strstr(text, point)) continue;
        assert_true(best->point[p] >= 2 && made->point[p] < 2 && before->point[p] < 2);
        said[14]++;
    }
}

static void test_claims_are_so(void **state)
{
    static alea_play_list plays;
    const alea_play_rules rules = alea_play_rules_standard();
    int pairs = 0;
    (void)state;
    while (pairs < PAIRS) {
        alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
        for (int turn = 0; turn < 200 && pairs < PAIRS; turn++) {
            const alea_roll roll = {{(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))}};
            alea_plays(&board, roll, &rules, &plays);
            const int one = (int)below((uint32_t)plays.count),
                      two = (int)below((uint32_t)plays.count);
            if (one != two) {
                char text[ALEA_EXPLAIN_SIZE];
                const alea_explain_side
                    best = {"A", plays.play[one].board, {.win = .5F}, .1F},
                    made = {"B", plays.play[two].board, {.win = .5F}, 0};
                alea_explain_play(&board, &best, &made, text);
                check_throws(text, &best.after, &made.after);
                check_race(text, &best.after, &made.after);
                check_board(text, &board, &best.after, &made.after);
                assert_null(strstr(text, "  "));
                pairs++;
            }
            const alea_board after = plays.play[one].board;
            if (alea_board_phase(&after) == ALEA_PHASE_OVER) break;
            board = alea_board_swap(&after);
        }
    }
    for (int i = 0; i < 15; i++) assert_true(said[i] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claims_are_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
