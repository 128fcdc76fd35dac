/* A chouette: places, cubes, answers, extras, partner, ledger. */
#include <alea/chouette.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

enum { A, B, C, D, E, F };

/* Applies an event that must be accepted. */
static void act(alea_chouette *c, alea_chouette_event e)
{
    alea_refusal by_game;
    const alea_chouette_refusal got = alea_chouette_apply(c, &e, &by_game, NULL);
    if (got != ALEA_CHOUETTE_ACCEPTED)
        fail_msg("%s: %s (%s)", alea_chouette_event_name(e.type),
                 alea_chouette_refusal_code(got), alea_refusal_code(by_game));
}

/* Applies an event that must be refused, and changes nothing. */
static void refused(alea_chouette *c, alea_chouette_event e, alea_chouette_refusal want)
{
    alea_chouette before;
    memcpy(&before, c, sizeof before);
    assert_string_equal(
        alea_chouette_refusal_code(alea_chouette_apply(c, &e, NULL, NULL)),
        alea_chouette_refusal_code(want));
    assert_memory_equal(&before, c, sizeof before);
}

static void does(alea_chouette *c, alea_chouette_type type, int seat, int of)
{
    act(c, (alea_chouette_event){
               .type = type, .seat = seat, .pair = alea_chouette_pair_of(c, of)});
}

static void answers(alea_chouette *c, alea_chouette_type type, int seat, bool yes)
{
    act(c, (alea_chouette_event){.type = type, .seat = seat, .yes = yes});
}

static void opens(alea_chouette *c, int box, int captain)
{
    const alea_roll roll = {{(uint8_t)box, (uint8_t)captain}};
    act(c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_OPENING, .roll = roll});
}

static void begins(alea_chouette *c)
{
    act(c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_BEGIN});
}

/* Players sit in the order of their letters; the game waits for its opening. */
static alea_chouette seated(const alea_chouette_rules *rules, int players)
{
    alea_chouette c;
    alea_chouette_event e = {.type = ALEA_CHOUETTE_EVENT_THROW};
    alea_chouette_start(&c, rules, players);
    for (int i = 0; i < players; i++) e.thrown[i] = (uint8_t)(players - i);
    act(&c, e);
    return c;
}

static void expect_line(const alea_chouette *c, const char *want)
{
    char got[ALEA_CHOUETTE_SEATS + 1] = "";
    for (int i = 0; i < c->players; i++) got[i] = (char)('A' + c->line[i]);
    assert_string_equal(got, want);
}

static void expect_totals(const alea_chouette *c, const int *want, int players)
{
    int64_t sum = 0;
    for (int i = 0; i < players; i++) {
        assert_int_equal(c->total[i], want[i]);
        sum += c->total[i];
    }
    assert_int_equal(sum, 0);
}

/* Puts every pair still in the game on this board, `turn` to roll. */
static void set_board(alea_chouette *c, const alea_board *board, alea_player turn)
{
    for (int i = 0; i < c->pairs; i++) {
        const alea_event set = {.type = ALEA_EVENT_SET,
                                .set = ALEA_SET_BOARD,
                                .board = *board,
                                .turn = turn};
        if (!c->pair[i].over)
            assert_int_equal(alea_match_apply(&c->pair[i].match, &set, NULL),
                             ALEA_ACCEPTED);
    }
    c->phase = ALEA_CHOUETTE_TO_ROLL;
    c->answering = false;
}

/* The team (or the box) to roll in the starting position. */
static void to_roll(alea_chouette *c, alea_player turn)
{
    const alea_board board = alea_board_start(ALEA_SETUP_BACKGAMMON);
    set_board(c, &board, turn);
}

/* The first game has begun, and that side is to roll in the starting position. */
static alea_chouette started(const alea_chouette_rules *rules, int players,
                             alea_player turn)
{
    alea_chouette c = seated(rules, players);
    begins(&c);
    opens(&c, 6, 1);
    to_roll(&c, turn);
    return c;
}

