/* Hypergammon: the solver's plays against the generator, its values against brute force
 * and the two-sided table, stops and threads; the finished table (where
 * $ALEA_HYPERGAMMON names one) against published figures.
 * ctest labels: slow */
#include <alea/bearoff.h>
#include <alea/search.h>

#include "base/hash.h"
#include "engine/hypergammon/moves.h"
#include "engine/hypergammon/table.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { PAIRS = HYPER_POSITIONS * HYPER_POSITIONS, LAST_TOTAL = 16 };

static hyper_side sides[HYPER_POSITIONS];
static hyper_record *records;
static alea_board results[ALEA_MAX_PLAYS];

static int start(void **state)
{
    (void)state;
    hyper_sides(sides);
    records = calloc(PAIRS, sizeof *records);
    return records == NULL;
}

static int finish(void **state)
{
    (void)state;
    free(records);
    return 0;
}

static void test_numbers(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < HYPER_POSITIONS; n++) {
        static const hyper_side none = {{0}};
        alea_board board;
        hyper_side again;
        assert_int_equal(hyper_rank(&sides[n]), n);
        assert_true(hyper_board(&sides[n], &none, &board));
        assert_true(hyper_side_of(&board, true, &again));
        assert_memory_equal(&again, &sides[n], sizeof again);
    }
    const alea_board opening = alea_board_start(ALEA_SETUP_BACKGAMMON);
    hyper_side too_many;
    assert_false(hyper_side_of(&opening, true, &too_many));
}

/* ---- plays ---- */

/* Results of the lists as one number each: position afterwards and the opponent's. */
static int from_lists(const hyper_moves *moves, uint32_t mine, uint32_t theirs,
                      int roll, uint32_t *out)
{
    int blocked = 0, count = 0, here[26] = {0};
    for (int i = 0; i < HYPER_CHECKERS; i++) here[25 - sides[theirs].place[i]]++;
    for (int p = 1; p <= 24; p++)
        if (here[p] > 1) blocked = p;
    const size_t list = hyper_moves_at(mine, blocked, roll);
    for (uint32_t i = moves->start[list]; i < moves->start[list + 1]; i++) {
        int left[26] = {0};
        for (int k = 0; k < HYPER_CHECKERS; k++) {
            const int place = sides[theirs].place[k];
            const bool hit = place >= 1 && place <= 24 && here[25 - place] == 1 &&
                             (moves->play[i].landed >> (25 - place) & 1);
            left[hit ? 25 : place]++;
        }
        hyper_side after = {{0}};
        int n = 0;
        for (int p = 25; p >= 1; p--)
            for (int k = 0; k < left[p]; k++) after.place[n++] = (uint8_t)p;
        const uint32_t result = (uint32_t)moves->play[i].to << 12 | hyper_rank(&after);
        int j = 0;
        while (j < count && out[j] != result) j++;
        if (j == count) out[count++] = result;
    }
    return count;
}

static int by_number(const void *left, const void *right)
{
    const uint32_t *a = left, *b = right;
    return *a < *b ? -1 : *a > *b;
}

