/* Bear-offs with other throws than backgammon's, irish and gul bara: their tables
 * against matches that are played by the rules alone, in every way. */
#include <alea/tables_match.h>
#include <alea/tables_net.h>

#include "engine/bearoff/after.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
    ALL = 15,
    MEN = 4,
    SIDES = 210, /* of up to MEN men on six points */
    FEW = 3,
    MOST_ENDS = 64
};

/* One game: its tables, where every throw leads to, and what that is worth. */
typedef struct game {
    alea_tables_rules rules;
    alea_bearoff *one_sided, *two_sided;
    int count[SIDES][ALEA_ROLLS];
    uint16_t end[SIDES][ALEA_ROLLS][MOST_ENDS]; /* by number, in no order */
    double win[SIDES][SIDES];                   /* of who throws; -1: not yet known */
    double mean[SIDES];                         /* throws, fewest on average */
} game;

static bearoff_index sides;
static game irish, gulbara;
static alea_tables_turns turns;

static alea_tables_rules rules_of(const char *name)
{
    alea_tables_rules rules;
    assert_int_equal(alea_tables_find(name, &rules, NULL), ALEA_OK);
    return rules;
}

static void put_side(uint8_t count[ALEA_TABLES_POINTS], uint32_t number)
{
    uint8_t at[ALEA_BEAROFF_MAX_POINTS];
    bearoff_position(&sides, number, at);
    count[0] = ALL;
    for (int r = 1; r <= 6; r++) {
        count[r] = at[r - 1];
        count[0] = (uint8_t)(count[0] - at[r - 1]);
    }
}

static alea_tables_board board_of(uint32_t mine, uint32_t his)
{
    alea_tables_board board = {0};
    put_side(board.count[0], mine);
    put_side(board.count[1], his);
    return board;
}

static int men_of(uint32_t number)
{
    return ALL - board_of(number, 0).count[0][0];
}

/* ---- every way to play a throw, by the rules of a match ---- */

static void keep_end(game *g, uint32_t from, int roll, const alea_tables_match *m)
{
    const uint16_t end = (uint16_t)bearoff_rank(&sides, m->board.count[0] + 1);
    int *count = &g->count[from][roll];
    if (m->has_result)
        assert_true(m->winner == ALEA_TABLES_A && end == 0);
    else
        assert_true(m->phase == ALEA_TABLES_PHASE_TO_ROLL && m->turn == ALEA_TABLES_B);
    for (int i = 0; i < *count; i++)
        if (g->end[from][roll][i] == end) return;
    assert_in_range(*count, 0, MOST_ENDS - 1);
    g->end[from][roll][(*count)++] = end;
}

static void play_on(game *g, uint32_t from, int roll, const alea_tables_match *m)
{
    if (m->phase != ALEA_TABLES_PHASE_TO_PLAY || m->turn != ALEA_TABLES_A) {
        keep_end(g, from, roll, m);
        return;
    }
    for (int i = 0, count = 1; i < count; i++) {
        alea_tables_match next = *m;
        alea_tables_event event = {.type = ALEA_TABLES_EVENT_PLAY, .by = ALEA_TABLES_A};
        alea_tables_turns_list(&g->rules, &m->board, m->dice, false, &turns);
        count = turns.count;
        event.moves = (uint8_t)alea_tables_turns_moves(&turns, i, event.move);
        assert_int_equal(alea_tables_match_apply(&next, &event, &turns, NULL),
                         ALEA_TABLES_ACCEPTED);
        play_on(g, from, roll, &next);
    }
}

/* A has `number` and throws, in a turn whose doubles run on where they do. */
static void list_ends(game *g, uint32_t number)
{
    alea_tables_match start;
    const alea_tables_series series = {.games = 1, .game = {g->rules}};
    alea_tables_match_start(&start, &series);
    start.board = board_of(number, 1);
    start.phase = ALEA_TABLES_PHASE_TO_ROLL;
    start.turn = start.to_act = start.starter = ALEA_TABLES_A;
    start.turns[0] = start.turns[1] = g->rules.plain_turns;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const alea_roll roll = alea_roll_at(r);
        alea_tables_match thrown = start;
        const alea_tables_event event = {.type = ALEA_TABLES_EVENT_ROLL,
                                         .by = ALEA_TABLES_A,
                                         .die = {roll.die[0], roll.die[1]}};
        assert_int_equal(alea_tables_match_apply(&thrown, &event, &turns, NULL),
                         ALEA_TABLES_ACCEPTED);
        play_on(g, number, r, &thrown);
    }
}

