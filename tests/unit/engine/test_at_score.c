/* Bear-offs at match scores against a recursion over boards that shares nothing with
 * the solver but the legal plays and what a won game is worth. */
#include <alea/alea.h>

#include "engine/cube/frame.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { MEMO = 1 << 16 };

typedef struct entry {
    alea_board board;
    int8_t side, level, holder, used;
    double value;
} entry;

static entry *memo;
static alea_evaluator *evaluator;
static alea_engine *engine;

static entry *slot_of(const alea_board *board, int side, int level, int holder)
{
    uint64_t h = (uint64_t)(side + 2 * level + 64 * holder) * 0x9E3779B97F4A7C15U;
    for (int i = 0; i < 26; i++)
        h = (h ^ (uint64_t)(uint8_t)board->point[i]) * 0x100000001B3U;
    for (size_t at = h % MEMO;; at = (at + 1) % MEMO) {
        entry *e = &memo[at];
        if (!e->used || (e->side == side && e->level == level && e->holder == holder &&
                         alea_board_equal(&e->board, board)))
            return e;
    }
}

static double acted(const cube_frame *f, const alea_board *board, int side, int level,
                    int holder);

/* To `side`, about to roll in `board` as it sees it. */
static double rolled(const cube_frame *f, const alea_board *board, int side, int level,
                     int holder)
{
    const alea_play_rules rules = alea_play_rules_standard();
    double sum = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        alea_board after[64];
        const int count = alea_positions_after(board, alea_roll_at(r), &rules, after);
        double best = -2;
        assert_true(count <= 64);
        for (int i = 0; i < count; i++) {
            const alea_board next = alea_board_swap(&after[i]);
            const double v = alea_board_phase(&after[i]) == ALEA_PHASE_OVER
                                 ? (double)f->win[side][level][0]
                                 : -acted(f, &next, 1 - side, level, holder);
            if (v > best) best = v;
        }
        sum += best * alea_roll_weight(alea_roll_at(r));
    }
    return sum / 36;
}

static double acted(const cube_frame *f, const alea_board *board, int side, int level,
                    int holder)
{
    entry *e = slot_of(board, side, level, holder);
    if (e->used) return e->value;
    double value = rolled(f, board, side, level, holder);
    if ((holder == HOLDER_NONE || holder == side) && f->may[side][level]) {
        const double take = rolled(f, board, side, level + 1, 1 - side);
        value = fmax(value, fmin(take, (double)f->win[side][level][0]));
    }
    e = slot_of(board, side, level, holder);
    *e = (entry){*board, (int8_t)side, (int8_t)level, (int8_t)holder, 1, value};
    return value;
}

/* Up to three checkers per side on the three lowest points. */
static alea_board any_board(unsigned number)
{
    alea_board b = {0};
    for (int k = 0; k < 3; k++, number /= 4) {
        const unsigned place = number % 4;
        if (place > 0) b.point[place]++;
    }
    for (int k = 0; k < 3; k++, number /= 4) {
        const unsigned place = number % 4;
        if (place > 0) b.point[25 - place]--;
    }
    return b;
}

static void compare(const cube_frame *f, const alea_decision *d)
{
    const alea_search_settings settings = alea_search_settings_default(0);
    alea_cube_result said;
    alea_error error;
    assert_int_equal(alea_search_cube(engine, d, &settings, &said, &error), ALEA_OK);
    const double roll = rolled(f, &d->board, 0, 0, (int)f->start_holder);
    assert_true(fabs((double)said.verdict.equity.no_double -
                     (double)cube_frame_equity(f, (float)roll)) < 1e-4);
    if (alea_cube_may_double(&d->cube) && !alea_cube_is_dead(&d->cube)) {
        const double take = rolled(f, &d->board, 0, 1, HOLDER_OTHER);
        assert_true(fabs((double)said.verdict.equity.double_take -
                         (double)cube_frame_equity(f, (float)take)) < 1e-4);
    }
}