static void test_plays_are_the_generators(void **state)
{
    (void)state;
    const alea_play_rules rules = alea_play_rules_standard();
    hyper_moves moves;
    uint32_t seed = 3;
    int compared = 0;
    assert_true(hyper_moves_make(&moves, sides));
    while (compared < 20000) {
        static uint32_t wanted[ALEA_MAX_PLAYS], got[ALEA_MAX_PLAYS];
        alea_board board;
        seed = seed * 1664525 + 1013904223;
        const uint32_t mine = 1 + (seed >> 8) % (HYPER_POSITIONS - 1);
        seed = seed * 1664525 + 1013904223;
        const uint32_t theirs = 1 + (seed >> 8) % (HYPER_POSITIONS - 1);
        const int roll = (int)((seed >> 24) % ALEA_ROLLS);
        if (!hyper_board(&sides[mine], &sides[theirs], &board)) continue;
        const int count =
            alea_positions_after(&board, alea_roll_at(roll), &rules, results);
        for (int i = 0; i < count; i++) {
            hyper_side a, b;
            assert_true(hyper_side_of(&results[i], true, &a));
            assert_true(hyper_side_of(&results[i], false, &b));
            wanted[i] = hyper_rank(&a) << 12 | hyper_rank(&b);
        }
        assert_int_equal(from_lists(&moves, mine, theirs, roll, got), count);
        qsort(wanted, (size_t)count, sizeof *wanted, by_number);
        qsort(got, (size_t)count, sizeof *got, by_number);
        assert_memory_equal(wanted, got, (size_t)count * sizeof *got);
        compared++;
    }
    hyper_moves_clear(&moves);
}

/* ---- values ---- */

static bool until_total(void *context, const hyper_progress *progress, bool sweep_done)
{
    (void)sweep_done;
    return progress->step <= *(const uint32_t *)context;
}

static uint64_t solve_to(const uint32_t *totals, int count, int threads)
{
    hyper_progress progress = {0};
    memset(records, 0, PAIRS * sizeof *records);
    for (int i = 0; i < count; i++) {
        uint32_t total = totals[i];
        assert_int_equal(hyper_solve(records, &progress, threads, until_total, &total),
                         ALEA_ERROR_CANCELLED);
        assert_int_equal(progress.step, total + 1);
    }
    return alea_checksum(records, PAIRS * sizeof *records);
}

static void test_threads_and_stops_change_nothing(void **state)
{
    (void)state;
    const uint64_t once = solve_to((uint32_t[]){LAST_TOTAL}, 1, 1);
    assert_int_equal(solve_to((uint32_t[]){7, LAST_TOTAL}, 2, 2), once);
}

/* Cubeless equity of a race, by all plays. */
static double brute_force(const alea_board *board)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board *after = malloc(200 * sizeof *after);
    double sum = 0;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const int count = alea_positions_after(board, alea_roll_at(r), &rules, results);
        double best = -4;
        assert_true(count <= 200);
        memcpy(after, results, (size_t)count * sizeof *after);
        for (int i = 0; i < count; i++) {
            double value;
            if (alea_board_checkers(&after[i], true) > 0) {
                const alea_board next = alea_board_swap(&after[i]);
                value = -brute_force(&next);
            } else {
                const alea_board loser = alea_board_swap(&after[i]);
                alea_rules hypergammon = alea_rules_preset(ALEA_PRESET_HYPERGAMMON);
                value = alea_win_class(&hypergammon, &loser);
            }
            if (value > best) best = value;
        }
        sum += best * alea_roll_weight(alea_roll_at(r)) / 36;
    }
    free(after);
    return sum;
}

static float worth_of(const float p[5])
{
    return 2 * p[0] - 1 + p[1] + p[2] - p[3] - p[4];
}

