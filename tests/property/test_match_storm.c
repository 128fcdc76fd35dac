/* Random events, sensible and senseless, against the state machine under random rules:
 * no order of events breaks an invariant, a refusal changes nothing, and the log of
 * what was accepted replays to the same state. Deterministic. */
#include "unit/match_steps.h"

#include <stdio.h>
#include <stdlib.h>

enum { SESSIONS = 600, EVENTS = 1500 };

static uint64_t seed;

static int below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)n);
}

static alea_player any_player(void)
{
    return below(2) ? ALEA_A : ALEA_B;
}

static alea_rules any_rules(void)
{
    alea_rules rules = alea_rules_preset((alea_preset)below(ALEA_PRESETS));
    int changes = below(8);
    while (changes-- > 0) {
        const char *option = alea_rules_option(1 + below(20));
        static const char *const numbers[] = {"0", "1", "2",    "3",
                                              "4", "7", "null", "16"};
        int words = 0;
        switch (alea_rules_option_kind(option)) {
        case ALEA_OPTION_SWITCH:
            alea_rules_set(&rules, option, below(2) ? "true" : "false", NULL);
            break;
        case ALEA_OPTION_NUMBER:
            alea_rules_set(&rules, option, numbers[below(8)], NULL);
            break;
        case ALEA_OPTION_CHOICE:
            while (alea_rules_choice(option, words)) words++;
            alea_rules_set(&rules, option, alea_rules_choice(option, below(words)),
                           NULL);
            break;
        case ALEA_OPTION_UNKNOWN: fail_msg("no option %s", option);
        }
    }
    assert_int_equal(alea_rules_check(&rules, NULL), ALEA_OK);
    return rules;
}

static alea_play_list list;

static void choose_play(const alea_match *m, alea_event *event)
{
    if (m->phase == ALEA_MATCH_TO_PLAY && below(6)) {
        alea_board board = alea_match_board(m, m->turn);
        alea_plays(&board, m->roll, &m->rules.play, &list);
        const alea_play *play = &list.play[below(list.count)];
        memcpy(event->move, play->move, sizeof event->move);
        event->moves = play->count;
        event->by = m->turn;
        /* An incomplete play, put down all the same. */
        event->as_made = event->moves > 0 && below(6) == 0;
        event->moves = (uint8_t)(event->moves - event->as_made);
        return;
    }
    event->moves = (uint8_t)below(6);
    event->as_made = below(2);
    for (int i = 0; i < ALEA_MAX_MOVES; i++)
        event->move[i] =
            (alea_move){(int8_t)(below(28) - 1), (int8_t)(below(28) - 1), below(2)};
}

static alea_board any_board(const alea_rules *rules)
{
    alea_board board = {{0}};
    int checkers = alea_setup_checkers(rules->setup) + (below(20) == 0);
    for (int side = 0; side < 2; side++)
        for (int i = below(checkers + 1); i > 0; i--) {
            int p = side ? 1 + below(25) : below(25);
            if (side && board.point[p] >= 0) board.point[p]++;
            if (!side && board.point[p] <= 0) board.point[p]--;
        }
    if (below(20) == 0) board.point[below(26)] = (int8_t)(below(256) - 128);
    return board;
}

static void choose_set(const alea_match *m, alea_event *event)
{
    event->set = (uint8_t)below(18);
    int points[2] = {below(9), below(9)};
    alea_score_of_points(&m->rules, points, event->score);
    if (below(20) == 0) event->score[below(2)] = below(40) - 20;
    event->board = any_board(&m->rules);
    event->turn = below(30) ? any_player() : ALEA_NOBODY;
    event->cube_log2 = below(8) - 1;
    event->cube_owner = below(3) ? any_player() : ALEA_NOBODY;
    event->crawford_game = below(2);
}

static alea_event_type fitting_event(const alea_match *m)
{
    if (m->contestable && below(3) == 0) return ALEA_EVENT_REQUIRE_LEGAL;
    switch (m->phase) {
    case ALEA_MATCH_OPENING: return ALEA_EVENT_OPENING;
    case ALEA_MATCH_TO_ROLL:
        return below(5) ? ALEA_EVENT_ROLL
                        : (alea_event_type[]){ALEA_EVENT_DOUBLE, ALEA_EVENT_RESIGN,
                                              ALEA_EVENT_COCKED,
                                              ALEA_EVENT_REQUIRE_LEGAL}[below(4)];
    case ALEA_MATCH_DOUBLE_OFFERED:
    case ALEA_MATCH_BEAVER_OFFERED:
        return (alea_event_type[]){ALEA_EVENT_TAKE, ALEA_EVENT_DROP, ALEA_EVENT_BEAVER,
                                   ALEA_EVENT_RACCOON}[below(4)];
    case ALEA_MATCH_TO_PLAY: return ALEA_EVENT_PLAY;
    case ALEA_MATCH_RESIGN_OFFERED:
        return below(2) ? ALEA_EVENT_ACCEPT_RESIGN : ALEA_EVENT_REJECT_RESIGN;
    case ALEA_MATCH_GAME_OVER:
        return below(8) ? ALEA_EVENT_NEXT_GAME : ALEA_EVENT_REQUIRE_LEGAL;
    case ALEA_MATCH_MATCH_OVER:
        return below(8) ? ALEA_EVENT_SET : ALEA_EVENT_REQUIRE_LEGAL;
    }
    return ALEA_EVENT_SET;
}

