/* src/core/match.c: phases, whose turn it is, what is refused, what returns where. */
#include "unit/match_steps.h"

static void a_game_begins(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    PHASE(&m, OPENING);
    assert_int_equal(m.turn, ALEA_NOBODY);
    assert_int_equal(m.to_act, ALEA_NOBODY);
    assert_int_equal(m.game, 1);
    assert_int_equal(m.cube_log2, 0);
    assert_int_equal(m.cube_owner, ALEA_NOBODY);
    assert_true(alea_board_equal(&m.board, &start));
    assert_false(m.has_result);
    assert_int_equal(m.match_winner, ALEA_NOBODY);
    NO(opening(&m, 0, 3), BAD_DICE);
    NO(opening(&m, 3, 7), BAD_DICE);
    NO(rolls(&m, ALEA_A, 3, 1), WRONG_PHASE);
    NO(PASS(&m, ALEA_A), WRONG_PHASE);
    NO(resigns(&m, ALEA_A, 1), WRONG_PHASE);
    NO(act(&m, ALEA_EVENT_COCKED, ALEA_A), WRONG_PHASE);
    NO(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY), WRONG_PHASE);
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_A), WRONG_PHASE);
    OK(opening(&m, 3, 3));
    PHASE(&m, OPENING);
    OK(opening(&m, 2, 5));
    PHASE(&m, TO_PLAY);
    assert_int_equal(m.turn, ALEA_B);
    assert_int_equal(m.to_act, ALEA_B);
    assert_int_equal(m.roll.die[0] + m.roll.die[1], 7);
    NO(opening(&m, 2, 5), WRONG_PHASE);
    NO(rolls(&m, ALEA_B, 3, 1), ALREADY_ROLLED);
    NO(rolls(&m, ALEA_A, 3, 1), NOT_YOUR_TURN);
}

static void the_starter_may_throw_anew(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("opening", "reroll"));
    OK(opening(&m, 6, 5));
    PHASE(&m, TO_ROLL);
    assert_int_equal(m.turn, ALEA_A);
    assert_int_equal(m.roll.die[0], 0);
    /* Then the starter may also double. */
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_B));
    NO(PLAY(&m, ALEA_A, 24, 13), WRONG_PHASE);
    OK(rolls(&m, ALEA_A, 4, 4));
    PHASE(&m, TO_PLAY);
}

static void plays_and_turns(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    OK(opening(&m, 3, 1));
    NO(PLAY(&m, ALEA_B, 8, 5, 6, 5), NOT_YOUR_TURN);
    NO(PLAY(&m, ALEA_A, 8, 5), ILLEGAL_PLAY);
    NO(PASS(&m, ALEA_A), ILLEGAL_PLAY);
    NO(PLAY(&m, ALEA_A, 0, 5), ILLEGAL_PLAY);
    NO(PLAY(&m, ALEA_A, 8, 25), ILLEGAL_PLAY);
    NO(PLAY(&m, ALEA_A, 8, -1), ILLEGAL_PLAY);
    NO(PLAY(&m, ALEA_A, 26, 24), ILLEGAL_PLAY);
    OK(PLAY(&m, ALEA_A, 8, 5, 6, 5));
    PHASE(&m, TO_ROLL);
    assert_int_equal(m.turn, ALEA_B);
    assert_int_equal(m.to_act, ALEA_B);
    assert_int_equal(m.roll.die[0], 0);
    assert_int_equal(m.board.point[5], 2);
    NO(rolls(&m, ALEA_A, 3, 1), NOT_YOUR_TURN);
    NO(rolls(&m, ALEA_B, 0, 1), BAD_DICE);
    NO(PLAY(&m, ALEA_B, 8, 5), WRONG_PHASE);
    OK(rolls(&m, ALEA_B, 3, 1));
    OK(PLAY(&m, ALEA_B, 6, 5, 8, 5));
    /* B's 5 point is A's 20. */
    assert_int_equal(m.board.point[20], -2);
    alea_board b = alea_match_board(&m, ALEA_B);
    assert_int_equal(b.point[5], 2);
    b = alea_match_board(&m, ALEA_A);
    assert_true(alea_board_equal(&b, &m.board));
}

