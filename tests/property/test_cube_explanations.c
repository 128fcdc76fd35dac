/* What an explanation of a double or a take says is so: each number and each claim is
 * counted again here, from the sentences, over 10,000 positions of random games at
 * random stakes. ctest labels: full */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <alea/alea.h>

#include "recount.h"
#include "support/effort.h"

enum { POSITIONS = EFFORT(10000, 2000) };

static uint32_t seed = 40;
static int said[32]; /* how often each claim was met */
static alea_met met;

static uint32_t below(uint32_t n)
{
    seed = seed * 1664525 + 1013904223;
    return (seed >> 8) % n;
}

static float part(float whole)
{
    return whole * (float)below(10001) / 10000;
}

/* One random decision on a double. */
typedef struct question {
    alea_board board;
    alea_cube cube;
    alea_probs probs;
    alea_cube_verdict verdict;
    alea_explain_double what;
} question;

static void ask(question *q, const alea_board *board)
{
    const float win = 0.02F + part(0.96F), gammons = part(win), lost = part(1 - win);
    *q = (question){.board = *board, .cube = alea_cube_money()};
    q->probs = (alea_probs){win, gammons, part(gammons), lost, part(lost)};
    if (below(2)) {
        const int length = 3 + (int)below(13);
        q->cube.match_length = length;
        for (int i = 0; i < 2; i++)
            q->cube.away[i] = 2 + (int)below((uint32_t)length - 1);
        q->cube.cube_log2 = (int)below(2);
        q->cube.owner = q->cube.cube_log2 ? ALEA_CUBE_MINE : ALEA_CUBE_CENTRED;
    }
    if (below(20) == 0) q->cube.owner = ALEA_CUBE_THEIRS;
    const float no_double = part(1.2F), take = part(1.6F);
    const alea_cube_equities equities = {no_double, take, 1, take};
    alea_cube_decide(&q->cube, &equities, &q->verdict);
    q->what = (alea_explain_double){.board = &q->board,
                                    .cube = &q->cube,
                                    .met = &met,
                                    .verdict = &q->verdict,
                                    .probs = &q->probs,
                                    .answer = below(4) == 0,
                                    .market_known = below(4) > 0,
                                    .market_lost = part(below(3) ? 0.6F : 0)};
}

/* ---- figures ---- */

/* The number behind `words`, or NAN. */
static double number_after(const char *text, const char *words)
{
    const char *at = strstr(text, words);
    return at ? strtod(at + strlen(words), NULL) : (double)NAN;
}

static void check_near(double said_so, double wanted, double within)
{
    if (fabs(said_so - wanted) > within)
        fail_msg("says %f, counted %f", said_so, wanted);
}

/* Says `words` and the number `wanted`, rounded as it is printed. */
static void check_number(const char *text, const char *words, double wanted,
                         double within, int claim)
{
    const double number = number_after(text, words);
    if (isnan(number)) return;
    check_near(number, wanted, within);
    said[claim]++;
}

/* What a game won or lost is worth on average, from its single, gammon, backgammon. */
static double mean(const float value[3], float all, float gammons, float backgammons)
{
    return ((double)value[0] * (double)(all - gammons) +
            (double)value[1] * (double)(gammons - backgammons) +
            (double)value[2] * (double)backgammons) /
           (double)all;
}

static void values_at(const alea_cube *c, int stake, float win[3], float lose[3])
{
    for (int i = 0; i < 3; i++) {
        const int points = stake * (i + 1);
        win[i] = (float)points;
        lose[i] = (float)-points;
        if (c->match_length == 0) continue;
        win[i] = alea_met_chance(&met, c->away[0] - points, c->away[1], false);
        lose[i] = alea_met_chance(&met, c->away[0], c->away[1] - points, false);
    }
}

/* The chance of the taker at which take and drop are worth the same, the cube dead. */
static double dead_take_point(const alea_cube *c, const alea_probs *p)
{
    const int stake = 1 << c->cube_log2;
    float win[3], lose[3], now[3], unused[3];
    values_at(c, 2 * stake, win, lose);
    values_at(c, stake, now, unused);
    const double w = mean(win, p->win, p->win_gammon, p->win_backgammon),
                 l = mean(lose, 1 - p->win, p->lose_gammon, p->lose_backgammon);
    return 1 - ((double)now[0] - l) / (w - l);
}

/* For money, Janowski's: no more can be lost than the taker's own cash is worth. */
static double live_take_point(const alea_probs *p)
{
    static const float win[3] = {1, 2, 3}, lose[3] = {-1, -2, -3};
    const double w = mean(win, p->win, p->win_gammon, p->win_backgammon),
                 l = -mean(lose, 1 - p->win, p->lose_gammon, p->lose_backgammon);
    return 1 - (l + 1) / (w + l + 0.5);
}

