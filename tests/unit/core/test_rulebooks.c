/* The examples that the five rulebooks themselves give, each under its own preset, and
 * how their unclear sentences are read. */
#include "unit/match_steps.h"

static alea_play_error why(const alea_match *m, const int *from_to)
{
    alea_event event = play_of(m->turn, from_to);
    alea_match copy = *m;
    alea_play_error error = ALEA_PLAY_LEGAL;
    alea_match_apply(&copy, &event, &error);
    return error;
}

#define WHY(match, ...) why((match), (const int[]){__VA_ARGS__, 0})

/* --- 000, VIDO --- */

/* "If you roll a 3 and 6, move your Checker from the bar to your opponent's third point
 * because the sixth point is not open. Then move another of your Checkers 6 spaces." */
static void book_000_enters_with_6_3(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_VIDO));
    OK(BOARD(&m, ALEA_A, 25, 1, 24, 1, 13, 5, 8, 3, 6, 5, 1, -2, 12, -5, 17, -3, 19,
             -5));
    OK(rolls(&m, ALEA_A, 3, 6));
    assert_int_equal(WHY(&m, 25, 19, 24, 21), ALEA_PLAY_BLOCKED);
    assert_int_equal(WHY(&m, 13, 7, 25, 22), ALEA_PLAY_LEGAL);
    assert_int_equal(WHY(&m, 13, 7, 13, 10), ALEA_PLAY_ON_BAR);
    OK(PLAY(&m, ALEA_A, 25, 22, 13, 7));
    assert_int_equal(m.board.point[22], 1);
    assert_int_equal(m.board.point[7], 1);
}

/* "if you roll 4 and 5 ... you may move one Checker the total 4 and 5 or 9 spaces, only
 * if either the fourth or fifth points are open." */
static void book_000_nine_spaces_by_4_and_5(void **state)
{
    (void)state;
    static const struct {
        int fourth, fifth;
        alea_play_error error;
    } rows[] = {{0, 0, ALEA_PLAY_LEGAL},
                {-2, 0, ALEA_PLAY_LEGAL},
                {0, -2, ALEA_PLAY_LEGAL},
                {-2, -2, ALEA_PLAY_BLOCKED}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        alea_match m = match_under(alea_rules_preset(ALEA_PRESET_VIDO));
        alea_event event = event_of(ALEA_EVENT_SET, ALEA_NOBODY);
        event.set = ALEA_SET_BOARD;
        event.turn = ALEA_A;
        event.board.point[24] = 1;
        event.board.point[10] = 2;
        event.board.point[20] = (int8_t)rows[i].fourth;
        event.board.point[19] = (int8_t)rows[i].fifth;
        event.board.point[23] = -1;
        OK(apply(&m, &event));
        OK(rolls(&m, ALEA_A, 4, 5));
        assert_int_equal(WHY(&m, 24, 15), rows[i].error);
    }
}

/* "if you roll two 5s, use any combination of Checkers to move a total of four 5s." */
static void book_000_four_fives(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_VIDO));
    OK(BOARD(&m, ALEA_A, 24, 2, 13, 5, 8, 3, 6, 5, 12, -5, 17, -3));
    OK(rolls(&m, ALEA_A, 5, 5));
    assert_int_equal(WHY(&m, 13, 8, 13, 8), ALEA_PLAY_MUST_USE_BOTH);
    assert_int_equal(WHY(&m, 13, 8, 13, 8, 13, 8, 8, 3), ALEA_PLAY_LEGAL);
    OK(PLAY(&m, ALEA_A, 13, 3, 13, 3));
}

/* "If one of your Checkers is hit while bearing off, it must re-enter and travel back
 * around the entire Game Board ... before you can continue bearing off." */
static void book_000_hit_while_bearing_off(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_VIDO));
    OK(BOARD(&m, ALEA_A, 25, 1, 3, 2, 2, 2, 12, -2));
    OK(rolls(&m, ALEA_A, 3, 2));
    assert_int_equal(WHY(&m, 3, 0, 2, 0), ALEA_PLAY_ON_BAR);
    assert_int_equal(WHY(&m, 25, 22, 2, 0), ALEA_PLAY_NOT_ALL_HOME);
    OK(PLAY(&m, ALEA_A, 25, 20));
}