static void the_reason_a_play_is_illegal(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    OK(opening(&m, 3, 1));
    alea_event event = play_of(ALEA_A, (const int[]){8, 5, 0});
    alea_play_error error = ALEA_PLAY_LEGAL;
    NO(alea_match_apply(&m, &event, &error), ILLEGAL_PLAY);
    assert_int_equal(error, ALEA_PLAY_MUST_USE_BOTH);
    event = play_of(ALEA_A, (const int[]){8, 5, 6, 5, 0});
    OK(alea_match_apply(&m, &event, &error));
    assert_int_equal(error, ALEA_PLAY_LEGAL);
}

static void a_forced_pass_is_played(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    OK(BOARD(&m, ALEA_B, 1, 2, 2, 2, 3, 2, 4, 2, 5, 2, 6, 2, 0, -1, 20, -3));
    OK(rolls(&m, ALEA_B, 6, 1));
    PHASE(&m, TO_PLAY);
    assert_int_equal(m.to_act, ALEA_B);
    OK(PASS(&m, ALEA_B));
    assert_int_equal(m.turn, ALEA_A);
}

static void cocked_dice(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    to_first_roll_of_b(&m);
    NO(act(&m, ALEA_EVENT_COCKED, ALEA_A), NOT_YOUR_TURN);
    OK(act(&m, ALEA_EVENT_COCKED, ALEA_B));
    PHASE(&m, TO_ROLL);
    assert_int_equal(m.turn, ALEA_B);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), ALREADY_ROLLED);
    OK(act(&m, ALEA_EVENT_COCKED, ALEA_B));
    OK(rolls(&m, ALEA_B, 3, 1));
    NO(act(&m, ALEA_EVENT_COCKED, ALEA_B), ALREADY_ROLLED);
    OK(PLAY(&m, ALEA_B, 8, 5, 6, 5));
    /* The next player's window is open. */
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_B));
    PHASE(&m, TO_ROLL);
    /* Taken or not, a throw that was cocked before stays thrown through a
     * resignation. */
    OK(act(&m, ALEA_EVENT_COCKED, ALEA_A));
    OK(resigns(&m, ALEA_A, 1));
    OK(act(&m, ALEA_EVENT_REJECT_RESIGN, ALEA_B));
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_A), ALREADY_ROLLED);
}

static void resignations(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    to_first_roll_of_b(&m);
    NO(resigns(&m, ALEA_A, 0), BAD_CLASS);
    NO(resigns(&m, ALEA_A, 4), BAD_CLASS);
    /* By the player not on turn. */
    OK(resigns(&m, ALEA_A, 2));
    PHASE(&m, RESIGN_OFFERED);
    assert_int_equal(m.turn, ALEA_B);
    assert_int_equal(m.to_act, ALEA_B);
    assert_int_equal(alea_match_resign_class(&m), 2);
    NO(resigns(&m, ALEA_B, 1), WRONG_PHASE);
    NO(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A), NOT_YOUR_TURN);
    NO(act(&m, ALEA_EVENT_TAKE, ALEA_B), NOTHING_OFFERED);
    NO(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), WRONG_PHASE);
    NO(rolls(&m, ALEA_B, 1, 2), WRONG_PHASE);
    OK(act(&m, ALEA_EVENT_REJECT_RESIGN, ALEA_B));
    PHASE(&m, TO_ROLL);
    assert_int_equal(m.to_act, ALEA_B);
    assert_int_equal(alea_match_resign_class(&m), 0);
    /* With dice on the board, and back to them. */
    OK(rolls(&m, ALEA_B, 3, 1));
    OK(resigns(&m, ALEA_B, 3));
    assert_int_equal(m.to_act, ALEA_A);
    OK(act(&m, ALEA_EVENT_REJECT_RESIGN, ALEA_A));
    PHASE(&m, TO_PLAY);
    assert_int_equal(m.to_act, ALEA_B);
    assert_int_equal(m.roll.die[0], 3);
    OK(resigns(&m, ALEA_B, 3));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
    PHASE(&m, GAME_OVER);
    assert_int_equal(m.result.winner, ALEA_A);
    assert_int_equal(m.result.win_class, 3);
    assert_int_equal(m.result.points, 3);
    assert_int_equal(m.result.how, ALEA_HOW_RESIGN);
    assert_int_equal(m.roll.die[0], 0);

    m = match_under(RULES("resign", "false"));
    to_first_roll_of_b(&m);
    NO(resigns(&m, ALEA_A, 1), RESIGN_OFF);
}