/* The side to roll bears its last checker off; the other has borne off none. */
static void wins_a_gammon(alea_chouette *c, alea_player winner)
{
    alea_board board = {{0}};
    alea_chouette_event roll = {.type = ALEA_CHOUETTE_EVENT_ROLL, .roll = {{6, 5}}};
    alea_chouette_event play = {.type = ALEA_CHOUETTE_EVENT_PLAY, .moves = 1};
    board.point[winner == ALEA_A ? 1 : 24] = winner == ALEA_A ? 1 : -1;
    board.point[winner == ALEA_A ? 19 : 6] = winner == ALEA_A ? -15 : 15;
    set_board(c, &board, winner);
    roll.seat = play.seat = alea_chouette_mover(c);
    act(c, roll);
    play.move[0] = (alea_move){1, ALEA_OFF, false};
    act(c, play);
}

static void ties_throw_again_among_themselves(void **state)
{
    (void)state;
    const alea_chouette_rules rules = alea_chouette_rules_default();
    alea_chouette c;
    alea_chouette_start(&c, &rules, 5);
    act(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_THROW,
                                  .thrown = {3, 5, 3, 6, 3}});
    expect_line(&c, "DBACE");
    assert_int_equal(c.phase, ALEA_CHOUETTE_ORDER);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_THROW,
                                  .thrown = {3, 5, 3, 6, 3}},
            ALEA_CHOUETTE_REFUSED_THROW);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_THROW,
                                  .thrown = {1, 0, 7, 0, 2}},
            ALEA_CHOUETTE_REFUSED_THROW);
    act(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_THROW,
                                  .thrown = {1, 0, 6, 0, 1}});
    expect_line(&c, "DBCAE");
    act(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_THROW,
                                  .thrown = {2, 0, 0, 0, 5}});
    expect_line(&c, "DBCEA");
    assert_int_equal(c.phase, ALEA_CHOUETTE_BETWEEN);
}

/* The example of the reference: box A, captain B, queue C D. */
static void places_change_by_captain_and_box(void **state)
{
    (void)state;
    const alea_chouette_rules rules = alea_chouette_rules_default();
    alea_chouette c = seated(&rules, 4);
    begins(&c);
    opens(&c, 3, 1);
    wins_a_gammon(&c, ALEA_A);
    expect_line(&c, "ACDB");
    begins(&c);
    opens(&c, 3, 1);
    wins_a_gammon(&c, ALEA_B);
    expect_line(&c, "CDBA");
}

/* The example of the reference: B 2, C dropped at 1, D centred, E 4; a gammon. */
static void the_ledger_of_the_reference(void **state)
{
    (void)state;
    const alea_chouette_rules rules = alea_chouette_rules_default();
    alea_chouette c = started(&rules, 5, ALEA_B);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, B, B);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, E, E);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, A, B);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, A, E);
    to_roll(&c, ALEA_A);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, C);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, E);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, C, C);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, E, E);
    wins_a_gammon(&c, ALEA_A);
    expect_totals(&c, (const int[]){14, -4, -1, -1, -8}, 5);
    expect_line(&c, "ACDEB");
}

static void doubles_end_with_the_first_answer(void **state)
{
    (void)state;
    const alea_chouette_rules rules = alea_chouette_rules_default();
    alea_chouette c = started(&rules, 4, ALEA_B);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, C, C);
    refused(&c,
            (alea_chouette_event){
                .type = ALEA_CHOUETTE_EVENT_ROLL, .seat = B, .roll = {{3, 1}}},
            ALEA_CHOUETTE_REFUSED_OFFERED);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_DOUBLE,
                                  .seat = B,
                                  .pair = alea_chouette_pair_of(&c, D)},
            ALEA_CHOUETTE_REFUSED_NOT_YOU);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, D, D);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, A, C);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_DOUBLE,
                                  .seat = B,
                                  .pair = alea_chouette_pair_of(&c, B)},
            ALEA_CHOUETTE_REFUSED_ANSWERED);
    /* Answers are carried out together. */
    assert_false(c.pair[alea_chouette_pair_of(&c, C)].over);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, A, D);
    assert_true(c.pair[alea_chouette_pair_of(&c, C)].over);
    expect_totals(&c, (const int[]){-1, 0, 1, 0}, 4);
    assert_int_equal(c.phase, ALEA_CHOUETTE_TO_ROLL);
}