/* The arithmetic of the 7-point match. */
static void book_000_cube_in_a_match_to_7(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_VIDO));
    assert_int_equal(m.rules.match_length, 7);
    /* "no need to double higher than 8" at the start, */
    to_first_roll_of_b(&m);
    OK(set_cube_to(&m, 2, ALEA_B));
    assert_false(alea_match_cube_is_dead(&m, ALEA_B));
    OK(set_cube_to(&m, 3, ALEA_B));
    assert_true(alea_match_cube_is_dead(&m, ALEA_B));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B)); /* useless, but no rule forbids it */
    /* "tied 3-3 ... no need to double higher than 4" */
    OK(set_score_to(&m, 3, 3));
    to_first_roll_of_b(&m);
    OK(set_cube_to(&m, 1, ALEA_B));
    assert_false(alea_match_cube_is_dead(&m, ALEA_B));
    OK(set_cube_to(&m, 2, ALEA_B));
    assert_true(alea_match_cube_is_dead(&m, ALEA_B));
    /* "the match would end in one game the cube reaches 4 since the gammon would be
     * worth 8 points and a backgammon worth 12 points" */
    for (int level = 2; level <= 3; level++) {
        m = match_under(alea_rules_preset(ALEA_PRESET_VIDO));
        to_first_roll_of_b(&m);
        OK(set_cube_to(&m, 2, ALEA_B));
        OK(resigns(&m, ALEA_B, level));
        OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
        assert_int_equal(m.result.points, level == 2 ? 8 : 12);
        PHASE(&m, MATCH_OVER);
        assert_int_equal(m.score[0], level == 2 ? 8 : 12);
    }
}

/* "offered back at 4 and if taken can be re-offered later by the original doubler at
 * 8", and no further than the face 64. */
static void book_000_up_to_the_face_64(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_VIDO);
    rules.match_length = 0;
    alea_match m = match_under(rules);
    OK(BOARD(&m, ALEA_A, 6, 2, 5, 2, 20, -2));
    alea_player by = ALEA_A;
    for (int cube = 2; cube <= 64; cube *= 2) {
        OK(act(&m, ALEA_EVENT_DOUBLE, by));
        OK(act(&m, ALEA_EVENT_TAKE, alea_opponent(by)));
        assert_int_equal(alea_match_cube(&m), cube);
        by = alea_opponent(by);
        OK(BOARD(&m, by, 6, 2, 5, 2, 20, -2));
    }
    NO(act(&m, ALEA_EVENT_DOUBLE, by), CUBE_LIMIT);
}

/* --- 001, the compilation --- */

/* "two checkers on their 24 point, three checkers on his 8 point, five checkers on his
 * 13 point, and five more checkers on his 6 point", from both sides. */
static void book_001_sets_up(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    for (int player = 0; player < 2; player++) {
        alea_board board = alea_match_board(&m, (alea_player)player);
        assert_int_equal(board.point[24], 2);
        assert_int_equal(board.point[8], 3);
        assert_int_equal(board.point[13], 5);
        assert_int_equal(board.point[6], 5);
    }
}

/* "if one player rolled a 5 and the other rolled a 2, then the player who rolled the 5
 * would go first and use the 5 and 2 in lieu of a new dice roll" */
static void book_001_begins_with_5_and_2(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(opening(&m, 2, 5));
    PHASE(&m, TO_PLAY);
    assert_int_equal(m.turn, ALEA_B);
    OK(PLAY(&m, ALEA_B, 13, 8, 13, 11));
}

/* "if you roll a four and a one, you can move one checker four spaces ... and a
 * different checker one space ..., or you can move one checker five spaces", an
 * intermediate point being open. */
