/* What an explanation of a play says is so: each number and each claim is counted again
 * here, from the sentence, over 10,000 pairs of plays of random games.
 * ctest labels: full */
#include <alea/alea.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "recount.h"
#include "support/effort.h"

enum { PAIRS = EFFORT(10000, 2000) };

static uint32_t seed = 11;
static int said[24]; /* how often each claim was met */

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

/* ---- claims ---- */

static void check_throws(const char *text, const alea_board *best,
                         const alea_board *made)
{
    const alea_board best_other = alea_board_swap(best),
                     made_other = alea_board_swap(made);
    int a, b;
    if (recount_numbers(text, "leaves ", " shots of 36 instead of ", &a, &b) ||
        recount_numbers(text, "leaves ", " shot of 36 instead of ", &a, &b)) {
        assert_int_equal(a, recount_throws(&best_other, recount_hits));
        assert_int_equal(b, recount_throws(&made_other, recount_hits));
        said[0]++;
    }
    if (strstr(text, "leaves no shot where")) {
        assert_int_equal(recount_throws(&best_other, recount_hits), 0);
        assert_true(recount_throws(&made_other, recount_hits) >= 2);
        said[1]++;
    }
    if (recount_numbers(text, "keeps the opponent on the bar with ",
                        " of 36 rolls instead of ", &a, &b)) {
        assert_int_equal(a, 36 - recount_throws(&best_other, recount_enters));
        assert_int_equal(b, 36 - recount_throws(&made_other, recount_enters));
        said[2]++;
    }
    if (recount_numbers(text, "point or bar point next turn, if left alone, with ",
                        " of 36 rolls instead of ", &a, &b)) {
        assert_int_equal(a, recount_throws(best, recount_builds));
        assert_int_equal(b, recount_throws(made, recount_builds));
        said[3]++;
    }
    if (recount_numbers(text, "lets the opponent's back checkers out with ",
                        " of 36 rolls instead of ", &a, &b)) {
        assert_int_equal(a, recount_throws(&best_other, recount_gets_out));
        assert_int_equal(b, recount_throws(&made_other, recount_gets_out));
        said[4]++;
    }
    if (recount_numbers(text,
                        "can get a back checker out next turn, if left alone, with ",
                        " of 36 rolls instead of ", &a, &b)) {
        assert_int_equal(a, recount_throws(best, recount_gets_out));
        assert_int_equal(b, recount_throws(made, recount_gets_out));
        said[5]++;
    }
}

/* Claims of a next turn with the other side's checkers where they are. */
static void check_next_turn(const char *text, const alea_board *best,
                            const alea_board *made)
{
    int a, b;
    if (recount_numbers(text, "can hit next turn, if left alone, with ",
                        " of 36 rolls instead of ", &a, &b)) {
        assert_int_equal(a, recount_throws(best, recount_hits));
        assert_int_equal(b, recount_throws(made, recount_hits));
        said[15]++;
    }
    if (recount_numbers(text,
                        "can have one more anchor next turn, if left alone, with ",
                        " of 36 rolls instead of ", &a, &b)) {
        assert_true(recount_far_points(best) >= recount_far_points(made));
        assert_int_equal(a, recount_throws(best, recount_anchors));
        assert_int_equal(b, recount_throws(made, recount_anchors));
        said[20]++;
    }
    if (recount_numbers(
            text,
            "without a blot in the opponent's way next turn, if left alone, "
            "with ",
            " of 36 rolls instead of ", &a, &b)) {
        assert_int_equal(a, recount_throws(best, recount_out_of_the_way));
        assert_int_equal(b, recount_throws(made, recount_out_of_the_way));
        said[21]++;
    }
    if (recount_numbers(text, "can bear off two checkers next turn with ",
                        " of 36 rolls instead of ", &a, &b)) {
        /* No contact is left: nothing can come between. */
        assert_int_not_equal(alea_board_phase(best), ALEA_PHASE_CONTACT);
        assert_int_not_equal(alea_board_phase(made), ALEA_PHASE_CONTACT);
        assert_int_equal(a, recount_throws(best, recount_bears_off_two));
        assert_int_equal(b, recount_throws(made, recount_bears_off_two));
        said[16]++;
    }
}

