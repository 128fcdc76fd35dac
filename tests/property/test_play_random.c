/* The generator and the judge against a slow second opinion, on random positions of
 * every kind under every combination of play rules. ctest labels: full */
#include "support/effort.h"
#include "unit/slow_plays.h"

#include "core/moves.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

enum { POSITIONS = EFFORT(6000, 1500) };

static void show(const alea_board *b, alea_roll roll, int rule)
{
    fprintf(stderr, "rules %d, roll %d-%d:", rule, roll.die[0], roll.die[1]);
    for (int p = 0; p < 26; p++) fprintf(stderr, " %d", b->point[p]);
    fprintf(stderr, "\n");
}

/* Moves from the `i`-th on are legal one after the other, a die of `left` each, and
 * lead to the play's board. Which die a man is borne off by may have to be tried. */
static bool follow(const alea_board *at, const int left[7], alea_bearoff_high high,
                   const alea_play *play, int i)
{
    if (i == play->count) return memcmp(at, &play->board, sizeof *at) == 0;
    alea_move m = play->move[i];
    for (int die = 1; die <= 6; die++) {
        int to = m.from > die ? m.from - die : 0, rest[7];
        if (left[die] == 0 || to != m.to || !slow_can_move(at, m.from, die, high))
            continue;
        alea_board after = slow_move(at, m.from, die);
        if (m.hit != (after.point[0] != at->point[0])) continue;
        memcpy(rest, left, sizeof rest);
        rest[die]--;
        if (follow(&after, rest, high, play, i + 1)) return true;
    }
    return false;
}

static bool is_playable(const alea_board *b, alea_roll roll,
                        const alea_play_rules *rules, const alea_play *play)
{
    int left[7] = {0};
    bool is_double = roll.die[0] == roll.die[1];
    left[roll.die[0]] += is_double ? rules->double_moves : 1;
    if (!is_double) left[roll.die[1]]++;
    return follow(b, left, rules->bearoff_high, play, 0);
}

static void results_agree(void **state)
{
    (void)state;
    test_random random = {20240613};
    static alea_board got[ALEA_MAX_PLAYS], expected[ALEA_MAX_PLAYS];
    static alea_play_list list;
    for (int i = 0; i < POSITIONS; i++) {
        alea_board b = random_board(&random);
        assert_int_equal(alea_board_check(&b, 15, NULL), ALEA_OK);
        alea_roll roll = random_roll(&random);
        int rule = i % RULE_COMBINATIONS, most;
        alea_play_rules rules = combination(rule);
        int n = alea_positions_after(&b, roll, &rules, got);
        int m = slow_results(&b, roll, &rules, expected, &most);
        alea_plays(&b, roll, &rules, &list);
        bool agree = n == m && list.count == n &&
                     alea_positions_after_count(&b, roll, &rules) == n &&
                     alea_play_most_dice(&b, roll, &rules, NULL) == most;
        for (int k = 0; k < n && agree; k++)
            agree = memcmp(&list.play[k].board, &got[k], sizeof got[k]) == 0 &&
                    is_playable(&b, roll, &rules, &list.play[k]);
        qsort(got, (size_t)n, sizeof got[0], slow_compare);
        agree = agree && memcmp(got, expected, (size_t)n * sizeof got[0]) == 0;
        if (!agree) {
            show(&b, roll, rule);
            fail_msg("position %d: %d results, expected %d", i, n, m);
        }
    }
}