static void book_001_four_and_one(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(BOARD(&m, ALEA_A, 13, 2, 8, 2, 20, -2));
    OK(rolls(&m, ALEA_A, 4, 1));
    assert_int_equal(WHY(&m, 13, 9, 8, 7), ALEA_PLAY_LEGAL);
    assert_int_equal(WHY(&m, 13, 8), ALEA_PLAY_LEGAL);
    OK(BOARD(&m, ALEA_A, 13, 2, 8, 2, 9, -2, 12, -2));
    OK(rolls(&m, ALEA_A, 4, 1));
    assert_int_equal(WHY(&m, 13, 8), ALEA_PLAY_BLOCKED);
}

/* "If you roll double 3s ... you can make four moves of 3 points each ... the total
 * moves add up to 12." */
static void book_001_double_threes(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(BOARD(&m, ALEA_A, 24, 1, 8, 2, 18, -1, 1, -2));
    OK(rolls(&m, ALEA_A, 3, 3));
    OK(PLAY(&m, ALEA_A, 24, 12));
    /* The blot on 18 was hit on the way. */
    assert_int_equal(m.board.point[0], -1);
    assert_int_equal(m.board.point[12], 1);
}

/* "You would rather play the 3 ..., but the rules require you to play the higher
 * number, the 5": either can be played, not both. */
static void book_001_either_but_not_both(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(BOARD(&m, ALEA_A, 11, 1, 1, 2, 3, -2));
    OK(rolls(&m, ALEA_A, 5, 3));
    assert_int_equal(WHY(&m, 11, 8), ALEA_PLAY_MUST_USE_HIGHER);
    assert_int_equal(WHY(&m, 11, 3), ALEA_PLAY_BLOCKED);
    OK(PLAY(&m, ALEA_A, 11, 6));
}

/* "the original stake was 1 but you have doubled Black to 2 and he has re-doubled you
 * to 4 ... If one of you wins a gammon he wins 8", in a book where only the loser's
 * score moves. */
static void book_001_stake_of_4_and_a_gammon(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    OK(rolls(&m, ALEA_B, 3, 1));
    OK(PLAY(&m, ALEA_B, 8, 5, 6, 5));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_A));
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_B));
    assert_int_equal(alea_match_cube(&m), 4);
    OK(resigns(&m, ALEA_A, 2));
    OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_B));
    assert_int_equal(m.result.points, 8);
    assert_int_equal(m.score[0], -8);
    assert_int_equal(m.score[1], 0);
}

/* "the choice of refusing and paying up 2 units of stake, or accepting and playing for
 * 4"; "If he declines a double the game is over, and he must pay over one unit of
 * stake." */
static void book_001_prices_of_refusing(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    to_first_roll_of_b(&m);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    alea_match taken = m;
    OK(act(&m, ALEA_EVENT_DROP, ALEA_A));
    assert_int_equal(m.score[0], -1);
    OK(act(&taken, ALEA_EVENT_TAKE, ALEA_A));
    OK(rolls(&taken, ALEA_B, 3, 1));
    OK(PLAY(&taken, ALEA_B, 8, 5, 6, 5));
    OK(act(&taken, ALEA_EVENT_DOUBLE, ALEA_A));
    OK(act(&taken, ALEA_EVENT_DROP, ALEA_B));
    assert_int_equal(taken.score[1], -2);
}

/* "If identical numbers are thrown on the first roll, the stakes are doubled. The
 * doubling cube is turned to 2 and remains in the middle", once a game where so
 * agreed. */
static void book_001_automatic_double(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_COMPENDIUM);
    rules.auto_doubles = 1;
    alea_match m = match_under(rules);
    OK(opening(&m, 6, 6));
    OK(opening(&m, 1, 1));
    assert_int_equal(alea_match_cube(&m), 2);
    assert_int_equal(m.cube_owner, ALEA_NOBODY);
}

/* --- 002, Portfolio --- */

/* "a 5-5 becomes a 5-5-5-5 which equals four separate moves" */
static void book_002_four_fives(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_PORTFOLIO));
    OK(BOARD(&m, ALEA_A, 13, 4, 1, -2));
    OK(rolls(&m, ALEA_A, 5, 5));
    OK(PLAY(&m, ALEA_A, 13, 8, 13, 8, 13, 8, 13, 8));
    assert_int_equal(m.board.point[8], 4);
}

