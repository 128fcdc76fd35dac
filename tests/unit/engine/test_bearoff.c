/* The bear-off tables: published exact values, and an independent recursion over
 * alea_positions_after on small boards. */
#include <alea/bearoff.h>
#include <alea/eval.h>

#include "base/hash.h"
#include "engine/bearoff/table.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static alea_bearoff *one, *two;

static int open_tables(void **state)
{
    (void)state;
    return alea_bearoff_open_standard(ALEA_BEAROFF_ONE_SIDED, &one, NULL) != ALEA_OK ||
           alea_bearoff_open_standard(ALEA_BEAROFF_TWO_SIDED, &two, NULL) != ALEA_OK;
}

static int close_tables(void **state)
{
    (void)state;
    alea_bearoff_close(one);
    alea_bearoff_close(two);
    return 0;
}

/* counts of points 1..6 */
static alea_board board_of(const int mine[6], const int theirs[6])
{
    alea_board board = {{0}};
    for (int k = 0; k < 6; k++) {
        board.point[k + 1] = (int8_t)mine[k];
        board.point[24 - k] = (int8_t)-theirs[k];
    }
    return board;
}

static double epc(int a, int b, int c, int d, int e, int f)
{
    alea_board board = board_of((int[]){a, b, c, d, e, f}, (int[]){1, 0, 0, 0, 0, 0});
    return alea_bearoff_mean_rolls(one, &board, true) * 49 / 6;
}

static void near(double got, double wanted, double within)
{
    if (!(got >= wanted - within && got <= wanted + within))
        fail_msg("%.7f is not within %g of %.7f", got, within, wanted);
}

/* Published effective pip counts (Trice; others read them off 16-bit tables, cut
 * short). */
static void test_effective_pip_counts(void **state)
{
    (void)state;
    near(epc(1, 0, 0, 0, 0, 0), 8.167, .0011);
    near(epc(2, 0, 0, 0, 0, 0), 8.167, .0011);
    near(epc(3, 0, 0, 0, 0, 0), 14.972, .0011);
    near(epc(4, 0, 0, 0, 0, 0), 14.972, .0011);
    near(epc(6, 0, 0, 0, 0, 0), 22.005, .0011);
    near(epc(8, 0, 0, 0, 0, 0), 28.999, .0011);
    near(epc(7, 0, 0, 0, 0, 0) * 6 / 49, 3.5509259, 1e-7);
    near(epc(10, 0, 0, 0, 0, 0), 36.000, .0011);
    near(epc(13, 0, 0, 0, 0, 0), 50.000004, 1e-6);
    near(epc(15, 0, 0, 0, 0, 0), 56.999, .0011);  /* 56.9999994, published cut short */
    near(epc(0, 0, 0, 0, 0, 15), 100.175, .0015); /* 12.26619, published 12.2663 */
    near(epc(0, 0, 0, 0, 0, 15) * 6 / 49, 12.2663, .00015);
    near(epc(0, 0, 0, 5, 5, 5), 82.269, .0011);
    near(epc(0, 0, 0, 5, 5, 5) * 6 / 49, 10.0738, .00005);
    near(epc(0, 0, 0, 3, 5, 7), 86.068, .0011);
    near(epc(2, 2, 2, 2, 2, 2), 51.943, .0011);
    near(epc(0, 0, 0, 0, 5, 5), 62.096, .0011);
}

static void test_single_checkers(void **state)
{
    (void)state;
    const double sixths[3] = {34, 31, 27};
    for (int k = 0; k < 3; k++) {
        int mine[6] = {0};
        float p[ALEA_BEAROFF_MAX_ROLLS];
        int count;
        mine[k + 3] = 1;
        alea_board board = board_of(mine, (int[]){1, 0, 0, 0, 0, 0});
        assert_true(alea_bearoff_rolls(one, &board, true, p, &count));
        near((double)p[1], sixths[k] / 36, 1e-7);
    }
}

static void test_two_sided_known(void **state)
{
    (void)state;
    alea_bearoff_equity e;
    const int six[6] = {0, 0, 0, 0, 0, 1};
    alea_board board = board_of(six, six);
    assert_true(alea_bearoff_equities(two, &board, &e));
    near((double)e.cubeless, .625, 1e-7);
    near((double)e.owned, .625, 1e-7);
    near((double)e.centred, .5, 1e-7);
    near((double)e.opponent, .5, 1e-7);
    /* Two rolls against one: only a double wins. */
    board = board_of((int[]){4, 0, 0, 0, 0, 0}, (int[]){2, 0, 0, 0, 0, 0});
    assert_true(alea_bearoff_equities(two, &board, &e));
    near((double)(1 + e.cubeless) / 2, 1. / 6, 1e-6);
}