/* The captain is out, the next one moves; the captain's own result decides. */
static void who_is_still_in_moves(void **state)
{
    (void)state;
    const alea_chouette_rules rules = alea_chouette_rules_default();
    alea_chouette c = started(&rules, 4, ALEA_A);
    for (int seat = B; seat <= D; seat++) does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, seat);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, B, B);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, C, C);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, D, D);
    assert_int_equal(c.shooter, C);
    assert_false(alea_chouette_may_advise(&c, B, false));
    assert_true(alea_chouette_may_advise(&c, D, false));
    assert_false(alea_chouette_may_advise(&c, D, true));
    wins_a_gammon(&c, ALEA_B);
    expect_totals(&c, (const int[]){-7, -1, 4, 4}, 4);
    expect_line(&c, "ACDB");
}

static void one_cube_for_all(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    assert_int_equal(alea_chouette_set(&rules, "cube", "single", NULL), ALEA_OK);
    alea_chouette c = started(&rules, 4, ALEA_B);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_DOUBLE,
                                  .seat = C,
                                  .pair = alea_chouette_pair_of(&c, C)},
            ALEA_CHOUETTE_REFUSED_NOT_YOU);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, B, D);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, A, C);
    for (int i = 0; i < c.pairs; i++) assert_int_equal(c.pair[i].match.cube_log2, 1);
    to_roll(&c, ALEA_A);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, B);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, B, B);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, C, C);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, D, D);
    /* The captain who passed has lost his place. */
    expect_line(&c, "ACDB");
    assert_int_equal(c.shooter, C);
    wins_a_gammon(&c, ALEA_B);
    expect_totals(&c, (const int[]){-4, -2, 8, -2}, 4);
    expect_line(&c, "CDBA");
}

static void the_box_takes_half_or_none(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.min_take = ALEA_CHOUETTE_MIN_TAKE_HALF;
    alea_chouette c = started(&rules, 5, ALEA_B);
    for (int seat = B; seat <= D; seat++)
        does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, seat, seat);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, A, B);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, A, C);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_DROP,
                                  .seat = A,
                                  .pair = alea_chouette_pair_of(&c, D)},
            ALEA_CHOUETTE_REFUSED_MIN_TAKE);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, A, D);
    rules.take_captain = true;
    rules.min_take = ALEA_CHOUETTE_MIN_TAKE_NONE;
    c = started(&rules, 5, ALEA_B);
    for (int seat = B; seat <= D; seat++)
        does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, seat, seat);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, A, B);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_TAKE,
                                  .seat = A,
                                  .pair = alea_chouette_pair_of(&c, D)},
            ALEA_CHOUETTE_REFUSED_TAKE_CAPTAIN);
}

static void equal_cubes_include_the_captain(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.equal_cubes_include_captain = true;
    alea_chouette c = started(&rules, 4, ALEA_A);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_DOUBLE,
                                  .seat = A,
                                  .pair = alea_chouette_pair_of(&c, C)},
            ALEA_CHOUETTE_REFUSED_CAPTAIN_FIRST);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, B);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, C);
}

