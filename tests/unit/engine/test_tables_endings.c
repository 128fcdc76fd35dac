/* Bear-offs of the tables games by the tables of backgammon: against brute force over
 * the turns of each game, which games have them, and what goes before a net. */
#include <alea/tables_net.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { MEN = 15, SIDES = 27 }; /* one or two men on six points */

static alea_tables_exact tables;
static alea_tables_turns turns;

static int open_tables(void **state)
{
    static alea_bearoff *one_sided, *two_sided;
    (void)state;
    if (alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &one_sided, NULL) !=
            ALEA_OK ||
        alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &two_sided, NULL) != ALEA_OK)
        return 1;
    tables = (alea_tables_exact){.one_sided = one_sided, .two_sided = two_sided};
    return 0;
}

static alea_tables_rules rules_of(const char *game)
{
    alea_tables_rules rules;
    assert_int_equal(alea_tables_find(game, &rules, NULL), ALEA_OK);
    return rules;
}

/* ---- brute force ---- */

static uint8_t sides[SIDES][ALEA_TABLES_POINTS];

static void list_sides(void)
{
    int n = 0;
    memset(sides, 0, sizeof sides);
    for (int a = 1; a <= 6; a++)
        for (int b = 0; b <= a; b++) {
            sides[n][a]++;
            sides[n][b]++;
            sides[n++][0] += 13;
        }
    assert_int_equal(n, SIDES);
}

static int number_of(const uint8_t *count)
{
    for (int n = 0; n < SIDES; n++)
        if (memcmp(sides[n], count, sizeof sides[n]) == 0) return n;
    return -1;
}

static alea_tables_board board_of(int mine, int his)
{
    alea_tables_board board = {0};
    memcpy(board.count[0], sides[mine], sizeof sides[mine]);
    memcpy(board.count[1], sides[his], sizeof sides[his]);
    return board;
}

/* Chances of the side on throw; -1: not yet known. */
static double known[SIDES][SIDES];

static double win_of(const alea_tables_rules *rules, int mine, int his)
{
    const alea_tables_board board = board_of(mine, his);
    alea_tables_dice dice;
    double sum = 0;
    int ways;
    if (known[mine][his] >= 0) return known[mine][his];
    for (int k = 0; (ways = alea_tables_throw(rules, k, &dice)) > 0; k++) {
        int after[ALEA_TABLES_MAX_TURNS], count;
        double best = 0;
        alea_tables_turns_list(rules, &board, dice, false, &turns);
        count = turns.count;
        for (int i = 0; i < count; i++) {
            const alea_tables_board end = alea_tables_turns_board(&turns, i);
            after[i] = number_of(end.count[0]);
        }
        for (int i = 0; i < count; i++)
            best = fmax(best, after[i] < 0 ? 1 : 1 - win_of(rules, his, after[i]));
        sum += best * ways / 36;
    }
    return known[mine][his] = sum;
}

/* What the evaluator says of a board before a throw, by a turn that leads to it: its
 * list is made by hand. */
static alea_tables_opinion said_of(const alea_tables_evaluator *evaluator,
                                   const alea_tables_rules *rules,
                                   const alea_tables_board *board)
{
    const alea_tables_dice none = {.count = 2, .die = {6, 6}};
    static alea_tables_opinion opinion[ALEA_TABLES_MAX_TURNS];
    const alea_tables_board before = alea_tables_swap(board);
    /* A turn without moves leaves the board as it is. */
    alea_tables_turns_list(rules, &before, none, false, &turns);
    alea_tables_board still = before;
    turns.count = 1;
    turns.end[0] = 0;
    still = alea_tables_turns_board(&turns, 0);
    assert_memory_equal(&still, &before, sizeof still);
    alea_tables_turns_judge(evaluator, rules, none, &turns, 0, NULL, opinion);
    return opinion[0];
}

static void test_brute_force(void **state)
{
    static const char *const games[] = {"portes", "plakoto", "fevga", "nardi"};
    (void)state;
    list_sides();
    for (size_t g = 0; g < sizeof games / sizeof *games; g++) {
        const alea_tables_rules rules = rules_of(games[g]);
        const alea_tables_evaluator e = alea_tables_evaluator_for(&rules, &tables);
        for (int n = 0; n < SIDES * SIDES; n++) known[n / SIDES][n % SIDES] = -1;
        for (int mine = 0; mine < SIDES; mine++)
            for (int his = 0; his < SIDES; his++) {
                const alea_tables_board board = board_of(mine, his);
                const double win = win_of(&rules, mine, his);
                const alea_tables_opinion o = said_of(&e, &rules, &board);
                assert_true(o.exact);
                assert_true(fabs((double)o.chances.lost_one - win) < 2e-5);
                assert_true(o.chances.won_more == 0 && o.chances.drawn == 0);
            }
    }
}