/* "A player can choose to use only one die, but it must be the highest count die." */
static void book_002_the_higher_die_alone(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_PORTFOLIO));
    OK(opening(&m, 3, 1));
    assert_int_equal(WHY(&m, 24, 23), ALEA_PLAY_MUST_USE_HIGHER);
    OK(PLAY(&m, ALEA_A, 24, 21));
}

/* "a 1-2 that is rolled, may be used to bear off a stone from the 1-point and the
 * 2-point, or the player may choose to move a stone" by the same numbers: 6 to 3, as
 * the misprinted "3 to 6" must mean. */
static void book_002_one_and_two_at_home(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_PORTFOLIO));
    OK(BOARD(&m, ALEA_A, 6, 1, 2, 1, 1, 1, 24, -2));
    OK(rolls(&m, ALEA_A, 1, 2));
    assert_int_equal(WHY(&m, 1, 0, 2, 0), ALEA_PLAY_LEGAL);
    assert_int_equal(WHY(&m, 3, 6), ALEA_PLAY_NO_CHECKER);
    OK(PLAY(&m, ALEA_A, 6, 3));
}

/* "he cannot bear off a stone if the point indicated is vacant and there is a stone on
 * a higher counting point"; "a stone from the highest point may bear off" */
static void book_002_a_higher_number(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_PORTFOLIO));
    OK(BOARD(&m, ALEA_A, 6, 2, 3, 2, 24, -2));
    OK(rolls(&m, ALEA_A, 5, 4));
    assert_int_equal(WHY(&m, 3, 0, 6, 2), ALEA_PLAY_CHECKER_HIGHER);
    OK(PLAY(&m, ALEA_A, 6, 1, 6, 2));
    OK(BOARD(&m, ALEA_A, 4, 1, 3, 2, 24, -2));
    OK(rolls(&m, ALEA_A, 6, 5));
    OK(PLAY(&m, ALEA_A, 4, 0, 3, 0));
}

/* "If the opponent rejects the bet, he forfeits the game and his opponent earns 1
 * point", and the bet is offered "at any time during the game". */
static void book_002_the_bet(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_PORTFOLIO));
    OK(opening(&m, 6, 5));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    alea_match taken = m;
    OK(act(&m, ALEA_EVENT_DROP, ALEA_A));
    assert_int_equal(m.score[1], 1);
    /* "he now has the right to double the bet to a 4 later in the game" */
    OK(act(&taken, ALEA_EVENT_TAKE, ALEA_A));
    OK(PLAY(&taken, ALEA_A, 24, 13));
    NO(act(&taken, ALEA_EVENT_DOUBLE, ALEA_B), CUBE_NOT_AVAILABLE);
    OK(act(&taken, ALEA_EVENT_DOUBLE, ALEA_A));
    OK(act(&taken, ALEA_EVENT_TAKE, ALEA_B));
    assert_int_equal(alea_match_cube(&taken), 4);
}

/* --- 003, the sheet --- */

/* "If White rolls [6] [4] with a checker on the bar, they must enter the checker onto
 * Red's four point since Red's six point is not open." */
static void book_003_enters_with_6_4(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_SHEET));
    OK(BOARD(&m, ALEA_A, 25, 1, 13, 3, 6, 5, 19, -5, 17, -3, 12, -5));
    OK(rolls(&m, ALEA_A, 6, 4));
    assert_int_equal(WHY(&m, 25, 19, 13, 9), ALEA_PLAY_BLOCKED);
    assert_int_equal(WHY(&m, 13, 7, 13, 9), ALEA_PLAY_ON_BAR);
    OK(PLAY(&m, ALEA_A, 25, 21, 13, 7));
}

/* "White rolls [6] [4] and bears off two checkers." */
static void book_003_bears_off_with_6_4(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_SHEET));
    OK(BOARD(&m, ALEA_A, 6, 2, 5, 2, 4, 3, 3, 2, 2, 1, 1, 1, 24, -2));
    OK(rolls(&m, ALEA_A, 6, 4));
    OK(PLAY(&m, ALEA_A, 6, 0, 4, 0));
    assert_int_equal(alea_board_checkers(&m.board, true), 9);
}