static void a_lone_taker_must_beaver(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.lone_take = ALEA_CHOUETTE_LONE_MUST_BEAVER;
    alea_chouette c = started(&rules, 4, ALEA_A);
    for (int seat = B; seat <= D; seat++) does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, seat);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, C, C);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, B, B);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, D, D);
    refused(&c,
            (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_TAKE,
                                  .seat = C,
                                  .pair = alea_chouette_pair_of(&c, C)},
            ALEA_CHOUETTE_REFUSED_MUST_BEAVER);
    does(&c, ALEA_CHOUETTE_EVENT_BEAVER, C, C);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, A, C);
    assert_int_equal(c.pair[alea_chouette_pair_of(&c, C)].match.cube_log2, 2);
    assert_int_equal(c.phase, ALEA_CHOUETTE_TO_ROLL);
    wins_a_gammon(&c, ALEA_A);
    expect_totals(&c, (const int[]){10, -1, -8, -1}, 4);
}

/* Each who dropped pays the taker 1 and holds a 2-cube against him, with the box. */
static void extras_against_a_lone_taker(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.lone_take = ALEA_CHOUETTE_LONE_EXTRAS;
    for (int winner = ALEA_A; winner <= ALEA_B; winner++) {
        alea_chouette c = started(&rules, 4, ALEA_A);
        for (int seat = B; seat <= D; seat++)
            does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, seat);
        does(&c, ALEA_CHOUETTE_EVENT_TAKE, C, C);
        does(&c, ALEA_CHOUETTE_EVENT_DROP, B, B);
        does(&c, ALEA_CHOUETTE_EVENT_DROP, D, D);
        assert_int_equal(c.phase, ALEA_CHOUETTE_EXTRAS);
        answers(&c, ALEA_CHOUETTE_EVENT_EXTRA, D, true);
        answers(&c, ALEA_CHOUETTE_EVENT_EXTRA, B, false);
        assert_int_equal(c.pairs, 4);
        expect_totals(&c, (const int[]){2, -1, 1, -2}, 4);
        wins_a_gammon(&c, (alea_player)winner);
        if (winner == ALEA_A)
            expect_totals(&c, (const int[]){6, -1, -7, 2}, 4);
        else
            expect_totals(&c, (const int[]){-2, -1, 9, -6}, 4);
    }
}

static void automatic_doubles(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.automatic = ALEA_CHOUETTE_AUTOMATIC_FIRST_THEN_BOX;
    alea_chouette c = seated(&rules, 3);
    begins(&c);
    opens(&c, 4, 4);
    assert_int_equal(c.pair[0].match.cube_log2, 1);
    opens(&c, 2, 2);
    assert_int_equal(c.phase, ALEA_CHOUETTE_ASK_AUTOMATIC);
    answers(&c, ALEA_CHOUETTE_EVENT_AUTOMATIC, A, true);
    assert_int_equal(c.pair[1].match.cube_log2, 2);
    opens(&c, 2, 1);
    /* It is no turned cube: a gammon counts once, and nobody may advise. */
    assert_false(alea_chouette_may_advise(&c, C, false));
    wins_a_gammon(&c, ALEA_B);
    expect_totals(&c, (const int[]){-8, 4, 4}, 3);

    rules.automatic = ALEA_CHOUETTE_AUTOMATIC_CARRYOVER;
    c = seated(&rules, 3);
    begins(&c);
    opens(&c, 4, 4);
    answers(&c, ALEA_CHOUETTE_EVENT_AUTOMATIC, A, false);
    opens(&c, 4, 3);
    wins_a_gammon(&c, ALEA_B);
    begins(&c);
    assert_int_equal(c.phase, ALEA_CHOUETTE_ASK_AUTOMATIC);
    refused(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_AUTOMATIC, .seat = A},
            ALEA_CHOUETTE_REFUSED_NOT_YOU);
    answers(&c, ALEA_CHOUETTE_EVENT_AUTOMATIC, B, true);
    assert_int_equal(c.pair[0].match.cube_log2, 1);
    assert_int_equal(c.carried, 0);
}