/* Whether the judge takes exactly this play, given in various ways. */
static void judge_takes(const alea_board *b, alea_roll roll,
                        const alea_play_rules *rules, const alea_play *play,
                        test_random *random)
{
    alea_move moves[ALEA_MAX_MOVES];
    alea_play judged;
    int bad, count;
    alea_play_canonical(b, play, moves, &count);
    alea_play_error error =
        alea_play_judge(b, roll, rules, moves, count, &judged, &bad);
    assert_int_equal(error, ALEA_PLAY_LEGAL);
    assert_true(alea_board_equal(&judged.board, &play->board));
    assert_true(is_playable(b, roll, rules, &judged));
    assert_int_equal(bad, -1);
    /* One move a die, in any order, hits unmarked: the same net moves. */
    for (int i = 0; i < play->count; i++) moves[i] = play->move[i];
    for (int i = play->count - 1; i > 0; i--) {
        int k = (int)random_below(random, (unsigned)i + 1);
        alea_move swap = moves[i];
        moves[i] = moves[k];
        moves[k] = swap;
    }
    for (int i = 0; i < play->count; i++) moves[i].hit = false;
    error = alea_play_judge(b, roll, rules, moves, play->count, &judged, NULL);
    assert_int_equal(error, ALEA_PLAY_LEGAL);
    assert_true(alea_board_equal(&judged.board, &play->board));
    /* However it was played, one result has one written form. */
    alea_move again[ALEA_MAX_MOVES];
    int written = count, length;
    alea_play_canonical(b, play, moves, &written);
    alea_play_canonical(b, &judged, again, &length);
    assert_int_equal(written, length);
    for (int i = 0; i < length; i++) {
        assert_int_equal(moves[i].from, again[i].from);
        assert_int_equal(moves[i].to, again[i].to);
        assert_int_equal(moves[i].hit, again[i].hit);
    }
    for (int i = 0; i < play->count; i++) moves[i] = play->move[i];
    /* Joined wherever one move goes on where another ended, hits on the way included:
     * my checkers stand the same, whatever way was hit on. */
    count = play->count;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (i != k && moves[i].to == moves[k].from && moves[i].to != 0) {
                moves[i].to = moves[k].to;
                moves[k] = moves[--count];
                i = k = -1;
                break;
            }
    error = alea_play_judge(b, roll, rules, moves, count, &judged, NULL);
    assert_int_equal(error, ALEA_PLAY_LEGAL);
    assert_true(is_playable(b, roll, rules, &judged));
    for (int p = 1; p < 26; p++) {
        int8_t mine = judged.board.point[p], expected = play->board.point[p];
        assert_int_equal(mine > 0 ? mine : 0, expected > 0 ? expected : 0);
    }
}

static void listed_plays_are_legal(void **state)
{
    (void)state;
    test_random random = {77};
    static alea_play_list list;
    for (int i = 0; i < POSITIONS; i++) {
        alea_board b = random_board(&random);
        alea_roll roll = random_roll(&random);
        alea_play_rules rules = combination(i % RULE_COMBINATIONS);
        alea_plays(&b, roll, &rules, &list);
        int step = 1 + list.count / 40; /* of long lists, every so many */
        for (int k = 0; k < list.count; k += step)
            judge_takes(&b, roll, &rules, &list.play[k], &random);
    }
}

/* Plays the journeys in some order, each by one die, as the slow opinion sees it. Notes
 * every end in `ends`; returns how many. */
static int try_orders(const alea_board *b, const alea_move *moves, const int *dice,
                      int left, alea_bearoff_high high, alea_board *ends, int *last)
{
    if (left == 0) {
        ends[0] = *b;
        return 1;
    }
    int n = 0;
    for (int i = 0; i < left; i++)
        for (int d = 0; d < 2; d++) {
            int to = moves[i].from > dice[d] ? moves[i].from - dice[d] : 0;
            if (dice[d] == 0 || to != moves[i].to ||
                !slow_can_move(b, moves[i].from, dice[d], high))
                continue;
            alea_board after = slow_move(b, moves[i].from, dice[d]);
            alea_move others[2];
            int rest[2] = {dice[0], dice[1]}, deeper;
            for (int k = 0, m = 0; k < left; k++)
                if (k != i) others[m++] = moves[k];
            rest[d] = 0;
            last[n] = dice[d];
            n += try_orders(&after, others, rest, left - 1, high, ends + n, &deeper);
        }
    return n;
}