/* "if a player rolls 5 and 3, he may move one checker five spaces ... and another, or
 * the same checker three spaces"; "A roll of 6 and 6 means that the player has four
 * sixes to use" */
static void book_003_five_three_and_double_six(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_SHEET));
    OK(opening(&m, 5, 3));
    assert_int_equal(WHY(&m, 13, 8, 6, 3), ALEA_PLAY_LEGAL);
    assert_int_equal(WHY(&m, 13, 5), ALEA_PLAY_LEGAL);
    OK(BOARD(&m, ALEA_A, 24, 2, 13, 2, 1, -2));
    OK(rolls(&m, ALEA_A, 6, 6));
    assert_int_equal(WHY(&m, 24, 18, 24, 18, 13, 7), ALEA_PLAY_MUST_USE_BOTH);
    OK(PLAY(&m, ALEA_A, 24, 18, 24, 18, 13, 7, 13, 7));
}

/* "If there is no checker on higher point, the player must remove a checker on a lower
 * point": any lower one, to the letter. */
static void book_003_a_lower_point(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_SHEET));
    OK(BOARD(&m, ALEA_A, 4, 2, 2, 2, 1, 1, 24, -2));
    OK(rolls(&m, ALEA_A, 6, 5));
    assert_int_equal(WHY(&m, 1, 0, 2, 0), ALEA_PLAY_LEGAL);
    OK(PLAY(&m, ALEA_A, 2, 0, 2, 0));
    /* The die's own point and the higher ones come first all the same. */
    OK(BOARD(&m, ALEA_A, 4, 2, 2, 2, 1, 1, 24, -2));
    OK(rolls(&m, ALEA_A, 6, 3));
    assert_int_equal(WHY(&m, 4, 0, 2, 0), ALEA_PLAY_CHECKER_HIGHER);
}

/* "If a player refuses a redouble, they must pay points equal to the current
 * stakes." */
static void book_003_refused_redouble(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_SHEET));
    to_first_roll_of_b(&m);
    OK(set_cube_to(&m, 3, ALEA_B));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_DROP, ALEA_A));
    assert_int_equal(m.score[1], 8);
    assert_int_equal(m.score[0], -8);
}

/* --- 004, Ocastudios --- */

/* "if only two men remain, one 2 points and the other 3 points away from the end, and
 * the player rolls '5-1', he can use his 5 to bear off the man 3 points away" */
static void book_004_bears_off_with_5_1(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_OCASTUDIOS));
    OK(BOARD(&m, ALEA_A, 3, 1, 2, 1, 24, -2));
    OK(rolls(&m, ALEA_A, 5, 1));
    assert_int_equal(WHY(&m, 2, 0, 3, 2), ALEA_PLAY_LEGAL); /* 3/2 first, by the 1 */
    OK(PLAY(&m, ALEA_A, 3, 0, 2, 1));
    assert_int_equal(m.board.point[1], 1);
}

/* "a roll of 1 could take him to the first point and a 2 to the second point" */
static void book_004_enters_with_2_1(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_OCASTUDIOS));
    OK(BOARD(&m, ALEA_A, 25, 2, 6, 2, 12, -2));
    OK(rolls(&m, ALEA_A, 2, 1));
    assert_int_equal(WHY(&m, 25, 22), ALEA_PLAY_ON_BAR);
    OK(PLAY(&m, ALEA_A, 25, 24, 25, 23));
}

/* "if any move would make the other possible, then he must move both" */
static void book_004_one_move_makes_the_other_possible(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_OCASTUDIOS));
    OK(BOARD(&m, ALEA_A, 24, 1, 2, 2, 18, -2, 14, -1));
    OK(rolls(&m, ALEA_A, 6, 4));
    /* 24/20 makes 20/14 possible; there is no 6 before it. */
    assert_int_equal(WHY(&m, 24, 20), ALEA_PLAY_MUST_USE_BOTH);
    OK(PLAY(&m, ALEA_A, 24, 14));
}