/* Equities by plain recursion over the rules' own plays; [0] cubeless .. [3]. */
static void recurse(const alea_board *board, double out[4])
{
    static alea_board results[16][ALEA_MAX_PLAYS];
    static int depth;
    alea_play_rules rules = alea_play_rules_standard();
    for (int s = 0; s < 4; s++) out[s] = 0;
    alea_board *list = results[depth++];
    for (int r = 0; r < ALEA_ROLLS; r++) {
        double best[4] = {-9, -9, -9, -9};
        int count = alea_positions_after(board, alea_roll_at(r), &rules, list);
        for (int i = 0; i < count; i++) {
            double value[4] = {1, 1, 1, 1}, v[4];
            if (alea_board_checkers(&list[i], true) > 0) {
                alea_board next = alea_board_swap(&list[i]);
                recurse(&next, v);
                double doubled = 2 * v[3] < 1 ? 2 * v[3] : 1;
                value[0] = -v[0];
                value[1] = -v[3];
                value[2] = -(v[2] > doubled ? v[2] : doubled);
                value[3] = -(v[1] > doubled ? v[1] : doubled);
            }
            for (int s = 0; s < 4; s++)
                if (value[s] > best[s]) best[s] = value[s];
        }
        for (int s = 0; s < 4; s++)
            out[s] += best[s] * alea_roll_weight(alea_roll_at(r)) / 36;
    }
    depth--;
}

static void test_two_sided_recursion(void **state)
{
    (void)state;
    for (int a = 0; a < 6; a++)
        for (int b = 0; b < 6; b++)
            for (int c = -1; c <= (a + b < 4 ? 2 : -1); c++) {
                int mine[6] = {0}, theirs[6] = {0};
                mine[a]++;
                theirs[b]++;
                if (c >= 0) mine[c]++, theirs[c]++;
                alea_board board = board_of(mine, theirs);
                alea_bearoff_equity e;
                double wanted[4];
                recurse(&board, wanted);
                assert_true(alea_bearoff_equities(two, &board, &e));
                near((double)e.cubeless, wanted[0], 1e-6);
                near((double)e.owned, wanted[1], 1e-6);
                near((double)e.centred, wanted[2], 1e-6);
                near((double)e.opponent, wanted[3], 1e-6);
            }
}

/* A distribution is the average of those its best plays lead to. */
static void test_one_sided_recursion(void **state)
{
    (void)state;
    alea_play_rules rules = alea_play_rules_standard();
    static alea_board list[ALEA_MAX_PLAYS];
    uint32_t seed = 7;
    for (int trial = 0; trial < 300; trial++) {
        int mine[6] = {0};
        int checkers = 1 + trial % 15;
        for (int i = 0; i < checkers; i++) {
            seed = seed * 1664525 + 1013904223;
            mine[(seed >> 16) % 6]++;
        }
        alea_board board = board_of(mine, (int[]){1, 0, 0, 0, 0, 0});
        double mean = 1;
        for (int r = 0; r < ALEA_ROLLS; r++) {
            double best = 1e9;
            int count = alea_positions_after(&board, alea_roll_at(r), &rules, list);
            for (int i = 0; i < count; i++) {
                double m = alea_bearoff_mean_rolls(one, &list[i], true);
                if (m < best) best = m;
            }
            mean += best * alea_roll_weight(alea_roll_at(r)) / 36;
        }
        near(alea_bearoff_mean_rolls(one, &board, true), mean, 1e-9);
        float p[ALEA_BEAROFF_MAX_ROLLS];
        int count;
        double sum = 0, first = 0;
        assert_true(alea_bearoff_rolls(one, &board, true, p, &count));
        for (int k = 0; k < count; k++) sum += (double)p[k], first += k * (double)p[k];
        near(sum, 1, 1e-6);
        near(first, mean, 1e-5);
        assert_true(alea_bearoff_first_rolls(one, &board, true, p, &count));
        if (checkers < 15) near((double)p[0], 1, 0);
    }
}

static void test_probs(void **state)
{
    (void)state;
    alea_probs p;
    const int closed[6] = {3, 3, 3, 2, 2, 2}, two_left[6] = {2, 0, 0, 0, 0, 0};
    alea_board board = board_of(two_left, closed);
    assert_true(alea_bearoff_probs(one, two, &board, &p));
    assert_true(p.win == 1 && p.win_gammon == 1 && p.lose_gammon == 0);
    /* On roll he bears one off for certain: no gammon. */
    alea_board other = alea_board_swap(&board);
    assert_true(alea_bearoff_probs(one, two, &other, &p));
    assert_true(p.win == 0 && p.lose_gammon == 0);
    /* Contact, or a checker outside, is not for the tables. */
    board.point[24] = 1;
    assert_false(alea_bearoff_probs(one, two, &board, &p));
    board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    assert_false(alea_bearoff_probs(one, two, &board, &p));
    assert_false(alea_bearoff_equities(two, &board, &(alea_bearoff_equity){0}));
    board = (alea_board){{0}};
    board.point[1] = 3;
    board.point[2] = -2;
    assert_false(alea_bearoff_probs(one, two, &board, &p));
}