/* A game, or the whole match, ended by agreement or a ruling. */
static void settlement(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("match_length", "5"));
    alea_event settle = {.type = ALEA_EVENT_SETTLE, .by = ALEA_B, .points = 2};
    OK(alea_match_apply(&m, &settle, NULL));
    PHASE(&m, GAME_OVER);
    assert_int_equal(m.score[1], 2);
    assert_int_equal(m.result.how, ALEA_HOW_SETTLED);
    NO(alea_match_apply(&m, &settle, NULL), WRONG_PHASE);
    /* Between two games the match alone can be given up. */
    alea_match between = m;
    settle.points = 0;
    settle.wins_match = true;
    settle.by = ALEA_A;
    OK(alea_match_apply(&between, &settle, NULL));
    PHASE(&between, MATCH_OVER);
    assert_int_equal(between.match_winner, ALEA_A);
    assert_int_equal(between.score[1], 2);

    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    settle.points = 1;
    NO(alea_match_apply(&m, &settle, NULL), WRONG_PHASE);
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    settle.points = -1;
    NO(alea_match_apply(&m, &settle, NULL), BAD_EVENT);
    settle.points = 1;
    OK(alea_match_apply(&m, &settle, NULL));
    PHASE(&m, MATCH_OVER);
    assert_int_equal(m.match_winner, ALEA_A);
    assert_int_equal(m.score[0], 1);
    assert_int_equal(m.result.points, 1);
}

static void the_next_game(void **state)
{
    (void)state;
    /* Started from the same bytes, so that even the padding agrees. */
    const alea_rules rules = alea_rules_default();
    alea_match m, fresh;
    alea_match_start(&m, &rules);
    alea_match_start(&fresh, &rules);
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    OK(resigns(&m, ALEA_B, 2));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
    assert_int_equal(m.score[0], 4);
    NO(rolls(&m, ALEA_B, 1, 2), WRONG_PHASE);
    NO(opening(&m, 1, 2), WRONG_PHASE);
    NO(resigns(&m, ALEA_B, 1), WRONG_PHASE);
    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    /* As at the start, but for the score and the number. */
    fresh.game = fresh.games_begun = 2;
    fresh.score[0] = 4;
    assert_memory_equal(&m, &fresh, sizeof m);
    /* A score set before the first roll changes this game, later it begins another. */
    OK(set_score_to(&m, 4, 0));
    assert_memory_equal(&m, &fresh, sizeof m);
    OK(opening(&m, 1, 2));
    OK(set_score_to(&m, 4, 0));
    fresh.games_begun = 3;
    assert_memory_equal(&m, &fresh, sizeof m);
}