/* ---- what that is worth ---- */

static double win_of(game *g, uint32_t mine, uint32_t his);

/* Chances of who has just played roll `r` from `mine`. */
static double best_end(game *g, uint32_t mine, int r, uint32_t his)
{
    double best = 0;
    for (int i = 0; i < g->count[mine][r]; i++) {
        const uint32_t end = g->end[mine][r][i];
        best = fmax(best, end == 0 ? 1 : 1 - win_of(g, his, end));
    }
    return best;
}

static double win_of(game *g, uint32_t mine, uint32_t his)
{
    double sum = 0;
    if (g->win[mine][his] >= 0) return g->win[mine][his];
    for (int r = 0; r < ALEA_ROLLS; r++)
        sum += alea_roll_weight(alea_roll_at(r)) * best_end(g, mine, r, his);
    return g->win[mine][his] = sum / 36;
}

static void find_means(game *g)
{
    for (uint32_t n = 1; n < SIDES; n++) {
        double sum = 0;
        for (int r = 0; r < ALEA_ROLLS; r++) {
            double least = ALEA_BEAROFF_MAX_ROLLS;
            for (int i = 0; i < g->count[n][r]; i++)
                least = fmin(least, g->mean[g->end[n][r][i]]);
            sum += alea_roll_weight(alea_roll_at(r)) * least;
        }
        g->mean[n] = 1 + sum / 36;
    }
}

static bool open_game(game *g, const char *name)
{
    alea_bearoff_throws throws;
    g->rules = rules_of(name);
    assert_true(alea_tables_throws(&g->rules, &throws));
    for (uint32_t n = 1; n < SIDES; n++) list_ends(g, n);
    for (int n = 0; n < SIDES * SIDES; n++) g->win[n / SIDES][n % SIDES] = -1;
    find_means(g);
    return alea_bearoff_make_for(throws, ALEA_BEAROFF_ONE_SIDED, ALL, &g->one_sided,
                                 NULL) == ALEA_OK &&
           alea_bearoff_make_for(throws, ALEA_BEAROFF_TWO_SIDED, MEN, &g->two_sided,
                                 NULL) == ALEA_OK;
}

static int open_games(void **state)
{
    (void)state;
    return !bearoff_index_start(&sides, 6, MEN) || sides.positions != SIDES ||
           !open_game(&irish, "irish") || !open_game(&gulbara, "gulbara");
}

static int close_games(void **state)
{
    (void)state;
    alea_bearoff_close(irish.one_sided);
    alea_bearoff_close(irish.two_sided);
    alea_bearoff_close(gulbara.one_sided);
    alea_bearoff_close(gulbara.two_sided);
    return 0;
}

static alea_tables_evaluator evaluator_of(const game *g, bool with_pairs)
{
    const alea_tables_exact exact = {.one_sided = g->one_sided,
                                     .two_sided = with_pairs ? g->two_sided : NULL};
    return alea_tables_evaluator_for(&g->rules, &exact);
}

/* What is said of a board that [0] leaves by the moves of a double of `die`: a list of
 * one turn without moves. */
static alea_tables_opinion said_after(const alea_tables_evaluator *e,
                                      const alea_tables_rules *rules, int die,
                                      const alea_tables_board *board)
{
    const alea_tables_dice dice = {.count = 2, .die = {(uint8_t)die, (uint8_t)die}};
    static alea_tables_opinion opinion[ALEA_TABLES_MAX_TURNS];
    alea_tables_turns_list(rules, board, dice, false, &turns);
    turns.count = 1;
    turns.end[0] = 0;
    alea_tables_turns_judge(e, rules, dice, &turns, 0, NULL, opinion);
    return opinion[0];
}

/* ---- tests ---- */

static void same_ends(const game *g)
{
    bearoff_after after;
    alea_bearoff_throws throws;
    assert_true(alea_tables_throws(&g->rules, &throws));
    assert_true(bearoff_after_start(&after, &sides, throws));
    for (uint32_t n = 1; n < SIDES; n++)
        for (uint32_t r = 0; r < ALEA_ROLLS; r++) {
            const uint32_t *slot = after.start + n * ALEA_ROLLS + r;
            bool here[SIDES] = {false};
            assert_int_equal(slot[1] - slot[0], g->count[n][r]);
            for (uint32_t i = slot[0]; i < slot[1]; i++) here[after.to[i]] = true;
            for (int i = 0; i < g->count[n][r]; i++) assert_true(here[g->end[n][r][i]]);
        }
    bearoff_after_free(&after);
}

