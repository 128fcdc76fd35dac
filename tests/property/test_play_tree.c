/* The tree of single moves against the list of results, on random positions of every
 * kind under every combination of play rules: the same ends, every way to them accepted
 * by the judge, no dead end, nothing twice.
 * ctest labels: full */
#include "support/effort.h"
#include "unit/slow_plays.h"

#include <alea/play_tree.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { POSITIONS = EFFORT(4000, 1000), WALKS = 12 };

static alea_play_tree tree;
static alea_board results[ALEA_MAX_PLAYS], ends[ALEA_TREE_NODES];
static int most_nodes, most_moves;

static int distinct(alea_board *boards, int count)
{
    int n = 0;
    qsort(boards, (size_t)count, sizeof *boards, slow_compare);
    for (int i = 0; i < count; i++)
        if (i == 0 || memcmp(&boards[i], &boards[n - 1], sizeof *boards) != 0)
            boards[n++] = boards[i];
    return n;
}

static void check_ends(const alea_board *b, alea_roll roll,
                       const alea_play_rules *rules)
{
    int count = 0;
    for (int i = 0; i < tree.nodes; i++)
        if (tree.node[i].done) ends[count++] = tree.node[i].board;
    count = distinct(ends, count);
    const int expected =
        distinct(results, alea_positions_after(b, roll, rules, results));
    assert_int_equal(count, expected);
    assert_memory_equal(ends, results, (size_t)count * sizeof *ends);
}

/* Each move is one that a slow second opinion allows; no node is a dead end. */
static void check_moves(const alea_play_rules *rules)
{
    int moves = 0;
    for (int i = 0; i < tree.nodes; i++) {
        const alea_tree_node *n = &tree.node[i];
        assert_true(n->moves > 0 || n->done);
        assert_int_equal(n->first_move, moves);
        moves += n->moves;
        for (int k = 0; k < n->moves; k++) {
            const alea_tree_move *m = &tree.move[n->first_move + k];
            assert_true(slow_can_move(&n->board, m->from, m->die, rules->bearoff_high));
            const alea_board after = slow_move(&n->board, m->from, m->die);
            assert_memory_equal(&after, &tree.node[m->node].board, sizeof after);
            assert_int_equal(m->hit, after.point[0] != n->board.point[0]);
            assert_int_equal(m->to, m->from > m->die ? m->from - m->die : 0);
            assert_true(m->node > i && m->node < tree.nodes);
            for (int j = 0; j < k; j++) {
                const alea_tree_move *o = &tree.move[n->first_move + j];
                assert_false(o->from == m->from && o->die == m->die);
            }
        }
        for (int j = 0; j < i && tree.nodes < 200; j++)
            assert_false(tree.node[j].left_high == n->left_high &&
                         tree.node[j].left_low == n->left_low &&
                         alea_board_equal(&tree.node[j].board, &n->board));
    }
    assert_int_equal(moves, tree.moves);
}

/* Random ways down: at each node that is done the judge takes the moves so far. */
static void walk_down(const alea_board *b, alea_roll roll, const alea_play_rules *rules,
                      test_random *random)
{
    alea_move made[ALEA_MAX_MOVES];
    int count = 0, at = 0;
    for (;;) {
        const alea_tree_node *n = &tree.node[at];
        if (n->done) {
            alea_play play;
            assert_int_equal(alea_play_judge(b, roll, rules, made, count, &play, NULL),
                             ALEA_PLAY_LEGAL);
            assert_true(alea_board_equal(&play.board, &n->board));
        }
        if (n->moves == 0) return;
        const alea_tree_move *m =
            &tree.move[n->first_move + (int)random_below(random, n->moves)];
        assert_true(count < ALEA_MAX_MOVES);
        made[count++] = (alea_move){(int8_t)m->from, (int8_t)m->to, false};
        at = m->node;
    }
}

static void check(const alea_board *b, alea_roll roll, const alea_play_rules *rules,
                  test_random *random)
{
    alea_play_tree_of(b, roll, rules, &tree);
    check_ends(b, roll, rules);
    check_moves(rules);
    for (int i = 0; i < WALKS; i++) walk_down(b, roll, rules, random);
    if (tree.nodes > most_nodes) most_nodes = tree.nodes;
    if (tree.moves > most_moves) most_moves = tree.moves;
}

static void tree_agrees_with_results(void **state)
{
    (void)state;
    test_random random = {991};
    for (int i = 0; i < POSITIONS; i++) {
        const alea_board b = random_board(&random);
        const alea_roll roll = random_roll(&random);
        const alea_play_rules rules = combination(i % RULE_COMBINATIONS);
        check(&b, roll, &rules, &random);
    }
}

/* Checkers spread over the board, nothing in the way: the most ways there are. */
static void the_widest_fit(void **state)
{
    (void)state;
    test_random random = {7};
    const alea_play_rules rules = alea_play_rules_standard();
    for (int i = 0; i < 400; i++) {
        alea_board b = {{0}};
        b.point[0] = -15;
        for (int n = 15; n > 0; n--) b.point[1 + random_below(&random, 24)]++;
        for (int die = 1; die <= 6; die++)
            check(&b, (alea_roll){{(uint8_t)die, (uint8_t)die}}, &rules, &random);
    }
    for (int from = 6; from <= 24; from++) { /* every second point, blots to hit */
        alea_board b = {{0}};
        int left = 15;
        for (int p = from; p > 0 && left > 0; p--, left--) b.point[p] = 1;
        b.point[24] = (int8_t)(b.point[24] + left);
        b.point[0] = -1;
        for (int die = 1; die <= 6; die++)
            check(&b, (alea_roll){{(uint8_t)die, (uint8_t)die}}, &rules, &random);
    }
    print_message("the widest: %d nodes, %d moves\n", most_nodes, most_moves);
    assert_true(most_nodes <= ALEA_TREE_NODES && most_moves <= ALEA_TREE_MOVES);
    assert_true(most_nodes > 1000);
}

static void no_play_is_one_node(void **state)
{
    (void)state;
    const alea_play_rules rules = alea_play_rules_standard();
    alea_board b = {{0}};
    b.point[25] = 1;
    for (int p = 19; p <= 24; p++) b.point[p] = -2;
    alea_play_tree_of(&b, (alea_roll){{3, 1}}, &rules, &tree);
    assert_int_equal(tree.nodes, 1);
    assert_int_equal(tree.moves, 0);
    assert_true(tree.node[0].done);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tree_agrees_with_results),
        cmocka_unit_test(the_widest_fit),
        cmocka_unit_test(no_play_is_one_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