static alea_event any_event(const alea_match *m)
{
    bool fits = below(10) > 0;
    alea_event event = event_of(fits ? fitting_event(m) : (alea_event_type)below(17),
                                below(40) ? any_player() : ALEA_NOBODY);
    if (fits && m->to_act != ALEA_NOBODY && below(4)) event.by = m->to_act;
    for (int i = 0; i < 2; i++)
        event.roll.die[i] = (uint8_t)(below(30) ? 1 + below(6) : below(9));
    event.win_class = (uint8_t)(below(30) ? 1 + below(3) : below(6));
    if (event.type == ALEA_EVENT_SETTLE) event.points = below(9) - 1;
    if (event.type == ALEA_EVENT_PLAY) choose_play(m, &event);
    if (event.type == ALEA_EVENT_SET) choose_set(m, &event);
    return event;
}

/* --- what always holds --- */

static void check_actor(const alea_match *m)
{
    bool playing = m->phase != ALEA_MATCH_OPENING && m->phase != ALEA_MATCH_GAME_OVER &&
                   m->phase != ALEA_MATCH_MATCH_OVER;
    assert_int_equal(m->turn != ALEA_NOBODY, playing);
    assert_int_equal(m->to_act != ALEA_NOBODY, playing);
    if (m->phase == ALEA_MATCH_TO_ROLL || m->phase == ALEA_MATCH_TO_PLAY)
        assert_int_equal(m->to_act, m->turn);
    if (m->phase == ALEA_MATCH_TO_PLAY) assert_true(alea_roll_valid(m->roll));
    if (m->phase == ALEA_MATCH_TO_ROLL || !playing) assert_int_equal(m->roll.die[0], 0);
}

static void check_cube(const alea_match *m)
{
    const alea_rules *r = &m->rules;
    int limit =
        r->cube_limit_log2 == ALEA_UNLIMITED ? ALEA_MAX_CUBE_LOG2 : r->cube_limit_log2;
    bool pending =
        m->phase == ALEA_MATCH_DOUBLE_OFFERED || m->phase == ALEA_MATCH_BEAVER_OFFERED;
    assert_in_range(m->cube_log2, 0, limit - pending);
    if (m->cube_owner != ALEA_NOBODY) assert_true(m->cube_log2 > 0);
    if (!r->cube || r->match_length == 1 || m->crawford_game) {
        assert_int_equal(m->cube_log2, 0);
        assert_false(pending);
    }
    assert_int_equal(alea_match_offers(m) > 0, pending);
    alea_player owner, doubler;
    int before = alea_match_cube_before(m, &owner, &doubler);
    assert_int_equal(doubler != ALEA_NOBODY, pending);
    if (!pending) {
        assert_int_equal(before, alea_match_cube(m));
        return;
    }
    /* Doubled by who had access; the answers alternate. */
    assert_true(owner == ALEA_NOBODY || owner == doubler);
    assert_int_equal(m->to_act == doubler, alea_match_offers(m) % 2 == 0);
    if (r->beavers != ALEA_UNLIMITED)
        assert_true(alea_match_offers(m) <= 1 + r->beavers);
}

static void check_score(const alea_match *m)
{
    const alea_rules *r = &m->rules;
    bool ended = m->phase == ALEA_MATCH_GAME_OVER || m->phase == ALEA_MATCH_MATCH_OVER;
    assert_int_equal(m->has_result, ended);
    for (int p = 0; p < 2; p++) {
        if (r->score_keeping == ALEA_SCORE_WINNER_GAINS) assert_true(m->score[p] >= 0);
        if (r->score_keeping == ALEA_SCORE_LOSER_PAYS) assert_true(m->score[p] <= 0);
        if (r->match_length > 0 && m->phase != ALEA_MATCH_MATCH_OVER)
            assert_true(alea_match_away(m, (alea_player)p) > 0);
    }
    assert_int_equal(m->match_winner != ALEA_NOBODY, m->phase == ALEA_MATCH_MATCH_OVER);
    if (m->phase == ALEA_MATCH_MATCH_OVER)
        assert_true(alea_match_away(m, m->match_winner) <= 0);
    if (!ended) return;
    const alea_result *result = &m->result;
    assert_in_range(result->win_class, 1, 3);
    assert_true(result->counted_class == result->win_class ||
                result->counted_class == 1);
    if (result->how != ALEA_HOW_SETTLED)
        assert_int_equal(result->points, result->counted_class << m->cube_log2);
    if (result->how == ALEA_HOW_BEAROFF)
        assert_int_equal(alea_board_checkers(&m->board, result->winner == ALEA_A), 0);
    if (result->how == ALEA_HOW_DROP) assert_int_equal(result->win_class, 1);
}