static void compare_plays(const cube_frame *f, alea_decision d)
{
    const alea_search_settings settings = alea_search_settings_default(2);
    alea_candidate found[64];
    alea_error error;
    int count;
    d.roll = alea_roll_at(7);
    assert_int_equal(alea_search_play(engine, &d, &settings, found, 64, &count, &error),
                     ALEA_OK);
    for (int i = 0; i < count; i++) {
        if (alea_board_phase(&found[i].play.board) == ALEA_PHASE_OVER) continue;
        const alea_board next = alea_board_swap(&found[i].play.board);
        const double u = -acted(f, &next, 1, 0, (int)f->start_holder);
        assert_int_equal(found[i].plies, 2);
        assert_true(fabs((double)found[i].equity -
                         (double)cube_frame_equity(f, (float)u)) < 1e-4);
    }
}

static void test_equals_recursion(void **state)
{
    static const struct {
        int length, mine, theirs, log2, owner;
        bool crawford;
    } at[] = {{5, 2, 2, 0, 0, false},  {5, 4, 2, 0, 0, false}, {7, 3, 5, 1, 1, false},
              {7, 5, 3, 1, -1, false}, {5, 1, 3, 0, 0, false}, {5, 3, 1, 0, 0, false},
              {5, 1, 3, 0, 0, true},   {9, 9, 8, 2, 1, false}, {9, 2, 9, 1, -1, false},
              {1, 1, 1, 0, 0, false}};
    (void)state;
    for (size_t i = 0; i < sizeof at / sizeof *at; i++) {
        alea_decision d = {.rules = alea_play_rules_standard(),
                           .cube = alea_cube_money()};
        d.cube.match_length = at[i].length;
        d.cube.away[0] = at[i].mine;
        d.cube.away[1] = at[i].theirs;
        d.cube.cube_log2 = at[i].log2;
        d.cube.owner = at[i].owner;
        d.cube.crawford_game = at[i].crawford;
        d.cube.post_crawford =
            !at[i].crawford && (at[i].mine == 1 || at[i].theirs == 1);
        d.cube.in_use = at[i].length > 1;
        cube_frame f;
        cube_frame_build(&f, &d.cube, alea_engine_met(engine));
        memset(memo, 0, MEMO * sizeof *memo);
        for (unsigned k = 0; k < 4096; k += 7) {
            d.board = any_board(k);
            if (alea_board_phase(&d.board) == ALEA_PHASE_OVER) continue;
            compare(&f, &d);
            if (k % 5 == 0) compare_plays(&f, d);
        }
    }
}

/* Nothing changes for money, nor where the table of money does not reach. */
static void test_larger_ones_are_searched(void **state)
{
    (void)state;
    alea_decision d = {.rules = alea_play_rules_standard(), .cube = alea_cube_money()};
    alea_cube_result said;
    alea_error error;
    const alea_search_settings settings = alea_search_settings_default(1);
    d.cube.match_length = 7;
    d.cube.away[0] = 3;
    d.cube.away[1] = 4;
    for (int k = 1; k <= 6; k++) {
        d.board.point[k] = 2;
        d.board.point[25 - k] = -2;
    }
    assert_int_equal(alea_search_cube(engine, &d, &settings, &said, &error), ALEA_OK);
    assert_true(said.verdict.equity.no_double > -1 &&
                said.verdict.equity.no_double < 1);
}

static int open_engine(void **state)
{
    const alea_engine_options options = {1, 1 << 20};
    alea_error error;
    (void)state;
    memo = malloc(MEMO * sizeof *memo);
    return !memo || alea_evaluator_open(&evaluator, &error) != ALEA_OK ||
           alea_engine_open(&engine, evaluator, NULL, &options, &error) != ALEA_OK;
}

static int close_engine(void **state)
{
    (void)state;
    free(memo);
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_equals_recursion),
        cmocka_unit_test(test_larger_ones_are_searched),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