/* All positions of up to four men, all throws: the ends are those of the rules. */
static void test_same_ends(void **state)
{
    (void)state;
    same_ends(&irish);
    same_ends(&gulbara);
}

static void fewest_throws(const game *g)
{
    for (uint32_t n = 1; n < SIDES; n++) {
        uint8_t count[ALEA_BEAROFF_MAX_POINTS];
        float p[ALEA_BEAROFF_MAX_ROLLS];
        alea_board board = {0};
        double mean = 0;
        int length;
        bearoff_position(&sides, n, count);
        assert_int_equal(bearoff_rank(&sides, count), n);
        for (int k = 0; k < 6; k++) board.point[k + 1] = (int8_t)count[k];
        assert_true(fabs(alea_bearoff_mean_rolls(g->one_sided, &board, true) -
                         g->mean[n]) < 1e-9);
        assert_true(alea_bearoff_rolls(g->one_sided, &board, true, p, &length));
        for (int k = 0; k < length; k++) mean += k * (double)p[k];
        assert_true(fabs(mean - g->mean[n]) < 1e-5);
    }
}

static void test_fewest_throws(void **state)
{
    (void)state;
    fewest_throws(&irish);
    fewest_throws(&gulbara);
}

/* The largest distance from the chances by every play of up to three men a side. */
static double furthest(game *g, bool with_pairs)
{
    const alea_tables_evaluator e = evaluator_of(g, with_pairs);
    double most = 0;
    for (uint32_t mine = 1; mine < SIDES; mine++)
        for (uint32_t his = 1; his < SIDES; his++) {
            if (men_of(mine) > FEW || men_of(his) > FEW) continue;
            const alea_tables_board left = board_of(his, mine);
            const alea_tables_opinion o = said_after(&e, &g->rules, 6, &left);
            assert_int_equal(o.exact, with_pairs);
            assert_true(o.chances.won_more == 0 && o.chances.lost_more == 0);
            most = fmax(most, fabs((double)o.chances.lost_one - win_of(g, mine, his)));
        }
    return most;
}

static void test_every_play(void **state)
{
    (void)state;
    const double far[] = {furthest(&irish, true), furthest(&gulbara, true),
                          furthest(&irish, false), furthest(&gulbara, false)};
    assert_true(far[0] < 1e-6 && far[1] < 1e-6);
    assert_true(far[2] < 2e-4 && far[3] < 1e-6);
}

/* `more` men stand on the sixth point beside those of `mine`, a double of `die` was
 * moved, and what follows leaves `then`. */
static void check_part(const alea_tables_evaluator *e, uint32_t mine, int more, int die,
                       uint32_t then, uint32_t his)
{
    alea_tables_board left = board_of(mine, his);
    left.count[0][6] = (uint8_t)(left.count[0][6] + more);
    left.count[0][0] = (uint8_t)(left.count[0][0] - more);
    const alea_tables_opinion o = said_after(e, &gulbara.rules, die, &left);
    const double lost = then == 0 ? 0 : win_of(&gulbara, his, then);
    assert_true(fabs((double)o.chances.lost_one - lost) < 1e-6);
    assert_int_equal(o.exact, then == 0);
}

/* After the moves of a double those of the next number follow, and only then the
 * opponent throws: four sixes take the four rearmost men, four fives before them carry
 * men from the sixth point to the first. */
static void test_parts_of_a_chain(void **state)
{
    const alea_tables_evaluator e = evaluator_of(&gulbara, true);
    uint8_t four[ALEA_BEAROFF_MAX_POINTS] = {MEN};
    (void)state;
    for (uint32_t his = 1; his < SIDES; his++) {
        if (men_of(his) > FEW) continue;
        for (uint32_t mine = 1; mine < SIDES; mine++)
            check_part(&e, mine, 4, 5, mine, his);
        for (int die = 1; die < 6; die++) check_part(&e, his, 0, die, 0, his);
        check_part(&e, 0, 8, 4, bearoff_rank(&sides, four), his);
    }
}

/* He has all men on his sixth point and one throw to bear one off. Of 36 throws 16 do
 * it (11 with a six, 5-1, 4-2, 3-3), where doubles run on 20. */