static double put_in_percent(double chance)
{
    return 100 * (chance < 0 ? 0 : chance > 1 ? 1 : chance);
}

static void check_take_points(const char *text, const question *q)
{
    static const alea_cube one = {0};
    const bool match = q->cube.match_length > 0;
    const char *needs = strstr(text, "for a take needs "), *dead;
    if (!needs) return;
    needs += strlen("for a take needs ");
    const char *money = match ? strstr(needs, "for money ") : needs;
    assert_non_null(money);
    if (match) money += strlen("for money ");
    const char *points[2] = {needs, money};
    for (int i = 0; i < 2; i++) {
        char *end;
        const bool both = strncmp(points[i], "between ", 8) == 0;
        const double first = strtod(points[i] + (both ? 8 : 0), &end);
        dead = both ? strstr(points[i], "(live cube) and ") : NULL;
        const double second = both ? strtod(dead + 16, NULL) : first;
        if (!both)
            assert_true(strncmp(end, "% (the cube is dead once", 23) == 0 ||
                        strncmp(end, "% (dead cube)", 13) == 0);
        assert_true(first <= second);
        check_near(second,
                   put_in_percent(dead_take_point(i ? &one : &q->cube, &q->probs)),
                   0.1);
        if (both && (i || !match))
            check_near(first, put_in_percent(live_take_point(&q->probs)), 0.1);
        said[both ? i : 2]++;
    }
}

static void check_figures(const char *text, const question *q)
{
    const alea_cube_equities *e = &q->verdict.equity;
    const double no = (double)e->no_double, take = (double)e->double_take;
    const alea_probs *p = &q->probs;
    check_number(text, "on roll wins ", 100 * (double)p->win, 0.051, 3);
    check_number(text, "taken and is worth ", no - take, 0.00051, 4);
    check_number(text, "A double is worth ", take - no, 0.00051, 5);
    check_number(text, "the take costs ", 1 - take, 0.00051, 6);
    check_number(text, "cost the opponent ", take - 1, 0.00051, 7);
    check_number(text, "cashing is worth ", 1 - no, 0.00051, 8);
    check_number(text, "Playing on is worth ", no - 1, 0.00051, 9);
    check_number(text, "It is a take by ", 1 - take, 0.00051, 10);
    check_number(text, "It is a drop by ", take - 1, 0.00051, 11);
    float win[3], lose[3];
    values_at(&q->cube, 1 << q->cube.cube_log2, win, lose);
    const double swing = (double)(win[0] - lose[0]);
    check_number(text, "a gammon won counts ", (double)(win[1] - win[0]) / swing, 0.006,
                 12);
    check_number(text, "a gammon lost counts ", (double)(lose[0] - lose[1]) / swing,
                 0.006, 13);
}

/* The market is lost only where a double would be taken, and said only if known. */
static void check_market(const char *text, const question *q)
{
    const char *at = strstr(text, "% of the next exchanges");
    const bool none = strstr(text, "No exchange of rolls") != NULL,
               open = q->what.market_known && !q->what.answer &&
                      (q->verdict.action == ALEA_CUBE_NO_DOUBLE ||
                       q->verdict.action == ALEA_CUBE_DOUBLE_TAKE);
    assert_int_equal(at != NULL || none, open);
    if (none) assert_true(q->what.market_lost * 1296 < 1);
    if (none) said[14]++;
    if (!at) return;
    while (at > text && at[-1] != ' ') at--;
    check_near(strtod(at, NULL), 100 * (double)q->what.market_lost, 0.051);
    said[15]++;
}

/* ---- the board ---- */

/* Checkers of the other side that a row of the length stands before. */
static bool holds(const alea_board *board, int length, int checkers)
{
    for (int p = 1; p + length <= 25; p++) {
        int held = 0, behind = 0;
        for (int k = 0; k < length; k++) held += board->point[p + k] >= 2;
        for (int k = 0; k < p; k++)
            if (board->point[k] < 0) behind -= board->point[k];
        if (held == length && behind == checkers) return true;
    }
    return false;
}

/* What one sentence, about the side that sees `board`, says. */
static void check_side(const char *text, const alea_board *board)
{
    int a, b, points = 0;
    for (int p = 1; p <= 6; p++) points += board->point[p] >= 2;
    const char *bar = strstr(text, "on the bar against ");
    if (bar) {
        assert_int_equal(atoi(bar + strlen("on the bar against ")), points);
        while (bar > text && strncmp(bar, " has ", 5) != 0) bar--;
        assert_int_equal(atoi(bar + 5), -board->point[0]);
        said[16]++;
    }
    if (recount_numbers(text, "has ", " points in a row before ", &a, &b)) {
        assert_true(a >= 4 && b > 0 && holds(board, a, b));
        said[17]++;
    }
}