static bool is_enemy_point(const alea_board *b, int point)
{
    return point >= 1 && point <= 24 && b->point[point] < -1;
}

/* What each reason claims must be true of the position and the moves. */
static bool reason_holds(const alea_board *b, alea_roll roll,
                         const alea_play_rules *rules, const alea_move *moves,
                         int count, int bad, alea_play_error error)
{
    const alea_move *m = bad >= 0 ? &moves[bad] : NULL;
    int most, outside = 0, higher = 0, wanted = 0, arriving = 0;
    static alea_board results[ALEA_MAX_PLAYS];
    slow_results(b, roll, rules, results, &most);
    for (int p = 7; p < 26; p++) outside += b->point[p] > 0;
    for (int p = m ? m->from + 1 : 26; p < 26; p++) higher += b->point[p] > 0;
    for (int i = 0; m && i < count; i++) {
        wanted += moves[i].from == m->from;
        arriving += moves[i].to == m->from;
    }
    switch (error) {
    case ALEA_PLAY_NO_CHECKER:
        return m && (b->point[m->from] > 0 ? b->point[m->from] : 0) + arriving < wanted;
    case ALEA_PLAY_WRONG_DIRECTION: return m && m->to >= m->from;
    case ALEA_PLAY_ON_BAR: return m && b->point[25] > 0;
    case ALEA_PLAY_BLOCKED:
        return m &&
               (is_enemy_point(b, m->to) || is_enemy_point(b, m->from - roll.die[0]) ||
                is_enemy_point(b, m->from - roll.die[1]));
    case ALEA_PLAY_NOT_A_DIE: return m != NULL;
    case ALEA_PLAY_NOT_ALL_HOME: return m && m->to == 0 && outside > 0;
    case ALEA_PLAY_CHECKER_HIGHER:
        return m && m->to == 0 && higher > 0 &&
               rules->bearoff_high != ALEA_BEAROFF_EXACT_ONLY;
    case ALEA_PLAY_EXACT_ONLY:
        return m && m->to == 0 && rules->bearoff_high == ALEA_BEAROFF_EXACT_ONLY;
    case ALEA_PLAY_TOO_MANY: return m && count >= 2;
    case ALEA_PLAY_TOO_MANY_DOUBLE:
        return m && count >= 2 && roll.die[0] == roll.die[1];
    case ALEA_PLAY_MUST_USE_BOTH: return !m && count < most;
    case ALEA_PLAY_MUST_USE_HIGHER:
        return !m && count == 1 &&
               (most == 1 || rules->dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY);
    case ALEA_PLAY_CANNOT_PASS: return !m && count == 0 && most > 0;
    case ALEA_PLAY_LEGAL: break;
    }
    return false;
}

/* One or two moves of one die each, legal or not: the judge says legal exactly when the
 * slow opinion can play them to one of its results. */