/* Who begins the Crawford game, when, and what comes after it. */
static void crawford(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("match_length", "3", "crawford", "true"));
    const struct {
        alea_player loser;
        bool crawford;
    } games[] = {{ALEA_B, false}, {ALEA_A, false}, {ALEA_B, false}, {ALEA_A, true}};
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        assert_int_equal(m.crawford_game, games[i].crawford);
        to_first_roll_of_b(&m);
        OK(resigns(&m, games[i].loser, 1));
        OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, alea_opponent(games[i].loser)));
        OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    }
    /* 2-2: once per match only. */
    assert_int_equal(m.score[0], 2);
    assert_int_equal(m.score[1], 2);
    assert_false(m.crawford_game);
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));

    /* Not in a 1-point match, not where the rules do not have it, not for money. */
    m = match_under(RULES("match_length", "1", "crawford", "true"));
    assert_false(m.crawford_game);
    m = match_under(RULES("match_length", "2"));
    OK(set_score_to(&m, 1, 0));
    assert_false(m.crawford_game);
    m = match_under(RULES("crawford", "true"));
    OK(set_score_to(&m, 1, 0));
    assert_false(m.crawford_game);
    /* A score set again: the Crawford game is this one until it has been played. */
    m = match_under(RULES("match_length", "5", "crawford", "true"));
    OK(set_score_to(&m, 4, 0));
    assert_true(m.crawford_game);
    OK(set_score_to(&m, 4, 1));
    assert_true(m.crawford_game);
    to_first_roll_of_b(&m);
    OK(resigns(&m, ALEA_A, 1));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_B));
    OK(set_score_to(&m, 4, 3));
    assert_false(m.crawford_game);
    OK(set_crawford_to(&m, true));
    assert_true(m.crawford_game);
    OK(set_crawford_to(&m, false));
    OK(set_score_to(&m, 0, 0));
    NO(set_crawford_to(&m, true), BAD_POSITION);
    OK(set_score_to(&m, 0, 4));
    assert_true(m.crawford_game);
}

/* The short-handed bear-off: A has one checker left and dice for it. */
static void almost_won(alea_match *m)
{
    OK(BOARD(m, ALEA_A, 1, 1, 24, -1));
}

static void a_match_ends(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("match_length", "3"));
    OK(set_score_to(&m, 2, 2));
    almost_won(&m);
    OK(rolls(&m, ALEA_A, 2, 1));
    OK(PLAY(&m, ALEA_A, 1, 0));
    PHASE(&m, MATCH_OVER);
    assert_int_equal(m.match_winner, ALEA_A);
    assert_int_equal(m.score[0], 3);
    assert_int_equal(m.result.how, ALEA_HOW_BEAROFF);
    NO(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY), WRONG_PHASE);
    NO(opening(&m, 3, 1), WRONG_PHASE);
    NO(set_cube_to(&m, 1, ALEA_A), WRONG_PHASE);
    NO(BOARD(&m, ALEA_A, 1, 1, 24, -1), WRONG_PHASE);
    NO(set_crawford_to(&m, false), WRONG_PHASE);
    /* Set-up for a test begins anew, though. */
    OK(set_score_to(&m, 1, 1));
    PHASE(&m, OPENING);
    assert_int_equal(m.match_winner, ALEA_NOBODY);
    assert_false(m.has_result);
}