static void test_double_wins(void **state)
{
    alea_tables_board board = {0};
    (void)state;
    board.count[0][0] = ALL - 1;
    board.count[0][1] = 1;
    board.count[1][6] = ALL;
    alea_tables_evaluator e = evaluator_of(&gulbara, true);
    alea_tables_opinion o = said_after(&e, &gulbara.rules, 6, &board);
    assert_true(fabs((double)o.chances.won_more - 16 / 36.0) < 1e-6);
    assert_true(fabs((double)o.points - 52 / 36.0) < 1e-6 && !o.exact);
    e = evaluator_of(&irish, true);
    o = said_after(&e, &irish.rules, 6, &board);
    assert_true(o.chances.won_one == 1 && o.chances.won_more == 0);
    alea_tables_rules rules = irish.rules;
    assert_int_equal(alea_tables_set(&rules, "score", "one_two", NULL), ALEA_OK);
    o = said_after(&e, &rules, 6, &board);
    assert_true(fabs((double)o.chances.won_more - 20 / 36.0) < 1e-6);
}

static bool takes(const alea_tables_rules *rules, const game *g)
{
    const alea_tables_exact exact = {.one_sided = g->one_sided,
                                     .two_sided = g->two_sided};
    const alea_tables_evaluator e = alea_tables_evaluator_for(rules, &exact);
    assert_int_equal(e.exact.one_sided == NULL, e.exact.two_sided == NULL);
    return e.exact.one_sided != NULL;
}

static void test_which_throws(void **state)
{
    alea_bearoff_throws throws;
    alea_tables_rules rules = rules_of("gulbara");
    (void)state;
    assert_true(takes(&rules, &gulbara) && !takes(&rules, &irish));
    assert_int_equal(alea_tables_set(&rules, "plain_turns", "9", NULL), ALEA_OK);
    assert_true(takes(&rules, &gulbara));
    assert_int_equal(alea_tables_set(&rules, "double_extra", "none", NULL), ALEA_OK);
    assert_true(alea_tables_throws(&rules, &throws));
    assert_true(throws.double_steps == 4 && !throws.chained);
    assert_false(takes(&rules, &gulbara));
    rules = rules_of("irish");
    assert_true(takes(&rules, &irish) && !takes(&rules, &gulbara));
    rules = rules_of("portes");
    assert_false(takes(&rules, &irish) || takes(&rules, &gulbara));
    /* The men begin near enough to be home within four plain turns: 77 pips. */
    assert_int_equal(alea_tables_set(&rules, "double_extra", "cascade", NULL), ALEA_OK);
    assert_int_equal(alea_tables_set(&rules, "plain_turns", "3", NULL), ALEA_OK);
    assert_true(takes(&rules, &gulbara));
    assert_int_equal(alea_tables_set(&rules, "plain_turns", "4", NULL), ALEA_OK);
    assert_false(alea_tables_throws(&rules, &throws));
    rules = rules_of("irish"); /* 77 pips, 12 a turn */
    assert_int_equal(alea_tables_set(&rules, "double_extra", "cascade", NULL), ALEA_OK);
    assert_int_equal(alea_tables_set(&rules, "plain_turns", "6", NULL), ALEA_OK);
    assert_true(alea_tables_throws(&rules, &throws));
    assert_true(throws.double_steps == 2 && throws.chained);
    assert_int_equal(alea_tables_set(&rules, "plain_turns", "7", NULL), ALEA_OK);
    assert_false(alea_tables_throws(&rules, &throws));
}

static void test_bad_jobs(void **state)
{
    const struct {
        alea_bearoff_throws throws;
        alea_bearoff_kind kind;
        int checkers;
    } bad[] = {{{3, true}, ALEA_BEAROFF_ONE_SIDED, ALL},
               {{0, false}, ALEA_BEAROFF_TWO_SIDED, 3},
               {{4, true}, ALEA_BEAROFF_ONE_SIDED, ALL - 1},
               {{4, true}, ALEA_BEAROFF_TWO_SIDED, 7},
               {{4, true}, ALEA_BEAROFF_TWO_SIDED, 0},
               {{2, false}, (alea_bearoff_kind)3, ALL}};
    (void)state;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        alea_bearoff *table = NULL;
        alea_error error = {0};
        assert_int_equal(alea_bearoff_make_for(bad[i].throws, bad[i].kind,
                                               bad[i].checkers, &table, &error),
                         ALEA_ERROR_ARGUMENT);
        assert_true(!table && error.reason[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same_ends),   cmocka_unit_test(test_fewest_throws),
        cmocka_unit_test(test_every_play),  cmocka_unit_test(test_parts_of_a_chain),
        cmocka_unit_test(test_double_wins), cmocka_unit_test(test_which_throws),
        cmocka_unit_test(test_bad_jobs),
    };
    return cmocka_run_group_tests(tests, open_games, close_games);
}