/* All races of the first steps, after the table that the test before has left. */
static void test_races(void **state)
{
    (void)state;
    alea_bearoff *two;
    int brute = 0, cubes = 0;
    assert_int_equal(alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &two, NULL),
                     ALEA_OK);
    for (uint32_t a = 1; a < HYPER_POSITIONS; a++)
        for (uint32_t b = 1; b < HYPER_POSITIONS; b++) {
            alea_board board;
            alea_bearoff_equity e;
            const int total = hyper_pips(&sides[a]) + hyper_pips(&sides[b]);
            if (total > LAST_TOTAL || !hyper_board(&sides[a], &sides[b], &board) ||
                alea_board_phase(&board) == ALEA_PHASE_CONTACT)
                continue;
            const hyper_record *r = &records[(size_t)a * HYPER_POSITIONS + b];
            assert_true(fabsf(worth_of(r->chance) - r->equity[0]) < 2e-6F);
            if (total <= 9 && (a * 7 + b) % 3 == 0) {
                const double exact = brute_force(&board);
                assert_true(fabs((double)r->equity[0] - exact) < 2e-6);
                brute++;
            }
            /* Two checkers per side lose no gammon: the two-sided table knows them. */
            if (sides[a].place[2] || sides[b].place[2] ||
                !alea_bearoff_equities(two, &board, &e))
                continue;
            assert_true(fabsf(r->equity[HYPER_CUBELESS] - e.cubeless) < 2e-6F);
            assert_true(fabsf(r->equity[HYPER_OWNED] - e.owned) < 2e-6F);
            assert_true(fabsf(r->equity[HYPER_CENTRED] - e.centred) < 2e-6F);
            assert_true(fabsf(r->equity[HYPER_OPPONENT] - e.opponent) < 2e-6F);
            assert_true(fabsf(r->equity[HYPER_JACOBY] - e.centred) < 2e-6F);
            cubes++;
        }
    alea_bearoff_close(two);
    print_message("%d by brute force, %d with the cube\n", brute, cubes);
    assert_true(brute > 100 && cubes > 300);
}

/* ---- files ---- */

static bool stop_at_once(void *context, const alea_hypergammon_progress *progress)
{
    (void)progress;
    ++*(int *)context;
    return false;
}

static void test_files(void **state)
{
    (void)state;
    char path[] = "/tmp/alea_hyper_XXXXXX", part[64];
    alea_hypergammon *table;
    alea_error error;
    const int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, "ALEAHYPE and no more", 20), 20);
    close(fd);
    assert_int_equal(alea_hypergammon_open_file(path, true, &table, &error),
                     ALEA_ERROR_SYNTAX);
    hyper_header h = {.version = HYPER_VERSION, .checkers = 3};
    memcpy(h.magic, "ALEAHYPE", 8);
    h.positions = HYPER_POSITIONS;
    h.data_size = (uint64_t)PAIRS * sizeof(hyper_record);
    hyper_header_seal(&h);
    assert_int_equal(hyper_header_check(&h, sizeof h + h.data_size, &error), ALEA_OK);
    assert_int_equal(hyper_header_check(&h, sizeof h + h.data_size - 1, &error),
                     ALEA_ERROR_SYNTAX);
    h.positions--;
    assert_int_equal(hyper_header_check(&h, sizeof h + h.data_size, &error),
                     ALEA_ERROR_CHECKSUM);
    h.version++;
    assert_int_equal(hyper_header_check(&h, sizeof h + h.data_size, &error),
                     ALEA_ERROR_VERSION);
    /* A stopped job leaves a part that goes on, and no table. */
    int calls = 0;
    unlink(path);
    const alea_hypergammon_job job = {
        .threads = 2, .progress = stop_at_once, .context = &calls};
    assert_int_equal(alea_hypergammon_make_file(&job, path, &error),
                     ALEA_ERROR_CANCELLED);
    assert_int_equal(calls, 1);
    assert_true(access(path, F_OK) != 0);
    snprintf(part, sizeof part, "%s.part", path);
    assert_int_equal(alea_hypergammon_open_file(part, true, &table, &error),
                     ALEA_ERROR_SYNTAX);
    assert_string_equal(error.reason, "hypergammon table: not complete");
    unlink(part);
    const alea_hypergammon_job none = {.threads = 0};
    assert_int_equal(alea_hypergammon_make_file(&none, path, &error),
                     ALEA_ERROR_ARGUMENT);
    assert_int_equal(alea_hypergammon_make_file(&job, "/nowhere/table", &error),
                     ALEA_ERROR_FILE);
}

/* ---- the finished table ---- */

/* Tom Keith, "Hypergammon" (2018), bkgm.com/articles/Keith/Hyper06: the winner of the
 * opening roll, cubeless. */