/* "if he had raised it to 8, for example, and the opponent dropped, he would earn 4" */
static void book_004_eight_dropped(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_OCASTUDIOS));
    assert_int_equal(m.rules.match_length, 13);
    to_first_roll_of_b(&m);
    OK(set_cube_to(&m, 2, ALEA_B));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_DROP, ALEA_A));
    assert_int_equal(m.score[1], 4);
}

/* "The stakes may be doubled indefinitely, even if the cube only marks up to 64." */
static void book_004_past_the_last_face(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_OCASTUDIOS));
    to_first_roll_of_b(&m);
    OK(set_cube_to(&m, 6, ALEA_B));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
    OK(act(&m, ALEA_EVENT_TAKE, ALEA_A));
    assert_int_equal(alea_match_cube(&m), 128);
}

/* "Gammons and Backgammons only count if the stakes have been doubled at least once":
 * an automatic double has done that, too. */
static void book_004_jacoby_after_an_automatic_double(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_OCASTUDIOS);
    rules.jacoby = true;
    rules.auto_doubles = ALEA_UNLIMITED;
    for (int ties = 0; ties < 3; ties++) {
        alea_match m = match_under(rules);
        for (int i = 0; i < ties; i++) OK(opening(&m, 4, 4));
        to_first_roll_of_b(&m);
        OK(resigns(&m, ALEA_B, 2));
        OK(act(&m, ALEA_EVENT_ACCEPT_RESIGN, ALEA_A));
        assert_int_equal(m.result.points, ties ? 2 << ties : 1);
    }
}

/* --- sentences that are read in a way, docs/booklets.md --- */

/* "It is used in a 1-point match or single game": read with the "not" that seems
 * lost. */
static void reading_000_no_cube_in_one_point(void **state)
{
    (void)state;
    alea_rules rules = alea_rules_preset(ALEA_PRESET_VIDO);
    rules.match_length = 1;
    alea_match m = match_under(rules);
    OK(opening(&m, 3, 1));
    OK(PLAY(&m, ALEA_A, 8, 5, 6, 5));
    assert_int_equal(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), ALEA_REFUSED_CUBE_OFF);
    rules.match_length = 2;
    m = match_under(rules);
    OK(opening(&m, 3, 1));
    /* "Anytime after the opening roll": not in the turn of the opening roll itself. */
    assert_int_not_equal(act(&m, ALEA_EVENT_DOUBLE, ALEA_A), ALEA_ACCEPTED);
    OK(PLAY(&m, ALEA_A, 8, 5, 6, 5));
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
}

/* "you can double the stakes at any time" is continued "at the beginning of your
 * turn". */
static void reading_001_double_before_the_roll(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(opening(&m, 3, 1));
    assert_int_not_equal(act(&m, ALEA_EVENT_DOUBLE, ALEA_A), ALEA_ACCEPTED);
    assert_int_not_equal(act(&m, ALEA_EVENT_DOUBLE, ALEA_B), ALEA_ACCEPTED);
    OK(PLAY(&m, ALEA_A, 8, 5, 6, 5));
    assert_int_not_equal(act(&m, ALEA_EVENT_DOUBLE, ALEA_A), ALEA_ACCEPTED);
    OK(act(&m, ALEA_EVENT_DOUBLE, ALEA_B));
}

/* "This rule is generally waived ... when there is no further contact": left to the
 * players, so an illegal play may be contested then too. */
static void reading_001_contest_without_contact(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_COMPENDIUM));
    OK(BOARD(&m, ALEA_A, 6, 3, 5, 2, 24, -5));
    OK(rolls(&m, ALEA_A, 6, 1));
    alea_event illegal = play_of(ALEA_A, (const int[]){6, 0, 5, 0, 0});
    illegal.as_made = true;
    OK(apply(&m, &illegal));
    assert_true(m.contestable);
    OK(act(&m, ALEA_EVENT_REQUIRE_LEGAL, ALEA_B));
    assert_int_equal(m.phase, ALEA_MATCH_TO_PLAY);
    assert_int_equal(m.board.point[6], 3);
}