static void set_refuses_what_cannot_be(void **state)
{
    (void)state;
    alea_match m = match_under(RULES("match_length", "5", "cube_limit", "8"));
    NO(act(&m, ALEA_EVENT_SET, ALEA_NOBODY), BAD_EVENT);
    alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = 16;
    NO(apply(&m, &event), BAD_EVENT);
    NO(set_score_to(&m, 5, 0), BAD_POSITION);
    NO(set_score_to(&m, 0, -1), BAD_POSITION);
    NO(BOARD(&m, ALEA_A, 1, 16, 24, -1), BAD_POSITION);
    NO(BOARD(&m, ALEA_A, 1, 1), BAD_POSITION);
    NO(BOARD(&m, ALEA_A, 1, -1), BAD_POSITION);
    NO(BOARD(&m, ALEA_A, 1, 1, 0, 1, 24, -1), BAD_POSITION);
    NO(BOARD(&m, ALEA_NOBODY, 1, 1, 24, -1), BAD_EVENT);
    OK(opening(&m, 3, 1));
    NO(set_cube_to(&m, -1, ALEA_NOBODY), BAD_POSITION);
    NO(set_cube_to(&m, 25, ALEA_NOBODY), BAD_POSITION);
    NO(set_cube_to(&m, 0, ALEA_A), BAD_POSITION);
    NO(set_cube_to(&m, 1, (alea_player)7), BAD_EVENT);
    NO(set_cube_to(&m, 4, ALEA_A), CUBE_LIMIT);
    OK(set_cube_to(&m, 3, ALEA_A));
    /* All or nothing. */
    event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
    event.set = ALEA_SET_SCORE | ALEA_SET_CUBE;
    event.score[0] = 2;
    event.cube_log2 = 4;
    NO(apply(&m, &event), CUBE_LIMIT);
    event.cube_log2 = 2;
    event.cube_owner = ALEA_B;
    OK(apply(&m, &event));
    PHASE(&m, OPENING);
    assert_int_equal(m.score[0], 2);
    assert_int_equal(m.cube_owner, ALEA_B);
    /* Three checkers per side in hypergammon. */
    m = match_under(RULES("setup", "hypergammon"));
    NO(BOARD(&m, ALEA_A, 1, 4, 24, -1), BAD_POSITION);
    OK(BOARD(&m, ALEA_A, 1, 3, 24, -1));
    /* An offer pending: the cube is not to be touched. */
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    NO(set_cube_to(&m, 1, ALEA_NOBODY), WRONG_PHASE);
    OK(BOARD(&m, ALEA_B, 1, 3, 24, -1));
    PHASE(&m, TO_ROLL);
    assert_int_equal(m.turn, ALEA_B);
}

static void a_board_set_after_the_game_goes_on_with_it(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    almost_won(&m);
    OK(rolls(&m, ALEA_A, 2, 1));
    OK(PLAY(&m, ALEA_A, 1, 0));
    PHASE(&m, GAME_OVER);
    assert_true(m.has_result);
    almost_won(&m);
    assert_false(m.has_result);
    assert_int_equal(m.game, 1);
}

static void events_that_are_none(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_default());
    NO(act(&m, (alea_event_type)99, ALEA_A), BAD_EVENT);
    NO(act(&m, ALEA_EVENT_ROLL, ALEA_NOBODY), BAD_EVENT);
    NO(act(&m, ALEA_EVENT_DOUBLE, (alea_player)2), BAD_EVENT);
    OK(opening(&m, 3, 1));
    alea_event event = play_of(ALEA_A, (const int[]){8, 5, 6, 5, 0});
    event.moves = 5;
    NO(apply(&m, &event), BAD_EVENT);
}

/* --- rulebook 001: the opponent's option --- */

static void an_illegal_play_accepted(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(opening(&m, 3, 1));
    /* Without the word it is refused; with it, it stands. */
    NO(PLAY(&m, ALEA_A, 8, 4, 6, 5), ILLEGAL_PLAY);
    OK(AS_MADE(&m, ALEA_A, 8, 4, 6, 5));
    assert_true(m.contestable);
    PHASE(&m, TO_ROLL);
    assert_int_equal(m.turn, ALEA_B);
    assert_int_equal(m.board.point[4], 1);
    OK(rolls(&m, ALEA_B, 3, 1));
    assert_false(m.contestable);
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B), WRONG_PHASE);

    /* A double accepts it too, and so do cocked dice: they are a throw. */
    m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(opening(&m, 3, 1));
    OK(AS_MADE(&m, ALEA_A, 8, 4, 6, 5));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    assert_false(m.contestable);
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B), WRONG_PHASE);
    m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(opening(&m, 3, 1));
    OK(AS_MADE(&m, ALEA_A, 8, 4, 6, 5));
    OK(act(&m, ALEA_EVENT_COCKED, ALEA_B));
    assert_false(m.contestable);
}