/* ---- where they reach ---- */

static void test_double_wins(void **state)
{
    alea_tables_rules rules = rules_of("plakoto");
    alea_tables_board board = {0};
    (void)state;
    board.count[0][1] = 1;
    board.count[0][0] = MEN - 1;
    board.count[1][6] = MEN;
    alea_tables_evaluator e = alea_tables_evaluator_for(&rules, &tables);
    alea_tables_opinion o = said_of(&e, &rules, &board);
    assert_true(o.chances.lost_more == 1 && o.points == -2);
    assert_int_equal(alea_tables_set(&rules, "score", "one", NULL), ALEA_OK);
    e = alea_tables_evaluator_for(&rules, &tables);
    o = said_of(&e, &rules, &board);
    assert_true(o.chances.lost_one == 1 && o.points == -1);
}

static void test_which_games(void **state)
{
    static const char *const with[] = {"portes",  "tavla",     "plakoto", "tapa",
                                       "mahbusa", "pingame",   "fevga",   "tawla31",
                                       "nardi",   "moultezim", "tawula",  NULL},
                             *const without[] = {"gulbara", "aceydeucey", "russian",
                                                 "tabula",  "sugoroku",   "irish",
                                                 "ur",      "senet",      NULL};
    (void)state;
    for (int i = 0; without[i]; i++) {
        const alea_tables_rules rules = rules_of(without[i]);
        const alea_tables_evaluator e = alea_tables_evaluator_for(&rules, &tables);
        assert_true(!e.exact.one_sided && !e.exact.two_sided);
    }
    for (int i = 0; with[i]; i++) {
        const alea_tables_rules rules = rules_of(with[i]);
        if (rules.score == ALEA_TABLES_SCORE_CHECKERS_LEFT) continue;
        const alea_tables_evaluator e = alea_tables_evaluator_for(&rules, &tables);
        assert_true(e.exact.one_sided == tables.one_sided);
    }
}

/* How many of the listed turns are judged by pips. */
static int rough_ones(const alea_tables_evaluator *e, const alea_tables_rules *rules,
                      alea_tables_dice dice)
{
    static alea_tables_opinion opinion[ALEA_TABLES_MAX_TURNS];
    int rough = 0;
    alea_tables_turns_judge(e, rules, dice, &turns, 0, NULL, opinion);
    for (int i = 0; i < turns.count; i++) {
        assert_true(!opinion[i].rough || !opinion[i].exact);
        rough += opinion[i].rough;
    }
    return rough;
}

/* Without a net: by pips but for the end. A man outside its home is not one. */
static void test_without_a_net(void **state)
{
    alea_tables_rules rules = rules_of("tawla31");
    rules.score = ALEA_TABLES_SCORE_ONE_TWO;
    const alea_tables_evaluator e = alea_tables_evaluator_for(&rules, &tables);
    const alea_tables_dice dice = {.count = 2, .die = {2, 1}};
    alea_tables_board board = alea_tables_start(&rules);
    alea_tables_choice_of best;
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    (void)state;
    assert_null(e.net);
    alea_tables_turns_list(&rules, &board, dice, true, &turns);
    assert_int_equal(rough_ones(&e, &rules, dice), turns.count);
    memset(&board, 0, sizeof board);
    board.count[0][3] = 2;
    board.count[0][1] = 1;
    board.count[0][0] = MEN - 3;
    board.count[1][2] = 2;
    board.count[1][0] = MEN - 2;
    alea_tables_turns_list(&rules, &board, dice, false, &turns);
    assert_int_equal(rough_ones(&e, &rules, dice), 0);
    assert_int_equal(alea_tables_turns_pick(&e, &rules, dice, &turns, 1, &best), 1);
    assert_int_equal(alea_tables_turns_moves(&turns, best.index, move), 2);
    assert_true(move[0].to == 0 || move[1].to == 0); /* 3/1 1/off, not 3/1 3/2 */
    board.count[1][7] = 1;
    board.count[1][0]--;
    alea_tables_turns_list(&rules, &board, dice, false, &turns);
    assert_int_equal(rough_ones(&e, &rules, dice), turns.count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_brute_force),
        cmocka_unit_test(test_double_wins),
        cmocka_unit_test(test_which_games),
        cmocka_unit_test(test_without_a_net),
    };
    return cmocka_run_group_tests(tests, open_tables, NULL);
}
