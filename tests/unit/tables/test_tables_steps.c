/* The legal turns of every game as single steps: random matches, and in each position
 * the steps lead to exactly the listed ends, by moves that the judge accepts; a step
 * that is not among them begins no legal turn. */
#include "base/rng.h"

#include <alea/tables_match.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static alea_tables_turns turns, work;
static alea_tables_steps steps;
static int most_places, most_steps;

typedef struct trail {
    const alea_tables_rules *rules;
    alea_tables_board board;
    alea_tables_dice dice;
    bool first;
    alea_random random;
} trail;

static int below(trail *t, int bound)
{
    return (int)alea_random_below(&t->random, (uint32_t)bound);
}

/* Follows random steps to an end, which the judge must accept. */
static void follow(trail *t)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    int at = 0, moves = 0, index;
    while (steps.place[at].count && !(steps.place[at].ends && below(t, 2))) {
        const alea_tables_step *s =
            &steps.step[steps.place[at].first + below(t, steps.place[at].count)];
        assert_true(moves < ALEA_TABLES_MAX_STEPS);
        assert_true(s->next > at && s->next < steps.places);
        move[moves++] = (alea_tables_move){.from = s->from, .to = s->to};
        at = s->next;
    }
    assert_true(steps.place[at].ends);
    assert_int_equal(alea_tables_judge(t->rules, &t->board, t->dice, t->first, move,
                                       moves, &work, &index),
                     ALEA_TABLES_LEGAL);
}

static int find_step(int at, int from, int to)
{
    for (int i = 0; i < steps.place[at].count; i++) {
        const alea_tables_step *s = &steps.step[steps.place[at].first + i];
        if (s->from == from && s->to == to) return s->next;
    }
    return -1;
}

/* Every listed turn can be made of the steps. */
static void check_turns(const trail *t)
{
    for (int i = 0; i < turns.count; i++) {
        alea_tables_move move[ALEA_TABLES_MAX_STEPS];
        int at = 0;
        const int moves = alea_tables_turns_moves(&turns, i, move);
        for (int m = 0; m < moves && at >= 0; m++)
            at = find_step(at, move[m].from, move[m].to);
        if (at < 0 || !steps.place[at].ends)
            fail_msg("%s: turn %d is not among the steps", t->rules->name, i);
    }
}

/* A random single move that is no first step is not a legal turn, nor its beginning. */
static void check_refused(trail *t)
{
    int index;
    for (int i = 0; i < 6; i++) {
        const alea_tables_move move = {.from = (uint8_t)(1 + below(t, 25)),
                                       .to = (uint8_t)below(t, 25)};
        if (find_step(0, move.from, move.to) >= 0) continue;
        assert_int_not_equal(alea_tables_judge(t->rules, &t->board, t->dice, t->first,
                                               &move, 1, &work, &index),
                             ALEA_TABLES_LEGAL);
    }
}

static void check_turn(trail *t)
{
    assert_true(
        alea_tables_steps_list(t->rules, &t->board, t->dice, t->first, &turns, &steps));
    if (steps.places > most_places) most_places = steps.places;
    if (steps.steps > most_steps) most_steps = steps.steps;
    check_turns(t);
    for (int i = 0; i < 20; i++) follow(t);
    check_refused(t);
}

static void step(alea_tables_match *m, trail *t)
{
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    alea_tables_event event = {.type = ALEA_TABLES_EVENT_ROLL, .by = m->to_act};
    for (int d = 0; d < ALEA_TABLES_MAX_DICE; d++)
        event.die[d] =
            (uint8_t)(rules->dice == 1 ? alea_tables_marks(rules, below(t, 5))
                                       : 1 + below(t, 6));
    if (m->phase == ALEA_TABLES_PHASE_OPENING)
        event.type = ALEA_TABLES_EVENT_OPENING;
    else if (m->phase == ALEA_TABLES_PHASE_TO_NAME)
        event.type = ALEA_TABLES_EVENT_NAME;
    if (m->phase == ALEA_TABLES_PHASE_TO_PLAY) {
        event.type = ALEA_TABLES_EVENT_PLAY;
        t->rules = rules;
        t->board = alea_tables_match_board(m, m->to_act);
        t->dice = m->dice;
        t->first = alea_tables_match_first(m);
        check_turn(t);
        event.moves =
            (uint8_t)alea_tables_turns_moves(&turns, below(t, turns.count), event.move);
    }
    alea_tables_match_apply(m, &event, &work, NULL);
}

static void test_every_game(void **state)
{
    (void)state;
    for (int g = 0; alea_tables_game(g); g++)
        for (int i = 0; i < 4; i++) {
            alea_tables_series series;
            alea_tables_match m;
            trail t = {.random = alea_random_start(11, (uint64_t)i)};
            assert_int_equal(
                alea_tables_series_find(alea_tables_game(g), &series, NULL), ALEA_OK);
            alea_tables_match_start(&m, &series);
            for (int n = 0; n < 3000 && !m.has_result; n++) step(&m, &t);
        }
    printf("most places %d, most steps %d\n", most_places, most_steps);
}

/* A man on 2 with 3-1 is borne off by the 3, or moved to 1 and borne off; the first
 * ends the turn too, by a die that is too high. */
static void test_either_die(void **state)
{
    (void)state;
    alea_tables_rules rules;
    alea_tables_board board = {0};
    assert_int_equal(alea_tables_find("portes", &rules, NULL), ALEA_OK);
    board.count[0][2] = 1;
    board.count[0][0] = 14;
    board.count[1][6] = 15;
    const alea_tables_dice dice = {2, {3, 1, 0}, 0};
    assert_true(alea_tables_steps_list(&rules, &board, dice, false, &turns, &steps));
    const int off = find_step(0, 2, 0), one = find_step(0, 2, 1);
    assert_true(off > 0 && one > 0);
    assert_true(steps.place[off].ends && !steps.place[one].ends);
    assert_true(steps.place[find_step(one, 1, 0)].ends);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_game),
                                       cmocka_unit_test(test_either_die)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