static void a_legal_play_required(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(opening(&m, 3, 1));
    alea_match before = m;
    OK(AS_MADE(&m, ALEA_A, 8, 4, 6, 5));
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_A), NOT_YOUR_TURN);
    OK(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B));
    PHASE(&m, TO_PLAY);
    assert_int_equal(m.turn, ALEA_A);
    assert_int_equal(m.to_act, ALEA_A);
    assert_true(alea_board_equal(&m.board, &before.board));
    assert_int_equal(m.roll.die[0], 3);
    assert_false(m.contestable);
    /* A legal play, said to be as made, is a legal play. */
    OK(AS_MADE(&m, ALEA_A, 8, 5, 6, 5));
    assert_false(m.contestable);
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B), WRONG_PHASE);
}

static void as_made_needs_checkers_and_room(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(opening(&m, 3, 1));
    NO(AS_MADE(&m, ALEA_A, 7, 4), ILLEGAL_PLAY);
    NO(AS_MADE(&m, ALEA_A, 25, 24), ILLEGAL_PLAY);
    NO(AS_MADE(&m, ALEA_A, 24, 19), ILLEGAL_PLAY); /* two enemy checkers stand there */
    /* Written in an order that cannot be moved: 9/8 after 13/9. */
    OK(AS_MADE(&m, ALEA_A, 9, 8, 13, 9));
    assert_int_equal(m.board.point[8], 4);
    assert_int_equal(m.board.point[9], 0);
    assert_true(m.contestable);
    /* An incomplete play is an illegal one. */
    OK(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B));
    OK(as_made(&m, ALEA_A, (const int[]){0}));
    assert_true(m.contestable);
    /* A blot is hit on the way backwards as well. */
    m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(BOARD(&m, ALEA_A, 6, 2, 10, -1, 1, 2));
    OK(rolls(&m, ALEA_A, 3, 1));
    OK(AS_MADE(&m, ALEA_A, 6, 10));
    assert_int_equal(m.board.point[10], 1);
    assert_int_equal(m.board.point[0], -1);
    /* Not where the rules refuse. */
    m = match_under(alea_rules_default());
    OK(opening(&m, 3, 1));
    NO(AS_MADE(&m, ALEA_A, 8, 4, 6, 5), ILLEGAL_PLAY);
    OK(AS_MADE(&m, ALEA_A, 8, 5, 6, 5));
}

/* The last checker borne off by an illegal play: the opponent's option stays open until
 * the next game, and takes score, Crawford flag and match end back with it. */
static void an_illegal_win_is_contestable(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_COMPENDIUM);
    rules.match_length = 3;
    rules.crawford = true;
    alea_match m = match_under(rules);
    OK(set_score_to(&m, -1, -2)); /* B has won 1, A has won 2 */
    assert_true(m.crawford_game);
    OK(BOARD(&m, ALEA_A, 6, 1, 24, -1));
    OK(rolls(&m, ALEA_A, 2, 1));
    alea_match before = m;
    OK(AS_MADE(&m, ALEA_A, 6, 0));
    PHASE(&m, MATCH_OVER);
    assert_true(m.contestable);
    assert_int_equal(m.match_winner, ALEA_A);
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_A), NOT_YOUR_TURN);
    OK(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B));
    PHASE(&m, TO_PLAY);
    assert_int_equal(m.score[0], before.score[0]);
    assert_int_equal(m.score[1], before.score[1]);
    assert_int_equal(m.match_winner, ALEA_NOBODY);
    assert_false(m.has_result);
    assert_int_equal(m.to_act, ALEA_A);
    assert_true(alea_board_equal(&m.board, &before.board));
    assert_true(m.crawford_game);
    OK(PLAY(&m, ALEA_A, 6, 3));
    OK(resigns(&m, ALEA_A, 1));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_B));
    /* 2-2 after the Crawford game. */
    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    assert_false(m.crawford_game);
    /* For money, the next game accepts it. */
    m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(BOARD(&m, ALEA_A, 6, 1, 24, -1));
    OK(rolls(&m, ALEA_A, 2, 1));
    OK(AS_MADE(&m, ALEA_A, 6, 0));
    PHASE(&m, GAME_OVER);
    OK(act(&m, ALEA_EVENT_NEXT_GAME, ALEA_NOBODY));
    assert_false(m.contestable);
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B), WRONG_PHASE);
}

