/* The move generator against reference counts. ctest labels: full */
#include <alea/play.h>

#include "perft/reference.h"
#include "support/effort.h"
#include "unit/board_of.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>

#include <cmocka.h>

enum { REFERENCE_ROLLS = sizeof reference_rolls / sizeof reference_rolls[0] };
enum { REFERENCE_PLIES = sizeof reference_plies / sizeof reference_plies[0] };

typedef struct counts {
    long long nodes, unmoved, finished;
    alea_board *ends; /* positions at the ends, `size` of them used */
    size_t size, capacity;
} counts;

static void count_ply(const alea_board *board, int plies, counts *c)
{
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board out[ALEA_MAX_PLAYS];
    if (alea_board_phase(board) == ALEA_PHASE_OVER) return;
    for (int r = 0; r < ALEA_ROLLS; r++) {
        int n = alea_positions_after(board, alea_roll_at(r), &rules, out);
        assert_true(n >= 1 && n <= ALEA_MAX_PLAYS);
        for (int i = 0; i < n; i++) {
            alea_board next = alea_board_swap(&out[i]);
            if (plies > 1) {
                count_ply(&next, plies - 1, c);
                continue;
            }
            c->nodes++;
            c->unmoved += alea_board_equal(board, &out[i]);
            c->finished += alea_board_checkers(&out[i], true) == 0;
            if (c->size == c->capacity) {
                c->capacity = c->capacity ? c->capacity * 2 : 1024;
                c->ends = realloc(c->ends, c->capacity * sizeof *c->ends);
                assert_non_null(c->ends);
            }
            c->ends[c->size++] = next;
        }
    }
}

static int compare_boards(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(alea_board));
}

static long long distinct(counts *c)
{
    long long n = 0;
    if (c->size == 0) return 0;
    qsort(c->ends, c->size, sizeof *c->ends, compare_boards);
    for (size_t i = 0; i < c->size; i++)
        n += i == 0 || !alea_board_equal(&c->ends[i], &c->ends[i - 1]);
    return n;
}

static void results_of_each_roll(void **state)
{
    (void)state;
    const alea_play_rules rules = alea_play_rules_standard();
    static alea_board out[ALEA_MAX_PLAYS];
    static alea_play_list list;
    for (int i = 0; i < REFERENCE_ROLLS; i++) {
        alea_board board = board_of(reference_rolls[i].id);
        for (int r = 0; r < ALEA_ROLLS; r++) {
            int n = alea_positions_after(&board, alea_roll_at(r), &rules, out);
            if (n != reference_rolls[i].results[r])
                fail_msg("%s, roll %d: %d results", reference_rolls[i].name, r, n);
            assert_int_equal(
                alea_positions_after_count(&board, alea_roll_at(r), &rules), n);
            alea_plays(&board, alea_roll_at(r), &rules, &list);
            assert_int_equal(list.count, n);
            for (int k = 0; k < n; k++)
                assert_true(alea_board_equal(&out[k], &list.play[k].board));
        }
    }
}

static void plies(void **state)
{
    (void)state;
    for (int i = 0; i < REFERENCE_PLIES; i++) {
        const ply_counts *expected = &reference_plies[i];
        if (expected->nodes > EFFORT(INT64_MAX, 500000)) continue;
        alea_board board = board_of(expected->id);
        counts c = {0};
        count_ply(&board, expected->plies, &c);
        if (c.nodes != expected->nodes)
            fail_msg("%s, %d plies: %lld nodes", expected->id, expected->plies,
                     c.nodes);
        assert_int_equal(c.unmoved, expected->unmoved);
        assert_int_equal(c.finished, expected->finished);
        assert_int_equal(distinct(&c), expected->distinct);
        free(c.ends);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(results_of_each_roll),
        cmocka_unit_test(plies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
