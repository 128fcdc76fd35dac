/* Tables of small races, which grow when somebody asks for checkers further back. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include <alea/rules.h>

#include "engine/evaluate/small_race.h"

enum { FARTHEST = 17 };

static alea_play_rules play_rules(void)
{
    return alea_rules_default().play;
}

/* Two checkers, the rearmost at `place`. */
static void ask(small_races *races, int place, int other, small_goal goal,
                float out[SMALL_ROLLS])
{
    const alea_play_rules rules = play_rules();
    alea_board board = {0};
    board.point[place]++;
    board.point[other]++;
    assert_true(small_race_rolls(races, &rules, &board, 0, goal, out));
}

/* Asked step by step a table says what one says that was asked for its end at once. */
static void test_grown(void **state)
{
    (void)state;
    small_races *at_once = small_races_open(), *grown = small_races_open();
    float expected[SMALL_ROLLS], found[SMALL_ROLLS];
    assert_non_null(at_once);
    assert_non_null(grown);
    ask(at_once, FARTHEST, FARTHEST, SMALL_OFF, expected);
    for (int place = 1; place <= FARTHEST; place += 4)
        for (int other = 1; other <= place; other++)
            for (int goal = 0; goal < SMALL_FIRST; goal++) {
                ask(grown, place, other, (small_goal)goal, found);
                ask(at_once, place, other, (small_goal)goal, expected);
                assert_memory_equal(found, expected, sizeof found);
            }
    small_races_close(at_once);
    small_races_close(grown);
}

static void *ask_all(void *context)
{
    float out[SMALL_ROLLS];
    for (int place = 1; place <= FARTHEST; place++)
        ask(context, place, 1, SMALL_OFF, out);
    return NULL;
}

/* Two threads ask for more and more, a third for all. */
static void test_threads(void **state)
{
    (void)state;
    small_races *races = small_races_open();
    pthread_t thread[2];
    float found[SMALL_ROLLS];
    assert_non_null(races);
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, ask_all, races), 0);
    ask(races, FARTHEST, 2, SMALL_OFF, found);
    for (int i = 0; i < 2; i++) pthread_join(thread[i], NULL);
    small_races_close(races);
}

/* One checker, by hand: on the third point or nearer any roll takes it off; on the
 * sixth 1-1, 2-1, 3-1, 4-1 and 3-2 do not, 9 of 36. */
static void test_by_hand(void **state)
{
    (void)state;
    const alea_play_rules rules = play_rules();
    small_races *races = small_races_open();
    float after[SMALL_ROLLS];
    alea_board board = {0};
    assert_non_null(races);
    board.point[1] = 1;
    assert_true(small_race_rolls(races, &rules, &board, 0, SMALL_OFF, after));
    assert_true(after[0] == 1 && after[1] == 0);
    board.point[1] = 0;
    board.point[3] = 1;
    assert_true(small_race_rolls(races, &rules, &board, 0, SMALL_OFF, after));
    assert_true(after[0] == 1 && after[1] == 0);
    board.point[3] = 0;
    board.point[6] = 1;
    assert_true(small_race_rolls(races, &rules, &board, 0, SMALL_OFF, after));
    assert_true(after[1] > 9.0F / 36 - 1e-6F && after[1] < 9.0F / 36 + 1e-6F);
    board.point[6] = SMALL_CHECKERS + 1;
    assert_false(small_race_rolls(races, &rules, &board, 0, SMALL_OFF, after));
    small_races_close(races);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_grown),
        cmocka_unit_test(test_threads),
        cmocka_unit_test(test_by_hand),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
