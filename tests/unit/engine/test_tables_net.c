/* Nets of the tables games: what a file must be, what it says, and which turns are
 * chosen by it. */
#include <alea/levels.h>

#include "base/rng.h"
#include "engine/tables/file.h"
#include "engine/tables/inputs.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { WIDTH = 32 };

static alea_tables_rules rules_of(const char *game)
{
    alea_tables_rules rules;
    assert_int_equal(alea_tables_find(game, &rules, NULL), ALEA_OK);
    return rules;
}

/* A net of random weights. */
static alea_tables_net *any_net(const alea_tables_rules *rules, size_t *size)
{
    const uint32_t inputs = (uint32_t)tables_inputs_count(rules);
    *size = tables_net_size(inputs, WIDTH);
    alea_tables_net *net = malloc(*size);
    assert_non_null(net);
    for (size_t i = 0; i < tables_net_weights(inputs, WIDTH); i++)
        net->weight[i] = (int16_t)(alea_mix(i + 1) % 2001) - 1000;
    tables_net_close(net, rules, WIDTH);
    return net;
}

static void test_damage_is_refused(void **state)
{
    (void)state;
    const alea_tables_rules rules = rules_of("plakoto"), other = rules_of("fevga"),
                            portes = rules_of("portes"), tavla = rules_of("tavla");
    size_t size;
    alea_tables_net *net = any_net(&rules, &size);
    unsigned char *bytes = (unsigned char *)net;
    assert_ptr_equal(alea_tables_net_in(net, size), net);
    assert_true(alea_tables_net_fits(net, &rules));
    assert_false(alea_tables_net_fits(net, &other));
    for (size_t i = 0; i < size; i += i < 200 ? 1 : 37)
        for (int bit = 0; bit < 8; bit++) {
            /* The layout is a number of its own: it is compared with the rules. */
            const bool layout = i >= 12 && i < 16;
            bytes[i] ^= (unsigned char)(1 << bit);
            const alea_tables_net *read = alea_tables_net_in(net, size);
            assert_true(layout ? !alea_tables_net_fits(read, &rules) : read == NULL);
            bytes[i] ^= (unsigned char)(1 << bit);
        }
    for (size_t cut = 0; cut < size; cut += 61)
        assert_null(alea_tables_net_in(net, cut));
    free(net);
    net = any_net(&portes, &size);
    assert_true(alea_tables_net_fits(net, &tavla));
    free(net);
}

static void test_chances(void **state)
{
    (void)state;
    for (int g = 0; alea_tables_game(g); g++) {
        const alea_tables_rules rules = rules_of(alea_tables_game(g));
        const alea_tables_board board = alea_tables_start(&rules);
        size_t size;
        alea_tables_net *net = any_net(&rules, &size);
        tables_input on[TABLES_MOST_ACTIVE];
        alea_tables_chances c;
        const int count = tables_inputs(&rules, &board, on);
        assert_true(count > 0 && count <= TABLES_MOST_ACTIVE);
        for (int k = 0; k < count; k++) {
            assert_true(on[k].at < tables_inputs_count(&rules));
            assert_true(k == 0 || on[k].at > on[k - 1].at);
        }
        alea_tables_net_chances(net, &rules, &board, &c);
        const float sum = c.won_one + c.won_more + c.lost_one + c.lost_more + c.drawn;
        assert_true(fabsf(sum - 1) < 1e-5F);
        assert_true(fabsf(alea_tables_chances_points(&rules, &c)) <=
                    (float)alea_tables_more_points(&rules));
        free(net);
    }
}

/* Every turn's points, and the best of them by a plain walk. */
static void test_best(void **state)
{
    (void)state;
    static alea_tables_turns turns, room;
    static const char *const games[] = {"portes", "plakoto", "gulbara", "ur"};
    for (int g = 0; g < 4; g++) {
        const alea_tables_rules rules = rules_of(games[g]);
        const alea_tables_board board = alea_tables_start(&rules);
        alea_tables_dice dice;
        size_t size;
        alea_tables_net *net = any_net(&rules, &size);
        for (int k = 0; alea_tables_throw(&rules, k, &dice); k += 3) {
            alea_tables_choice_of best[ALEA_TABLES_MOST_CHOICES], ahead;
            alea_tables_turns_list(&rules, &board, dice, true, &turns);
            int first = 0;
            for (int i = 1; i < turns.count; i++)
                if (alea_tables_turn_points(net, &rules, dice, &turns, i) >
                    alea_tables_turn_points(net, &rules, dice, &turns, first))
                    first = i;
            const int found =
                alea_tables_turns_best(net, &rules, dice, &turns, 3, NULL, best);
            assert_int_equal(found, turns.count < 3 ? turns.count : 3);
            assert_int_equal(best[0].index, first);
            for (int i = 1; i < found; i++)
                assert_true(best[i].points <= best[i - 1].points);
            assert_int_equal(
                alea_tables_turns_best(net, &rules, dice, &turns, 1, &room, &ahead), 1);
            assert_in_range(ahead.index, 0, turns.count - 1);
            assert_true(fabsf(ahead.points) <= 2);
        }
        free(net);
    }
}