/* Doubling at any time, the mover's own double does not accept his illegal play. */
static void the_movers_double_accepts_nothing(void **state)
{
    (void)state;
    alea_match m = match_under(
        RULES("cube_window", "any_time", "illegal_play", "opponent_option"));
    OK(opening(&m, 3, 1));
    OK(AS_MADE(&m, ALEA_A, 8, 4, 6, 5));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    assert_true(m.contestable);
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B), WRONG_PHASE);
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_B));
    OK(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B));
    PHASE(&m, TO_PLAY);
    assert_int_equal(alea_match_cube(&m), 2);
    /* A resignation that is accepted settles it. */
    OK(AS_MADE(&m, ALEA_A, 8, 4, 6, 5));
    OK(resigns(&m, ALEA_B, 1));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
    assert_false(m.contestable);
    NO(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B), WRONG_PHASE);
}

static void names(void **state)
{
    (void)state;
    assert_string_equal(alea_refusal_code(ALEA_ACCEPTED), "accepted");
    for (int i = 1; i <= ALEA_REFUSED_BAD_EVENT; i++) {
        const char *code = alea_refusal_code((alea_refusal)i);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(code, alea_refusal_code((alea_refusal)j));
        const char *text = alea_refusal_text((alea_refusal)i);
        assert_int_equal(text[strlen(text) - 1], '.');
    }
    assert_string_equal(alea_refusal_code((alea_refusal)99), "bad_event");
    assert_string_equal(alea_refusal_code((alea_refusal)-1), "bad_event");
    assert_string_equal(alea_match_phase_name(ALEA_MATCH_RESIGN_OFFERED),
                        "resign_offered");
    assert_string_equal(alea_match_phase_name((alea_match_phase)-1), "?");
    alea_match m = match_under(alea_rules_default());
    assert_string_equal(alea_match_waits_for(&m),
                        "Not now: both players roll one die for the first turn.");
    assert_string_equal(alea_event_name(ALEA_EVENT_REQUIRE_LEGAL), "require_legal");
    assert_null(alea_event_name((alea_event_type)(ALEA_EVENT_SETTLE + 1)));
    assert_int_equal(alea_opponent(ALEA_NOBODY), ALEA_NOBODY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_begins),
        cmocka_unit_test(the_starter_may_throw_anew),
        cmocka_unit_test(plays_and_turns),
        cmocka_unit_test(the_reason_a_play_is_illegal),
        cmocka_unit_test(a_forced_pass_is_played),
        cmocka_unit_test(cocked_dice),
        cmocka_unit_test(resignations),
        cmocka_unit_test(settlement),
        cmocka_unit_test(the_next_game),
        cmocka_unit_test(crawford),
        cmocka_unit_test(a_match_ends),
        cmocka_unit_test(set_refuses_what_cannot_be),
        cmocka_unit_test(a_board_set_after_the_game_goes_on_with_it),
        cmocka_unit_test(events_that_are_none),
        cmocka_unit_test(an_illegal_play_accepted),
        cmocka_unit_test(a_legal_play_required),
        cmocka_unit_test(as_made_needs_checkers_and_room),
        cmocka_unit_test(an_illegal_win_is_contestable),
        cmocka_unit_test(the_movers_double_accepts_nothing),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