/* "A stone on the Bar must start over on his opponent's 1-point": it enters by the
 * dice. "before more stones can be moved or taken off": other stones may move once it
 * is in. */
static void reading_002_the_stone_that_was_hit(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_PORTFOLIO));
    OK(BOARD(&m, ALEA_A, 25, 1, 6, 2, 3, 2, 24, -2, 12, -2));
    OK(rolls(&m, ALEA_A, 5, 3));
    assert_int_equal(WHY(&m, 25, 24, 6, 3), ALEA_PLAY_NOT_A_DIE);
    assert_int_equal(WHY(&m, 25, 20, 3, 0), ALEA_PLAY_NOT_ALL_HOME);
    OK(PLAY(&m, ALEA_A, 25, 20, 6, 3));
    assert_int_equal(m.board.point[20], 1);
    assert_int_equal(m.board.point[3], 3);
}

/* The one-die sentence does not let a double stop early: "a 5-5 becomes a 5-5-5-5". */
static void reading_002_a_double_is_played_out(void **state)
{
    (void)state;
    alea_match m = match_under(alea_rules_preset(ALEA_PRESET_PORTFOLIO));
    OK(BOARD(&m, ALEA_A, 13, 5, 8, 3, 6, 5, 24, -2, 1, -2));
    OK(rolls(&m, ALEA_A, 5, 5));
    assert_int_equal(WHY(&m, 13, 8), ALEA_PLAY_MUST_USE_BOTH);
    assert_int_equal(WHY(&m, 13, 8, 13, 8), ALEA_PLAY_MUST_USE_BOTH);
    OK(PLAY(&m, ALEA_A, 13, 8, 13, 8, 8, 3, 8, 3));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(book_000_enters_with_6_3),
        cmocka_unit_test(book_000_nine_spaces_by_4_and_5),
        cmocka_unit_test(book_000_four_fives),
        cmocka_unit_test(book_000_hit_while_bearing_off),
        cmocka_unit_test(book_000_cube_in_a_match_to_7),
        cmocka_unit_test(book_000_up_to_the_face_64),
        cmocka_unit_test(book_001_sets_up),
        cmocka_unit_test(book_001_begins_with_5_and_2),
        cmocka_unit_test(book_001_four_and_one),
        cmocka_unit_test(book_001_double_threes),
        cmocka_unit_test(book_001_either_but_not_both),
        cmocka_unit_test(book_001_stake_of_4_and_a_gammon),
        cmocka_unit_test(book_001_prices_of_refusing),
        cmocka_unit_test(book_001_automatic_double),
        cmocka_unit_test(book_002_four_fives),
        cmocka_unit_test(book_002_the_higher_die_alone),
        cmocka_unit_test(book_002_one_and_two_at_home),
        cmocka_unit_test(book_002_a_higher_number),
        cmocka_unit_test(book_002_the_bet),
        cmocka_unit_test(book_003_enters_with_6_4),
        cmocka_unit_test(book_003_bears_off_with_6_4),
        cmocka_unit_test(book_003_five_three_and_double_six),
        cmocka_unit_test(book_003_a_lower_point),
        cmocka_unit_test(book_003_refused_redouble),
        cmocka_unit_test(book_004_bears_off_with_5_1),
        cmocka_unit_test(book_004_enters_with_2_1),
        cmocka_unit_test(book_004_one_move_makes_the_other_possible),
        cmocka_unit_test(book_004_eight_dropped),
        cmocka_unit_test(book_004_past_the_last_face),
        cmocka_unit_test(book_004_jacoby_after_an_automatic_double),
        cmocka_unit_test(reading_000_no_cube_in_one_point),
        cmocka_unit_test(reading_001_double_before_the_roll),
        cmocka_unit_test(reading_001_contest_without_contact),
        cmocka_unit_test(reading_002_the_stone_that_was_hit),
        cmocka_unit_test(reading_002_a_double_is_played_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