/* The end of a game is worth its points, whatever the net says. */
static void test_end(void **state)
{
    (void)state;
    static alea_tables_turns turns, room;
    const alea_tables_rules rules = rules_of("portes");
    const alea_tables_dice dice = {2, {2, 1, 0}, 0};
    alea_tables_board board = {{{[0] = 13, [1] = 1, [2] = 1}, {[5] = 15}}, {0}, {0}};
    size_t size;
    alea_tables_net *net = any_net(&rules, &size);
    for (int mine = 0; mine < 2; mine++) {
        alea_tables_choice_of best;
        alea_tables_turns_list(&rules, &board, dice, false, &turns);
        alea_tables_turns_best(net, &rules, dice, &turns, 1, mine ? &room : NULL,
                               &best);
        assert_true(best.points == 2);
    }
    board.count[1][5] = 14;
    board.count[1][0] = 1;
    alea_tables_turns_list(&rules, &board, dice, false, &turns);
    alea_tables_choice_of best;
    alea_tables_turns_best(net, &rules, dice, &turns, 1, NULL, &best);
    assert_true(best.points == 1);
    free(net);
}

/* Landing on a rosette gives another throw: the value is not turned round. */
static void test_throws_again(void **state)
{
    (void)state;
    static alea_tables_turns turns;
    const alea_tables_rules rules = rules_of("ur");
    const alea_tables_board board = alea_tables_start(&rules);
    const alea_tables_dice four = {1, {4, 0, 0}, 0}, three = {1, {3, 0, 0}, 0};
    size_t size;
    alea_tables_net *net = any_net(&rules, &size);
    alea_tables_chances c;
    alea_tables_turns_list(&rules, &board, four, false, &turns);
    alea_tables_board after = alea_tables_turns_board(&turns, 0);
    alea_tables_net_chances(net, &rules, &after, &c);
    assert_true(alea_tables_turn_points(net, &rules, four, &turns, 0) ==
                alea_tables_chances_points(&rules, &c));
    alea_tables_turns_list(&rules, &board, three, false, &turns);
    after = alea_tables_turns_board(&turns, 0);
    after = alea_tables_swap(&after);
    alea_tables_net_chances(net, &rules, &after, &c);
    assert_true(alea_tables_turn_points(net, &rules, three, &turns, 0) ==
                -alea_tables_chances_points(&rules, &c));
    free(net);
}

/* Levels: the same seed makes the same choice, an error is bounded and happens, without
 * one the best turn is played, by a level that looks ahead the best by that. */
static void test_levels(void **state)
{
    (void)state;
    static alea_tables_turns turns, room;
    static alea_tables_opinion opinion[ALEA_TABLES_MAX_TURNS];
    const alea_tables_rules rules = rules_of("portes");
    const alea_tables_evaluator e = alea_tables_evaluator_for(&rules, NULL);
    const alea_tables_board board = alea_tables_start(&rules);
    alea_tables_dice dice;
    int worse[ALEA_LEVELS] = {0};
    for (int k = 0; alea_tables_throw(&rules, k, &dice); k += 4) {
        alea_tables_turns_list(&rules, &board, dice, true, &turns);
        for (int l = 0; alea_level_plays_tables((alea_level)l); l++) {
            const alea_level_info *level = alea_level_get((alea_level)l);
            for (unsigned long long seed = 0; seed < (level->plies ? 2 : 300); seed++) {
                const int chosen = alea_choose_turn(&e, &rules, dice, &turns, level,
                                                    seed, &room, opinion);
                int at = 0;
                while (opinion[at].index != chosen) at++;
                const float loss = opinion[0].points - opinion[at].points;
                assert_true(loss <= 3 * level->noise);
                assert_int_equal(opinion[0].plies, level->plies > 0);
                worse[l] += at > 0;
                assert_int_equal(chosen, alea_choose_turn(&e, &rules, dice, &turns,
                                                          level, seed, &room, opinion));
            }
        }
    }
    assert_true(worse[ALEA_LEVEL_BEGINNER] > worse[ALEA_LEVEL_ADVANCED]);
    assert_true(worse[ALEA_LEVEL_ADVANCED] > 0);
    assert_int_equal(worse[ALEA_LEVEL_EXPERT] + worse[ALEA_LEVEL_STRONGEST], 0);
    /* The page offers those without a title. */
    for (int l = 0; l < ALEA_LEVELS; l++)
        assert_int_equal(alea_level_plays_tables((alea_level)l),
                         alea_level_get((alea_level)l)->title == NULL);
    assert_false(alea_level_plays_tables((alea_level)-1));
}