static void test_published_figures(void **state)
{
    (void)state;
    const char *path = getenv("ALEA_HYPERGAMMON");
    const alea_play_rules rules = alea_play_rules_standard();
    const alea_board opening = alea_board_start(ALEA_SETUP_HYPERGAMMON);
    alea_hypergammon *table;
    if (!path || !*path) skip();
    assert_int_equal(alea_hypergammon_open_file(path, false, &table, NULL), ALEA_OK);
    double equity = 0, chance[5] = {0};
    for (int r = 0; r < ALEA_ROLLS; r++) {
        const alea_roll roll = alea_roll_at(r);
        if (alea_roll_is_double(roll)) continue;
        const int count = alea_positions_after(&opening, roll, &rules, results);
        alea_hypergammon_value best = {.cubeless = 4};
        for (int i = 0; i < count; i++) {
            alea_hypergammon_value v;
            const alea_board next = alea_board_swap(&results[i]);
            assert_true(alea_hypergammon_find(table, &next, &v));
            if (v.cubeless < best.cubeless) best = v;
        }
        equity -= (double)best.cubeless / 15;
        const alea_probs *p = &best.probs;
        const float mine[5] = {1 - p->win, p->lose_gammon, p->lose_backgammon,
                               p->win_gammon, p->win_backgammon};
        for (int k = 0; k < 5; k++) chance[k] += (double)mine[k] / 15;
    }
    static const double published[5] = {.52118, .31021, .02082, .27245, .01726};
    assert_true(fabs(equity - 0.0836795444708631) < 1e-6);
    for (int k = 0; k < 5; k++) assert_true(fabs(chance[k] - published[k]) < 2e-5);
    assert_true(alea_hypergammon_residual(table, 300, 5) < 5e-6);
    alea_hypergammon_close(table);
}

/* With the table a search of any depth answers from it. */
static void test_search_uses_the_table(void **state)
{
    (void)state;
    const char *path = getenv("ALEA_HYPERGAMMON");
    alea_hypergammon *table;
    alea_hypergammon_value v;
    alea_evaluator *evaluator;
    alea_engine *engine;
    const alea_engine_options options = {.threads = 1, .cache_bytes = 1 << 20};
    if (!path || !*path) skip();
    assert_int_equal(alea_hypergammon_open_file(path, false, &table, NULL), ALEA_OK);
    assert_int_equal(alea_evaluator_open(&evaluator, NULL), ALEA_OK);
    alea_evaluator_set_hypergammon(evaluator, table);
    assert_int_equal(alea_engine_open(&engine, evaluator, NULL, &options, NULL),
                     ALEA_OK);
    const alea_rules rules = alea_rules_preset(ALEA_PRESET_HYPERGAMMON);
    for (int jacoby = 0; jacoby < 2; jacoby++) {
        const alea_search_settings settings = alea_search_settings_default(2);
        alea_decision d = {.board = alea_board_start(ALEA_SETUP_HYPERGAMMON),
                           .cube = alea_cube_money(),
                           .rules = rules.play,
                           .endings = alea_endings_of_rules(&rules)};
        d.cube.jacoby = jacoby != 0;
        alea_cube_result r;
        assert_int_equal(alea_search_cube(engine, &d, &settings, &r, NULL), ALEA_OK);
        assert_true(alea_hypergammon_find(table, &d.board, &v));
        assert_true(r.verdict.equity.no_double == (jacoby ? v.jacoby : v.centred));
        assert_true(r.verdict.equity.double_take == 2 * v.opponent);
        assert_true(r.probs.win == v.probs.win);
    }
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    alea_hypergammon_close(table);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers),
        cmocka_unit_test(test_plays_are_the_generators),
        cmocka_unit_test(test_threads_and_stops_change_nothing),
        cmocka_unit_test(test_races),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_published_figures),
        cmocka_unit_test(test_search_uses_the_table),
    };
    return cmocka_run_group_tests(tests, start, finish);
}