static void assert_same(const alea_probs *a, const alea_probs *b)
{
    assert_memory_equal(a, b, sizeof *a);
}

/* A table of seven points judges the races it reaches, and no others. */
static void test_wider_table(void **state)
{
    (void)state;
    alea_evaluator *e = NULL;
    alea_bearoff *wide = NULL;
    const alea_bearoff_job job = {ALEA_BEAROFF_ONE_SIDED, 7, 15, 1, NULL, NULL};
    assert_int_equal(alea_evaluator_open(&e, NULL), ALEA_OK);
    assert_int_equal(alea_bearoff_make(&job, &wide, NULL), ALEA_OK);
    const int mine[6] = {1, 2, 3, 3, 3, 2}, theirs[6] = {2, 2, 2, 3, 3, 3};
    alea_board near = board_of(mine, theirs), far = near, result;
    near.point[7] = 1;
    far.point[8] = 1;
    alea_probs net_near, net_far, by_table, p, after;
    alea_eval(e, &near, &net_near);
    alea_eval(e, &far, &net_far);
    assert_true(alea_bearoff_probs(wide, two, &near, &by_table));
    alea_evaluator_set_bearoff(e, wide);
    alea_eval(e, &near, &p);
    assert_same(&p, &by_table);
    assert_true(p.win != net_near.win);
    alea_eval(e, &far, &p);
    assert_same(&p, &net_far);
    result = alea_board_swap(&near);
    alea_eval_results(e, &far, &result, 1, &p);
    after = alea_probs_flip(&p);
    assert_same(&after, &by_table);
    alea_evaluator_set_bearoff(e, two);
    alea_eval(e, &near, &p);
    assert_same(&p, &net_near);
    alea_evaluator_set_bearoff(e, wide);
    alea_evaluator_set_bearoff(e, NULL);
    alea_eval(e, &near, &p);
    assert_same(&p, &net_near);
    alea_bearoff_close(wide);
    alea_evaluator_close(e);
}

static alea_status reopen(const unsigned char *bytes, size_t size, bool verify)
{
    alea_bearoff *table = NULL;
    alea_error error = {0};
    alea_status status = alea_bearoff_open_memory(bytes, size, verify, &table, &error);
    if (status != ALEA_OK) assert_true(error.reason[0] != 0);
    alea_bearoff_close(table);
    return status;
}

static void test_damaged_tables_are_refused(void **state)
{
    (void)state;
    size_t size = alea_bearoff_table_size(one);
    unsigned char *bytes = malloc(size + 8);
    memcpy(bytes, alea_bearoff_table_bytes(one), size);
    assert_int_equal(reopen(bytes, size, true), ALEA_OK);
    assert_int_equal(reopen(bytes, size - 4, true), ALEA_ERROR_SYNTAX);
    assert_int_equal(reopen(bytes, size + 4, true), ALEA_ERROR_SYNTAX);
    for (size_t cut = 0; cut <= sizeof(bearoff_header); cut++)
        assert_int_not_equal(reopen(bytes, cut, false), ALEA_OK);
    for (size_t i = 0; i < sizeof(bearoff_header); i++) {
        bytes[i] ^= 1;
        assert_int_not_equal(reopen(bytes, size, true), ALEA_OK);
        bytes[i] ^= 1;
    }
    bytes[size / 2] ^= 16;
    assert_int_equal(reopen(bytes, size, true), ALEA_ERROR_CHECKSUM);
    assert_int_equal(reopen(bytes, size, false), ALEA_OK);
    assert_int_equal(reopen(bytes + 1, size, true), ALEA_ERROR_ARGUMENT);
    free(bytes);
}

/* Entries that point outside the pool, not-a-number values: refused where they are
 * used. */
static void test_hostile_data_stays_inside(void **state)
{
    (void)state;
    size_t size = alea_bearoff_table_size(one);
    unsigned char *bytes = malloc(size);
    memcpy(bytes, alea_bearoff_table_bytes(one), size);
    memset(bytes + sizeof(bearoff_header), 0xff, size - sizeof(bearoff_header));
    alea_bearoff *table = NULL;
    assert_int_equal(alea_bearoff_open_memory(bytes, size, false, &table, NULL),
                     ALEA_OK);
    alea_board board = board_of((int[]){3, 0, 0, 0, 0, 0}, (int[]){9, 0, 0, 0, 0, 0});
    alea_probs p;
    float rolls[ALEA_BEAROFF_MAX_ROLLS];
    int count;
    assert_false(alea_bearoff_rolls(table, &board, true, rolls, &count));
    assert_false(alea_bearoff_probs(table, NULL, &board, &p));
    assert_true(alea_bearoff_mean_rolls(table, &board, true) < 0);
    alea_bearoff_close(table);
    free(bytes);
}