/* The nets built in are sound, and take a game that is plainly good. */
static void test_standard(void **state)
{
    (void)state;
    static const char *const games[] = {"portes",     "plakoto", "fevga",   "nardi",
                                        "gulbara",    "tawla31", "russian", "tawula",
                                        "aceydeucey", "tabula"};
    const alea_tables_board ahead = {
        {{[0] = 10, [1] = 5}, {[24] = 5, [20] = 10}}, {0}, {0}};
    const alea_tables_board behind = alea_tables_swap(&ahead);
    alea_tables_chances c;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        const alea_tables_rules rules = rules_of(games[i]);
        const alea_tables_net *net = alea_tables_net_for(&rules);
        assert_non_null(net);
        alea_tables_net_chances(net, &rules, &ahead, &c);
        assert_true(alea_tables_chances_points(&rules, &c) > 0.8F);
        alea_tables_net_chances(net, &rules, &behind, &c);
        assert_true(alea_tables_chances_points(&rules, &c) < -0.8F);
    }
    static const struct {
        const char *game;
        alea_tables_board home;
    } paths[] = {{"ur", {{{[0] = 5, [5] = 2}, {[25] = 7}}, {0}, {0}}},
                 {"senet", {{{[0] = 5, [5] = 2}, {[17] = 3, [19] = 4}}, {0}, {0}}}};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        const alea_tables_rules rules = rules_of(paths[i].game);
        const alea_tables_net *net = alea_tables_net_for(&rules);
        assert_non_null(net);
        alea_tables_net_chances(net, &rules, &paths[i].home, &c);
        assert_true(alea_tables_chances_points(&rules, &c) > 0.7F);
    }
}

/* A win in chances, and what they are worth: one point, two, or a point for each
 * checker left. A net that counts those judges no other score. */
static void test_points(void **state)
{
    (void)state;
    alea_tables_rules rules = rules_of("tawla31");
    for (int points = -15; points <= 15; points++) {
        const alea_tables_chances c = alea_tables_chances_of(&rules, points);
        const float sum = c.won_one + c.won_more + c.lost_one + c.lost_more + c.drawn;
        assert_true(fabsf(alea_tables_chances_points(&rules, &c) - (float)points) <
                    1e-5F);
        assert_true(sum == 1 && (c.drawn == 1) == (points == 0));
    }
    const alea_tables_net *net = alea_tables_net_for(&rules);
    assert_non_null(net);
    rules.score = ALEA_TABLES_SCORE_ONE_TWO;
    assert_false(alea_tables_net_fits(net, &rules));
    assert_null(alea_tables_net_for(&rules));
    rules.score = ALEA_TABLES_SCORE_ONE_TWO_THREE;
    for (int points = -3; points <= 3; points++) {
        const alea_tables_chances c = alea_tables_chances_of(&rules, points);
        const int counted = points < -2 ? -2 : points > 2 ? 2 : points;
        assert_true(alea_tables_chances_points(&rules, &c) == (float)counted);
    }
}

/* Games of nearly the same rules have one net; where no win counts two it says none. */
static void test_borrowed(void **state)
{
    static const char *const pair[][2] = {
        {"tavla", "portes"},   {"irish", "portes"},    {"sugoroku", "portes"},
        {"tapa", "plakoto"},   {"mahbusa", "plakoto"}, {"pingame", "plakoto"},
        {"moultezim", "fevga"}};
    (void)state;
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        const alea_tables_rules rules = rules_of(pair[i][0]), of = rules_of(pair[i][1]);
        assert_non_null(alea_tables_net_for(&rules));
        assert_ptr_equal(alea_tables_net_for(&rules), alea_tables_net_for(&of));
    }
    const alea_tables_rules irish = rules_of("irish"), portes = rules_of("portes");
    const alea_tables_board start = alea_tables_start(&irish);
    alea_tables_chances one, two;
    alea_tables_net_chances(alea_tables_net_for(&irish), &irish, &start, &one);
    alea_tables_net_chances(alea_tables_net_for(&portes), &portes, &start, &two);
    assert_true(two.won_more > 0.05F && one.won_more == 0 && one.lost_more == 0);
    assert_true(one.won_one == two.won_one + two.won_more);
    alea_tables_rules other = rules_of("pingame");
    other.landing = ALEA_TABLES_HIT;
    assert_null(alea_tables_net_for(&other));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_damage_is_refused),
        cmocka_unit_test(test_chances),
        cmocka_unit_test(test_best),
        cmocka_unit_test(test_end),
        cmocka_unit_test(test_throws_again),
        cmocka_unit_test(test_borrowed),
        cmocka_unit_test(test_levels),
        cmocka_unit_test(test_standard),
        cmocka_unit_test(test_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