static void judge_agrees(void **state)
{
    (void)state;
    test_random random = {4242};
    static alea_board expected[ALEA_MAX_PLAYS];
    long seen[ALEA_PLAY_CANNOT_PASS + 1] = {0};
    for (int i = 0; i < 20 * POSITIONS; i++) {
        alea_board b = random_board(&random);
        alea_roll roll = random_roll(&random);
        if (alea_roll_is_double(roll)) continue;
        alea_play_rules rules = combination(i % RULE_COMBINATIONS);
        int most, n = slow_results(&b, roll, &rules, expected, &most);
        int count = (int)random_below(&random, 3), last[8] = {0};
        alea_move moves[2];
        for (int k = 0; k < count; k++) {
            int from = 1 + (int)random_below(&random, 25), tries = 0;
            while (b.point[from] <= 0 && tries++ < 40 && random_below(&random, 30))
                from = 1 + (int)random_below(&random, 25);
            int die = roll.die[random_below(&random, 2)];
            if (random_below(&random, 20) == 0) die = 1 + (int)random_below(&random, 6);
            if (random_below(&random, 40) == 0) die = -1;
            int to = from > die ? from - die : 0;
            moves[k] = (alea_move){(int8_t)from, (int8_t)(to > 24 ? 24 : to), false};
            /* Sums belong to another test; here every move is one die. */
            if (moves[k].to == 0 && from > roll.die[0] && from > roll.die[1]) k--;
        }
        /* A move off may also be meant as two dice; leave those to the other tests. */
        bool joined = false;
        for (int k = 0; k < count; k++)
            joined = joined || (count == 1 && moves[k].to == 0) ||
                     moves[k].from - moves[k].to == roll.die[0] + roll.die[1];
        if (joined) continue;
        const int dice[2] = {roll.die[0], roll.die[1]};
        alea_board ends[8];
        int ways = try_orders(&b, moves, dice, count, rules.bearoff_high, ends, last);
        bool legal = false;
        int high = dice[0] > dice[1] ? dice[0] : dice[1];
        for (int w = 0; w < ways; w++)
            legal = legal || count == most ||
                    (rules.dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY && count == 1 &&
                     last[w] == high);
        if (legal && count < 2) /* the rule of the higher die is in the results */
            legal =
                bsearch(&ends[0], expected, (size_t)n, sizeof ends[0], slow_compare);
        alea_play play = {0};
        int bad = -7;
        alea_play_error error =
            alea_play_judge(&b, roll, &rules, moves, count, &play, &bad);
        seen[error]++;
        bool fine = legal ? error == ALEA_PLAY_LEGAL
                          : reason_holds(&b, roll, &rules, moves, count, bad, error);
        if (legal && fine)
            fine = bsearch(&play.board, expected, (size_t)n, sizeof play.board,
                           slow_compare) &&
                   is_playable(&b, roll, &rules, &play);
        if (!fine) {
            show(&b, roll, i % RULE_COMBINATIONS);
            for (int k = 0; k < count; k++)
                fprintf(stderr, "%d/%d ", moves[k].from, moves[k].to);
            fail_msg("round %d: expected %s, got %d, bad %d", i,
                     legal ? "legal" : "illegal", error, bad);
        }
    }
    /* The test is worth nothing if it does not meet every answer. */
    for (int e = 0; e <= ALEA_PLAY_CANNOT_PASS; e++)
        if (seen[e] < 3 && e != ALEA_PLAY_TOO_MANY && /* needs three moves, or five */
            e != ALEA_PLAY_TOO_MANY_DOUBLE)
            fail_msg("answer %d seen %ld times", e, seen[e]);
}

static void swapping_twice_is_identity(void **state)
{
    (void)state;
    test_random random = {3};
    for (int i = 0; i < POSITIONS; i++) {
        alea_board b = random_board(&random);
        alea_board once = alea_board_swap(&b), twice = alea_board_swap(&once);
        assert_true(alea_board_equal(&b, &twice));
        assert_int_equal(alea_board_pips(&b, true), alea_board_pips(&once, false));
        assert_int_equal(alea_board_pips(&b, false), alea_board_pips(&once, true));
        assert_int_equal(alea_board_checkers(&b, true),
                         alea_board_checkers(&once, false));
        assert_int_equal(alea_board_phase(&b), alea_board_phase(&once));
    }
}

/* The masks made with vector instructions are the plain ones. */
static void layouts_agree(void **state)
{
    (void)state;
    test_random random = {91};
    for (int i = 0; i < POSITIONS; i++) {
        alea_board b = random_board(&random);
        layout fast = layout_of(&b), plain = layout_of_portably(&b);
        assert_int_equal(fast.mine, plain.mine);
        assert_int_equal(fast.open, plain.open);
        assert_int_equal(fast.blots, plain.blots);
        assert_int_equal(fast.single, plain.single);
        assert_int_equal(population(fast.mine), __builtin_popcount(fast.mine));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_agree), cmocka_unit_test(swapping_twice_is_identity),
        cmocka_unit_test(results_agree), cmocka_unit_test(listed_plays_are_legal),
        cmocka_unit_test(judge_agrees),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