typedef struct stopper {
    int calls, limit;
} stopper;

static bool stop_after(void *context, double fraction)
{
    stopper *s = context;
    assert_true(fraction >= 0 && fraction <= 1);
    return ++s->calls < s->limit;
}

/* Stopped, resumed, any number of threads: the same bytes. */
static void test_file_resumes_to_the_same_bytes(void **state)
{
    (void)state;
    char path[] = "/tmp/alea-bearoff-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    alea_bearoff *whole, *resumed = NULL;
    alea_bearoff_job job = {ALEA_BEAROFF_TWO_SIDED, 6, 4, 1, NULL, NULL};
    assert_int_equal(alea_bearoff_make(&job, &whole, NULL), ALEA_OK);
    for (int part = 0; part < 3; part++) {
        stopper s = {0, 40};
        job.threads = 1 + part;
        job.progress = stop_after;
        job.context = &s;
        assert_int_equal(alea_bearoff_make_file(&job, path, NULL),
                         ALEA_ERROR_CANCELLED);
    }
    job.progress = NULL;
    assert_int_equal(alea_bearoff_make_file(&job, path, NULL), ALEA_OK);
    assert_int_equal(alea_bearoff_open_file(path, true, &resumed, NULL), ALEA_OK);
    assert_int_equal(alea_bearoff_table_size(whole), alea_bearoff_table_size(resumed));
    assert_memory_equal(alea_bearoff_table_bytes(whole),
                        alea_bearoff_table_bytes(resumed),
                        alea_bearoff_table_size(whole));
    alea_bearoff_close(whole);
    alea_bearoff_close(resumed);
    unlink(path);
}

static void test_bad_jobs(void **state)
{
    (void)state;
    const alea_bearoff_job bad[] = {
        {ALEA_BEAROFF_TWO_SIDED, 7, 6, 1, NULL, NULL},
        {ALEA_BEAROFF_TWO_SIDED, 6, 13, 1, NULL, NULL},
        {ALEA_BEAROFF_TWO_SIDED, 6, 0, 1, NULL, NULL},
        {ALEA_BEAROFF_ONE_SIDED, 5, 15, 1, NULL, NULL},
        {ALEA_BEAROFF_ONE_SIDED, 13, 15, 1, NULL, NULL},
        {ALEA_BEAROFF_ONE_SIDED, 6, 16, 1, NULL, NULL},
        {ALEA_BEAROFF_ONE_SIDED, 6, 15, 0, NULL, NULL},
        {(alea_bearoff_kind)3, 6, 15, 1, NULL, NULL},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        alea_bearoff *table;
        alea_error error = {0};
        assert_int_equal(alea_bearoff_make(&bad[i], &table, &error),
                         ALEA_ERROR_ARGUMENT);
        assert_true(error.reason[0] != 0);
    }
}

/* Numbers are a bijection in the promised order, and moves go down. */
static void test_index(void **state)
{
    (void)state;
    bearoff_index index;
    assert_true(bearoff_index_start(&index, 6, 15));
    assert_int_equal(index.positions, 54264);
    uint8_t count[ALEA_BEAROFF_MAX_POINTS] = {0};
    uint32_t rank = 0, to[ALEA_BEAROFF_MAX_POINTS];
    do {
        assert_int_equal(bearoff_rank(&index, count), rank);
        for (int die = 1; die <= 6 && rank > 0; die++) {
            int moves = bearoff_moves(&index, count, die, to);
            assert_in_range(moves, 1, 6);
            for (int i = 0; i < moves; i++) assert_true(to[i] < rank);
        }
        rank++;
    } while (bearoff_next(&index, count));
    assert_int_equal(rank, index.positions);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_index),
        cmocka_unit_test(test_effective_pip_counts),
        cmocka_unit_test(test_single_checkers),
        cmocka_unit_test(test_two_sided_known),
        cmocka_unit_test(test_two_sided_recursion),
        cmocka_unit_test(test_one_sided_recursion),
        cmocka_unit_test(test_probs),
        cmocka_unit_test(test_damaged_tables_are_refused),
        cmocka_unit_test(test_hostile_data_stays_inside),
        cmocka_unit_test(test_file_resumes_to_the_same_bytes),
        cmocka_unit_test(test_bad_jobs),
        cmocka_unit_test(test_wider_table),
    };
    return cmocka_run_group_tests(tests, open_tables, close_tables);
}