/* 14 splits 7 and 7; the shooter has the odd point. */
static void a_partner_halves_the_sum_of_the_box(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.partner = ALEA_CHOUETTE_PARTNER_OPTIONAL;
    rules.partner_from = 5;
    alea_chouette c = seated(&rules, 6);
    begins(&c);
    assert_int_equal(c.phase, ALEA_CHOUETTE_ASK_BOX);
    answers(&c, ALEA_CHOUETTE_EVENT_PARTNER, A, true);
    answers(&c, ALEA_CHOUETTE_EVENT_PARTNER, C, false);
    answers(&c, ALEA_CHOUETTE_EVENT_PARTNER, D, true);
    assert_int_equal(c.partner, D);
    expect_line(&c, "ABCEF");
    opens(&c, 6, 1);
    to_roll(&c, ALEA_A);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, B);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, B, B);
    wins_a_gammon(&c, ALEA_A);
    /* 1 + 1 + 1 + 1: two each. */
    expect_totals(&c, (const int[]){2, -1, -1, 2, -1, -1}, 6);
    expect_line(&c, "ACEFB");
    assert_int_equal(c.partner, D);
    begins(&c);
    opens(&c, 6, 1);
    to_roll(&c, ALEA_B);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, C, C);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, A, C);
    wins_a_gammon(&c, ALEA_B);
    /* 4 + 1 + 1 + 1 = 7: the shooter pays 4, the partner 3. */
    expect_totals(&c, (const int[]){2 - 4, 0 - 2 + 2, 3, 2 - 3, 0, 0}, 6);
    /* Shooter to the end, partner captain, captain box, next in line his partner. */
    expect_line(&c, "CDFBA");
    assert_int_equal(c.partner, E);
}

static void joining_leaving_and_proxies(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.join_place = ALEA_CHOUETTE_BEFORE_LOSER;
    rules.join_consent = ALEA_CHOUETTE_JOIN_BOX;
    alea_chouette c = seated(&rules, 3);
    begins(&c);
    opens(&c, 6, 1);
    act(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_JOIN, .seat = D});
    act(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_JOIN, .seat = E});
    act(&c, (alea_chouette_event){
                .type = ALEA_CHOUETTE_EVENT_ADMIT, .seat = A, .other = D, .yes = true});
    act(&c, (alea_chouette_event){
                .type = ALEA_CHOUETTE_EVENT_ADMIT, .seat = A, .other = E});
    act(&c,
        (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_AWAY, .seat = C, .other = B});
    to_roll(&c, ALEA_A);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, A, C);
    does(&c, ALEA_CHOUETTE_EVENT_TAKE, B, C);
    act(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_LEAVE, .seat = C});
    wins_a_gammon(&c, ALEA_A);
    expect_line(&c, "ADB");
    expect_totals(&c, (const int[]){5, -1, -4, 0}, 4);
    act(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_LEAVE, .seat = A});
    refused(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_BEGIN},
            ALEA_CHOUETTE_REFUSED_TOO_FEW);
}

static void who_is_away_follows_the_captain(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.absent = ALEA_CHOUETTE_FOLLOW_CAPTAIN;
    alea_chouette c = seated(&rules, 4);
    begins(&c);
    opens(&c, 6, 1);
    act(&c, (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_AWAY, .seat = D});
    to_roll(&c, ALEA_B);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, B, B);
    assert_int_equal(c.pair[alea_chouette_pair_of(&c, D)].offered, 1);
    assert_int_equal(c.pair[alea_chouette_pair_of(&c, C)].offered, 0);
}

static void proposals(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    alea_chouette c = seated(&rules, 3);
    begins(&c);
    opens(&c, 6, 1);
    alea_chouette_event settle = {
        .type = ALEA_CHOUETTE_EVENT_SETTLE, .seat = C, .pair = 1, .points = -1};
    refused(&c, settle, ALEA_CHOUETTE_REFUSED_SETTLEMENT);
    c.rules.settlements = true;
    act(&c, settle);
    refused(
        &c,
        (alea_chouette_event){.type = ALEA_CHOUETTE_EVENT_ACCEPT, .seat = B, .pair = 1},
        ALEA_CHOUETTE_REFUSED_NOT_YOU);
    does(&c, ALEA_CHOUETTE_EVENT_ACCEPT, A, C);
    expect_totals(&c, (const int[]){1, 0, -1}, 3);
    act(&c,
        (alea_chouette_event){
            .type = ALEA_CHOUETTE_EVENT_RESIGN, .seat = A, .pair = 0, .win_class = 2});
    does(&c, ALEA_CHOUETTE_EVENT_ACCEPT, B, B);
    /* A gammon without a turned cube counts once. */
    expect_totals(&c, (const int[]){0, 1, -1}, 3);
    expect_line(&c, "BCA");
}