static void check_match(const alea_match *m)
{
    check_actor(m);
    check_cube(m);
    check_score(m);
    assert_int_equal(
        alea_board_check(&m->board, alea_setup_checkers(m->rules.setup), NULL),
        ALEA_OK);
    if (m->contestable)
        assert_int_equal(m->rules.illegal_play, ALEA_ILLEGAL_OPPONENT_OPTION);
    if (m->crawford_game) assert_true(m->rules.crawford && m->rules.match_length > 1);
    assert_int_equal(m->phase == ALEA_MATCH_RESIGN_OFFERED,
                     alea_match_resign_class(m) > 0);
}

/* Checkers come and go only by a play that bears off, a new game, or by hand. */
static void check_step(const alea_match *before, const alea_match *after,
                       const alea_event *event)
{
    assert_memory_equal(&before->rules, &after->rules, sizeof before->rules);
    assert_int_equal(after->game, before->game + (event->type == ALEA_EVENT_NEXT_GAME));
    if (event->type == ALEA_EVENT_SET || event->type == ALEA_EVENT_NEXT_GAME ||
        event->type == ALEA_EVENT_REQUIRE_LEGAL)
        return;
    for (int p = 0; p < 2; p++) {
        int had = alea_board_checkers(&before->board, p == 0);
        int has = alea_board_checkers(&after->board, p == 0);
        if (event->type == ALEA_EVENT_PLAY && (int)event->by == p)
            assert_true(has <= had && has >= had - ALEA_MAX_MOVES);
        else
            assert_int_equal(has, had);
    }
    /* The score moves when a game ends, by its points, for the winner's good. */
    if (!after->has_result || before->has_result) {
        assert_memory_equal(before->score, after->score, sizeof before->score);
        return;
    }
    alea_player winner = after->result.winner, loser = alea_opponent(winner);
    int gained = after->score[winner] - before->score[winner];
    int lost = before->score[loser] - after->score[loser];
    assert_int_equal(gained, after->rules.score_keeping == ALEA_SCORE_LOSER_PAYS
                                 ? 0
                                 : after->result.points);
    assert_int_equal(lost, after->rules.score_keeping == ALEA_SCORE_WINNER_GAINS
                               ? 0
                               : after->result.points);
}

static int accepted_of[ALEA_EVENT_SETTLE + 1];
static int refused_as[ALEA_REFUSED_BAD_EVENT + 1];

static void storm(void **state)
{
    (void)state;
    static alea_event log[EVENTS];
    for (int session = 1; session <= SESSIONS; session++) {
        seed = 0x9e3779b97f4a7c15u * (uint64_t)session;
        alea_rules rules = any_rules();
        /* Started from the same bytes, so that even the padding agrees. */
        alea_match m, again;
        alea_match_start(&m, &rules);
        alea_match_start(&again, &rules);
        int kept = 0;
        for (int i = 0; i < EVENTS; i++) {
            alea_event event = any_event(&m);
            alea_match before;
            memcpy(&before, &m, sizeof before);
            alea_refusal refusal = apply(&m, &event);
            refused_as[refusal]++;
            check_match(&m);
            if (refusal != ALEA_ACCEPTED) continue;
            accepted_of[event.type]++;
            check_step(&before, &m, &event);
            log[kept++] = event;
        }
        for (int i = 0; i < kept; i++)
            assert_int_equal(alea_match_apply(&again, &log[i], NULL), ALEA_ACCEPTED);
        assert_memory_equal(&again, &m, sizeof m);
    }
}

/* The storm reaches everything: each event accepted, each refusal met. */
static void the_storm_was_wide(void **state)
{
    (void)state;
    for (int i = 0; i <= ALEA_EVENT_SETTLE; i++)
        if (accepted_of[i] < 20)
            fail_msg("%s: %d", alea_event_name((alea_event_type)i), accepted_of[i]);
    for (int i = 0; i <= ALEA_REFUSED_BAD_EVENT; i++)
        if (refused_as[i] < 5)
            fail_msg("%s: %d", alea_refusal_code((alea_refusal)i), refused_as[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(storm),
        cmocka_unit_test(the_storm_was_wide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
