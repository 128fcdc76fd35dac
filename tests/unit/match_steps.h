/* Short words for driving a match in tests: each returns what alea_match_apply said. */
#ifndef ALEA_TESTS_UNIT_MATCH_STEPS_H
#define ALEA_TESTS_UNIT_MATCH_STEPS_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <alea/match.h>

static inline alea_event event_of(alea_event_type type, alea_player by)
{
    alea_event event;
    memset(&event, 0, sizeof event);
    event.type = type;
    event.by = by;
    event.turn = event.cube_owner = ALEA_NOBODY;
    return event;
}

/* Applies it, and holds the state machine to its promises: a refusal changes no byte,
 * and alea_match_would foretells the answer. */
static inline alea_refusal apply(alea_match *match, const alea_event *event)
{
    alea_match before;
    memcpy(&before, match, sizeof before);
    alea_refusal foretold = alea_match_would(match, event);
    assert_memory_equal(&before, match, sizeof before);
    alea_refusal refusal = alea_match_apply(match, event, NULL);
    assert_int_equal(foretold, refusal);
    if (refusal != ALEA_ACCEPTED) assert_memory_equal(&before, match, sizeof before);
    return refusal;
}

static inline alea_refusal act(alea_match *match, alea_event_type type, alea_player by)
{
    alea_event event = event_of(type, by);
    return apply(match, &event);
}

static inline alea_refusal opening(alea_match *match, int a, int b)
{
    alea_event event = event_of(ALEA_EVENT_OPENING, ALEA_NOBODY);
    event.roll = (alea_roll){{(uint8_t)a, (uint8_t)b}};
    return apply(match, &event);
}

static inline alea_refusal rolls(alea_match *match, alea_player by, int a, int b)
{
    alea_event event = event_of(ALEA_EVENT_ROLL, by);
    event.roll = (alea_roll){{(uint8_t)a, (uint8_t)b}};
    return apply(match, &event);
}

/* `from_to`: pairs, in the mover's numbering, ended by a from of 0. */
static inline alea_event play_of(alea_player by, const int *from_to)
{
    alea_event event = event_of(ALEA_EVENT_PLAY, by);
    for (; *from_to; from_to += 2) {
        event.move[event.moves].from = (int8_t)from_to[0];
        event.move[event.moves].to = (int8_t)from_to[1];
        event.moves++;
    }
    return event;
}

#define PLAY(match, by, ...) plays((match), (by), (const int[]){__VA_ARGS__, 0})
#define PASS(match, by)      plays((match), (by), (const int[]){0})

static inline alea_refusal plays(alea_match *match, alea_player by, const int *from_to)
{
    alea_event event = play_of(by, from_to);
    return apply(match, &event);
}

#define AS_MADE(match, by, ...) as_made((match), (by), (const int[]){__VA_ARGS__, 0})

static inline alea_refusal as_made(alea_match *match, alea_player by,
                                   const int *from_to)
{
    alea_event event = play_of(by, from_to);
    event.as_made = true;
    return apply(match, &event);
}

static inline alea_refusal resigns(alea_match *match, alea_player by, int level)
{
    alea_event event = event_of(ALEA_EVENT_RESIGN, by);
    event.win_class = (uint8_t)level;
    return apply(match, &event);
}

static inline alea_refusal set_score_to(alea_match *match, int a, int b)
{
    alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_SCORE;
    event.score[0] = a;
    event.score[1] = b;
    return apply(match, &event);
}

/* Checkers as {point, count} pairs in A's frame, B's negative; `turn` to roll. */
static inline alea_refusal set_board_to(alea_match *match, alea_player turn,
                                        const int *point_count)
{
    alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_BOARD;
    event.turn = turn;
    for (; point_count[1]; point_count += 2)
        event.board.point[point_count[0]] = (int8_t)point_count[1];
    return apply(match, &event);
}

#define BOARD(match, turn, ...)                                                        \
    set_board_to((match), (turn), (const int[]){__VA_ARGS__, 0, 0})

static inline alea_refusal set_cube_to(alea_match *match, int log2, alea_player owner)
{
    alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_CUBE;
    event.cube_log2 = log2;
    event.cube_owner = owner;
    return apply(match, &event);
}

static inline alea_refusal set_crawford_to(alea_match *match, bool crawford_game)
{
    alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_CRAWFORD;
    event.crawford_game = crawford_game;
    return apply(match, &event);
}

static inline alea_match match_under(alea_rules rules)
{
    alea_match match;
    assert_int_equal(alea_rules_check(&rules, NULL), ALEA_OK);
    alea_match_start(&match, &rules);
    return match;
}

/* The defaults with options as "name", "value", ..., NULL. */
#define RULES(...) rules_with((const char *const[]){__VA_ARGS__, NULL})

static inline alea_rules rules_with(const char *const *pairs)
{
    alea_rules rules = alea_rules_default();
    for (; *pairs; pairs += 2) {
        alea_error error;
        if (alea_rules_set(&rules, pairs[0], pairs[1], &error) != ALEA_OK)
            fail_msg("%s=%s: %s", pairs[0], pairs[1], error.reason);
    }
    return rules;
}

/* A has won the roll-off 6-5 and run 24/13: B is to roll. */
static inline void to_first_roll_of_b(alea_match *match)
{
    assert_int_equal(opening(match, 6, 5), ALEA_ACCEPTED);
    if (match->phase == ALEA_MATCH_TO_ROLL)
        assert_int_equal(rolls(match, ALEA_A, 6, 5), ALEA_ACCEPTED);
    assert_int_equal(PLAY(match, ALEA_A, 24, 13), ALEA_ACCEPTED);
    assert_int_equal(match->phase, ALEA_MATCH_TO_ROLL);
    assert_int_equal(match->turn, ALEA_B);
}

#define OK(call)             assert_int_equal((call), ALEA_ACCEPTED)
#define NO(call, refusal)    assert_int_equal((call), ALEA_REFUSED_##refusal)
#define PHASE(match, wanted) assert_int_equal((match)->phase, ALEA_MATCH_##wanted)

#endif