static void the_box_stays_by_its_sum(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    rules.rotation_by = ALEA_CHOUETTE_NET_RESULT;
    alea_chouette c = started(&rules, 4, ALEA_B);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, B, B);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, A, B);
    wins_a_gammon(&c, ALEA_A);
    expect_totals(&c, (const int[]){1, 1, -1, -1}, 4);
    expect_line(&c, "ACDB");
    rules.rotation_by = ALEA_CHOUETTE_CAPTAIN_VS_BOX;
    c = started(&rules, 4, ALEA_B);
    does(&c, ALEA_CHOUETTE_EVENT_DOUBLE, B, B);
    does(&c, ALEA_CHOUETTE_EVENT_DROP, A, B);
    wins_a_gammon(&c, ALEA_A);
    expect_line(&c, "BCDA");
}

static void options_by_name(void **state)
{
    (void)state;
    alea_chouette_rules rules = alea_chouette_rules_default();
    alea_error error = {0};
    char text[48];
    assert_int_equal(alea_chouette_rules_check(&rules, &error), ALEA_OK);
    for (int i = 0; alea_chouette_option(i); i++) {
        const char *name = alea_chouette_option(i);
        assert_int_equal(alea_chouette_get(&rules, name, text, sizeof text), ALEA_OK);
        if (alea_chouette_choice(name, 0))
            assert_string_equal(text, alea_chouette_choice(name, 0));
        for (int k = 0; alea_chouette_choice(name, k); k++) {
            const char *word = alea_chouette_choice(name, k);
            assert_int_equal(alea_chouette_set(&rules, name, word, &error), ALEA_OK);
            assert_int_equal(alea_chouette_get(&rules, name, text, sizeof text),
                             ALEA_OK);
            assert_string_equal(text, word);
        }
        assert_int_not_equal(alea_chouette_set(&rules, name, "perhaps", &error),
                             ALEA_OK);
        assert_non_null(strstr(error.reason, name));
    }
    assert_int_equal(alea_chouette_set(&rules, "beavers", "2", &error), ALEA_OK);
    assert_int_equal(rules.game.beavers, 2);
    assert_int_not_equal(alea_chouette_set(&rules, "match_length", "7", &error),
                         ALEA_OK);
    assert_int_not_equal(alea_chouette_set(&rules, "partner_from", "3", &error),
                         ALEA_OK);
    rules.game.match_length = 5;
    assert_int_not_equal(alea_chouette_rules_check(&rules, &error), ALEA_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ties_throw_again_among_themselves),
        cmocka_unit_test(places_change_by_captain_and_box),
        cmocka_unit_test(the_ledger_of_the_reference),
        cmocka_unit_test(doubles_end_with_the_first_answer),
        cmocka_unit_test(who_is_still_in_moves),
        cmocka_unit_test(one_cube_for_all),
        cmocka_unit_test(the_box_takes_half_or_none),
        cmocka_unit_test(equal_cubes_include_the_captain),
        cmocka_unit_test(a_lone_taker_must_beaver),
        cmocka_unit_test(extras_against_a_lone_taker),
        cmocka_unit_test(automatic_doubles),
        cmocka_unit_test(a_partner_halves_the_sum_of_the_box),
        cmocka_unit_test(joining_leaving_and_proxies),
        cmocka_unit_test(who_is_away_follows_the_captain),
        cmocka_unit_test(proposals),
        cmocka_unit_test(the_box_stays_by_its_sum),
        cmocka_unit_test(options_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