static void check_mine(const char *text, const alea_board *board)
{
    const alea_board other = alea_board_swap(board);
    const int lead = recount_pips(&other) - recount_pips(board);
    check_side(text, board);
    check_number(text, "hits with ", recount_throws(board, recount_hits), 0, 18);
    check_number(text, "home point or bar point with ",
                 recount_throws(board, recount_builds), 0, 19);
    check_number(text, "leads by ", lead, 0, 20);
    check_number(text, "trails by ", -lead, 0, 21);
    if (strstr(text, "is level in the race")) {
        assert_int_equal(lead, 0);
        said[22]++;
    }
}

static void check_theirs(const char *text, const alea_board *board)
{
    const alea_board other = alea_board_swap(board);
    int back = -board->point[0], anchor = 0;
    for (int p = 6; p >= 1; p--) {
        if (board->point[p] < 0) back -= board->point[p];
        if (board->point[p] < -1 && anchor == 0) anchor = p;
    }
    check_side(text, &other);
    check_number(text, "anchor on the ", anchor, 0, 23);
    const char *none = strstr(text, " back and no anchor");
    if (!none) return;
    while (none > text && strncmp(none, "has ", 4) != 0) none--;
    assert_int_equal(atoi(none + 4), back);
    assert_int_equal(anchor, 0);
    said[24]++;
}

static void check_board(const char *text, const question *q)
{
    const alea_board *board = &q->board;
    const alea_board swapped = alea_board_swap(board);
    const char *race = strstr(text, "It is a race, ");
    int a, b;
    assert_int_equal(race != NULL, alea_board_phase(board) != ALEA_PHASE_CONTACT);
    if (!race) {
        char mine[ALEA_EXPLAIN_SIZE];
        const char *start = strstr(text + 20, "The player on roll ");
        assert_non_null(start);
        snprintf(mine, sizeof mine, "%s", start);
        char *end = strchr(mine, '.');
        assert_non_null(end);
        check_theirs(end + 1, board);
        end[1] = '\0';
        check_mine(mine, board);
        return;
    }
    assert_true(recount_numbers(text, "It is a race, ", " pips against ", &a, &b) ||
                recount_numbers(text, "It is a race, ", " pip against ", &a, &b));
    assert_int_equal(a, recount_pips(board));
    assert_int_equal(b, recount_pips(&swapped));
    said[25]++;
    if (!recount_numbers(race, ", with ", " checkers left against ", &a, &b) &&
        !recount_numbers(race, ", with ", " checker left against ", &a, &b))
        return;
    assert_int_equal(a, alea_board_checkers(board, true));
    assert_int_equal(b, alea_board_checkers(board, false));
    said[26]++;
}

static void explain(const alea_board *board)
{
    char text[ALEA_EXPLAIN_SIZE];
    question q;
    ask(&q, board);
    const size_t length = alea_explain_cube(&q.what, text);
    assert_int_equal(length, strlen(text));
    if (q.verdict.action == ALEA_CUBE_NOT_AVAILABLE && !q.what.answer) {
        assert_non_null(strstr(text, "There is no cube to turn."));
        said[27]++;
        return;
    }
    check_figures(text, &q);
    check_take_points(text, &q);
    check_market(text, &q);
    check_board(text, &q);
    assert_null(strstr(text, "  "));
    assert_true(strlen(text) < ALEA_EXPLAIN_SIZE - 1);
    assert_int_equal(text[strlen(text) - 1], '.');
}

static void test_claims_are_so(void **state)
{
    static alea_play_list plays;
    const alea_play_rules rules = alea_play_rules_standard();
    int positions = 0;
    (void)state;
    alea_met_default(&met);
    alea_board level = {{0}}; /* nothing to hit, to make or to hold: the race is said */
    level.point[22] = 2, level.point[2] = 7, level.point[1] = 6;
    level.point[3] = -2, level.point[23] = -7, level.point[24] = -6;
    for (int i = 0; i < 10; i++) explain(&level);
    while (positions < POSITIONS) {
        alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
        for (int turn = 0; turn < 200 && positions < POSITIONS; turn++) {
            const alea_roll roll = {{(uint8_t)(1 + below(6)), (uint8_t)(1 + below(6))}};
            explain(&board);
            positions++;
            alea_plays(&board, roll, &rules, &plays);
            board = plays.play[below((uint32_t)plays.count)].board;
            if (alea_board_phase(&board) == ALEA_PHASE_OVER) break;
            board = alea_board_swap(&board);
        }
    }
    for (int i = 0; i < 28; i++) {
        if (said[i] == 0) fail_msg("claim %d was never met", i);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_claims_are_so)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