/* Nothing is said of points that say nothing; a point said to be made was not held. */
static void check_points(const char *text, const alea_board *before,
                         const alea_board *best, const alea_board *made)
{
    int a;
    for (int p = 1; p <= 24; p++) {
        char makes[60], keeps[60];
        snprintf(makes, sizeof makes, "makes the %d point", p);
        snprintf(keeps, sizeof keeps, "keeps the %d point", p);
        if (!strstr(text, makes) && !strstr(text, keeps)) continue;
        assert_true(p <= 9 && best->point[p] >= 2 && made->point[p] < 2);
        assert_int_equal(strstr(text, keeps) != NULL, before->point[p] >= 2);
        said[17]++;
    }
    if (strstr(text, "midpoint")) {
        assert_true(before->point[13] >= 2 && best->point[13] >= 2);
        assert_true(made->point[13] < 2);
        said[18]++;
    }
    const char *stack = strstr(text, "has at most ");
    if (stack && sscanf(stack, "has at most %d checkers", &a) == 1) {
        assert_int_equal(a, recount_tallest(best));
        assert_true(recount_tallest(made) > a);
        said[19]++;
    }
}

/* Checkers out of play, said only if they make no point that the best play lacks. */
static void check_deep(const char *text, const alea_board *best, const alea_board *made)
{
    const char *none =
        strstr(text, "has no checker on the ace and deuce points where ");
    int a, b;
    if (recount_numbers(text, "has ",
                        " checkers on the ace and deuce points instead of ", &a, &b) ||
        recount_numbers(text, "has ",
                        " checker on the ace and deuce points instead of ", &a, &b)) {
        assert_true(a > 0 && a < b);
        assert_int_equal(a, recount_deep(best));
        assert_int_equal(b, recount_deep(made));
        said[22]++;
    } else if (none) {
        const char *has = strstr(none, " has ");
        assert_non_null(has);
        assert_int_equal(recount_deep(best), 0);
        assert_int_equal(strtol(has + strlen(" has "), NULL, 10), recount_deep(made));
        said[23]++;
    } else {
        return;
    }
    for (int p = 1; p <= 2; p++) assert_true(made->point[p] < 2 || best->point[p] >= 2);
    assert_int_equal(alea_board_phase(best), ALEA_PHASE_CONTACT);
    assert_int_equal(alea_board_phase(made), ALEA_PHASE_CONTACT);
}

static void check_race(const char *text, const alea_board *best, const alea_board *made)
{
    const int broken = strstr(text, "breaks contact") != NULL,
              kept = strstr(text, "keeps contact where") != NULL;
    if (!broken && !kept) return;
    const alea_board *race = broken ? best : made, *other = broken ? made : best;
    const alea_board swapped = alea_board_swap(race);
    const int lead = recount_pips(&swapped) - recount_pips(race);
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
    if (recount_numbers(text, "has ", " points in a row instead of ", &a, &b)) {
        assert_int_equal(a, recount_row(best));
        assert_int_equal(b, recount_row(made));
        said[7]++;
    }
    if (recount_numbers(text, "leaves ", " blots instead of ", &a, &b) ||
        recount_numbers(text, "leaves ", " blot instead of ", &a, &b)) {
        assert_int_equal(a, recount_blots(best));
        assert_int_equal(b, recount_blots(made));
        said[8]++;
    }
    static const char none[] = "leaves no blot instead of ";
    const char *at = strstr(text, none);
    if (at) {
        assert_int_equal(0, recount_blots(best));
        assert_int_equal(strtol(at + strlen(none), NULL, 10), recount_blots(made));
        said[8]++;
    }
    if (recount_numbers(text, "leaves ", " checkers back instead of ", &a, &b) ||
        recount_numbers(text, "leaves ", " checker back instead of ", &a, &b)) {
        assert_int_equal(a, recount_back(best));
        assert_int_equal(b, recount_back(made));
        said[9]++;
    }
    if (recount_numbers(text, "has ", " checkers at home instead of ", &a, &b)) {
        assert_int_equal(a, recount_home(best));
        assert_int_equal(b, recount_home(made));
        said[10]++;
    }
    if (strstr(text, "hits")) {
        assert_true(best->point[0] < made->point[0]);
        said[11]++;
    }
    const char *further = strstr(text, "sends the opponent back ");
    if (further && sscanf(further, "sends the opponent back %d", &a) == 1) {
        const alea_board x = alea_board_swap(best), y = alea_board_swap(made);
        assert_int_equal(a, recount_pips(&x) - recount_pips(&y));
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
                check_next_turn(text, &best.after, &made.after);
                check_deep(text, &best.after, &made.after);
                check_points(text, &board, &best.after, &made.after);
                assert_null(strstr(text, "  "));
                pairs++;
            }
            const alea_board after = plays.play[one].board;
            if (alea_board_phase(&after) == ALEA_PHASE_OVER) break;
            board = alea_board_swap(&after);
        }
    }
    for (int i = 0; i < 24; i++) assert_true(said[i] > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claims_are_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
