/* server: what a game between people promises beside the rules: clocks, absence,
 * contributions, taking back, rematch, rated games, keys, failures of the storage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server_double.h"

#include "server/support/limits.h"

enum { MOST_TURNS = 4000 };

static double_client *ann, *bob, *eve;
static char game_id[ID_SIZE];
static uint64_t seed = 42;

static int below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)n);
}

/* ---- the storage fails when told ---- */

alea_status __real_storage_event_append(storage *s, const char *id, int64_t seq,
                                        int64_t time, const char *user, const char *key,
                                        const char *json, const storage_game *fields,
                                        const char *head);
alea_status __wrap_storage_event_append(storage *s, const char *id, int64_t seq,
                                        int64_t time, const char *user, const char *key,
                                        const char *json, const storage_game *fields,
                                        const char *head);
static int failures;
alea_status __wrap_storage_event_append(storage *s, const char *id, int64_t seq,
                                        int64_t time, const char *user, const char *key,
                                        const char *json, const storage_game *fields,
                                        const char *head)
{
    if (failures > 0) {
        failures--;
        return ALEA_ERROR_FILE;
    }
    return __real_storage_event_append(s, id, seq, time, user, key, json, fields, head);
}

/* ---- small steps ---- */

static void tick(int64_t ms)
{
    double_pass(ms);
}

static double_client *to_act(void)
{
    return double_int(ann, "to_act") == double_int(ann, "you") ? ann : bob;
}

static bool is_phase(const char *phase)
{
    return strcmp(double_text(ann, "phase"), phase) == 0;
}

/* Ann makes a game (`wish`: more fields, each with a comma before) and Bob joins. */
static void sit_down(const char *wish)
{
    char body[512];
    ann = double_connect(0, "ann");
    bob = double_connect(1, "bob");
    eve = double_connect(2, "eve");
    snprintf(body, sizeof body, "{\"opponent\":\"link\",\"seat\":0%s}", wish);
    assert_true(double_make(ann, body, game_id));
    assert_true(double_watch(ann, game_id, -1));
    assert_true(double_join(bob, game_id));
    assert_true(double_watch(bob, game_id, -1));
}

static void begin(const char *wish)
{
    sit_down(wish);
    assert_true(double_do(ann, "contribute", "\"words\":\"left foot\""));
    assert_true(double_do(bob, "contribute", "\"words\":\"tuesday\""));
    assert_string_equal(double_text(ann, "stage"), "playing");
}

static void play_a_turn(void)
{
    char fields[128];
    double_client *c = to_act();
    if (is_phase("to_roll")) assert_true(double_do(c, "roll", ""));
    if (!is_phase("to_play") || to_act() != c) return; /* it was passed */
    double_play_fields(c, below, fields, sizeof fields);
    assert_true(double_do(c, "play", fields));
}

/* Until somebody is to roll, having played. */
static void play_until_roll(void)
{
    do play_a_turn();
    while (!is_phase("to_roll"));
}

static int64_t clock_of(const double_client *c, const char *field, size_t i)
{
    const json_t *clock = json_object_get(c->state, "clock");
    return json_integer_value(json_array_get(json_object_get(clock, field), i));
}

static int64_t budget_of(const double_client *c, size_t i)
{
    return json_integer_value(
        json_array_get(json_object_get(c->state, "away_budget_ms"), i));
}

static const char *last_event(const double_client *c)
{
    const json_t *last = json_array_get(c->events, json_array_size(c->events) - 1);
    return json_string_value(json_object_get(last, "type"));
}

static json_t *result_of(const double_client *c, const char *field)
{
    return json_object_get(json_object_get(c->state, "result"), field);
}

/* ---- dice ---- */

static void both_put_words_in(void **state)
{
    (void)state;
    sit_down("");
    assert_false(double_do(ann, "roll", ""));
    assert_string_equal(double_code(ann), "not_begun");
    assert_false(double_do(ann, "contribute", "\"words\":\"a|b\""));
    assert_false(double_do(ann, "contribute", "\"words\":\"\""));
    assert_false(double_do(ann, "contribute", "\"words\":\"a\\nb\""));
    assert_false(double_do(ann, "contribute", "\"words\":7"));
    assert_true(double_do(ann, "contribute", "\"words\":\"left foot\""));
    assert_false(double_do(ann, "contribute", "\"words\":\"again\""));
    assert_string_equal(double_code(ann), "not_now");
    assert_string_equal(double_text(ann, "stage"), "waiting");
    assert_true(double_do(bob, "contribute", "\"words\":\"tuesday\""));
    assert_string_equal(double_text(bob, "stage"), "playing");
    const json_t *seal = json_object_get(bob->state, "dice_seal");
    assert_true(json_is_null(json_object_get(seal, "seed")));
    int status = 0;
    json_decref(double_http(ann, "GET /api/games/{id}/dice", game_id, "", "", &status));
    assert_int_equal(status, 409);
}

static void silence_is_filled_in(void **state)
{
    (void)state;
    sit_down("");
    assert_true(double_do(ann, "contribute", "\"words\":\"x\""));
    double_disconnect(bob);
    tick(60000);
    tick(60000);
    assert_string_equal(double_text(ann, "stage"), "waiting"); /* he is not there */
    bob = double_connect(1, "bob");
    assert_true(double_watch(bob, game_id, -1));
    tick(1);
    tick(19000);
    assert_string_equal(double_text(ann, "stage"), "waiting");
    tick(2000);
    assert_string_equal(double_text(ann, "stage"), "playing");
}

/* ---- clocks ---- */

static void delay_then_reserve_then_loss(void **state)
{
    (void)state;
    begin(",\"clock\":{\"kind\":\"delay\",\"reserve_s\":60,\"step_s\":10}");
    const double_client *slow = to_act();
    const size_t i = (size_t)double_int(slow, "you");
    tick(9000);
    play_a_turn();
    assert_int_equal(clock_of(ann, "reserve_ms", i), 60000);
    while (to_act() == slow) play_a_turn(); /* the other could not move */
    const size_t other = (size_t)double_int(to_act(), "you");
    tick(14000);
    play_a_turn();
    assert_int_equal(clock_of(ann, "reserve_ms", other), 56000);
    while (to_act() != slow || !is_phase("to_roll")) play_a_turn();
    tick(69000);
    assert_string_equal(double_text(ann, "stage"), "playing");
    tick(1500);
    assert_string_equal(double_text(ann, "stage"), "over");
    assert_int_equal(double_int(ann, "winner"), 1 - (int)i);
    assert_string_equal(json_string_value(result_of(bob, "how")), "timeout");
    assert_string_equal(last_event(ann), "dice_opened");
    assert_false(double_do(to_act(), "roll", ""));
    assert_string_equal(double_code(to_act()), "over");
}

static void fischer_adds(void **state)
{
    (void)state;
    begin(",\"clock\":{\"kind\":\"fischer\",\"reserve_s\":60,\"step_s\":10}");
    const double_client *c = to_act();
    const size_t i = (size_t)double_int(c, "you");
    tick(25000);
    play_a_turn();
    assert_int_equal(clock_of(ann, "reserve_ms", i), 45000);
}

static void money_is_lost_at_the_stake(void **state)
{
    (void)state;
    begin(",\"preset\":\"money\",\"clock\":{\"kind\":\"fischer\",\"reserve_s\":5,"
          "\"step_s\":0}");
    const int loser = double_int(to_act(), "you");
    tick(6000);
    assert_string_equal(double_text(ann, "stage"), "over");
    assert_int_equal(json_integer_value(result_of(ann, "points")), 1);
    const json_t *score = json_object_get(ann->state, "score");
    assert_int_equal(json_integer_value(json_array_get(score, (size_t)loser)), -1);
}

static void absence_is_paid_from_the_budget(void **state)
{
    (void)state;
    begin(",\"clock\":{\"kind\":\"delay\",\"reserve_s\":60,\"step_s\":0}");
    play_until_roll();
    double_client *gone = to_act(), *stays = gone == ann ? bob : ann;
    const size_t i = (size_t)double_int(gone, "you");
    const int64_t before = clock_of(stays, "reserve_ms", i);
    double_disconnect(gone);
    tick(50000);
    assert_true(double_do(stays, "say", "\"text\":\"hello?\""));
    assert_int_equal(clock_of(stays, "reserve_ms", i), before);
    assert_int_equal(budget_of(stays, i), 40000);
    assert_false(double_do(stays, "abort", ""));
    tick(50000);                             /* 40 s of the budget, 10 s of the clock */
    assert_true(double_may(stays, "abort")); /* it is sent without a request */
    assert_true(double_do(stays, "say", "\"text\":\"hello??\""));
    assert_int_equal(budget_of(stays, i), 0);
    assert_int_equal(clock_of(stays, "reserve_ms", i), before - 10000);
    assert_true(double_may(stays, "abort"));
    assert_true(double_do(stays, "abort", ""));
    assert_string_equal(double_text(stays, "stage"), "over");
    assert_int_equal(double_int(stays, "winner"), double_int(stays, "you"));
}

/* A player who was away gets the state of the clocks, without an event. */
static void who_comes_back_starts_his_clock_where_it_stood(void **state)
{
    (void)state;
    begin(",\"clock\":{\"kind\":\"delay\",\"reserve_s\":60,\"step_s\":0}");
    play_until_roll();
    double_client *gone = to_act(), *stays = gone == ann ? bob : ann;
    const size_t i = (size_t)double_int(gone, "you");
    const int64_t before = clock_of(stays, "reserve_ms", i);
    double_disconnect(gone);
    tick(30000);
    gone = i == 0 ? double_connect(0, "ann") : double_connect(1, "bob");
    assert_true(double_watch(gone, game_id, -1));
    tick(300);
    const json_t *told = stays->presence, *clock = json_object_get(told, "clock");
    const json_t *reserve = json_object_get(clock, "reserve_ms");
    const json_t *budget = json_object_get(told, "away_budget_ms");
    assert_true(json_is_true(json_array_get(json_object_get(told, "online"), i)));
    assert_int_equal(json_integer_value(json_array_get(budget, i)), 60000);
    const int64_t since = json_integer_value(json_object_get(told, "time"));
    assert_in_range(double_time - since, 0, 300);
    assert_int_equal(json_integer_value(json_array_get(reserve, i)),
                     before - (300 - (double_time - since)));
    assert_int_equal(json_integer_value(json_object_get(clock, "running")), i);
}

static void the_machine_is_not_kept_waiting(void **state)
{
    (void)state;
    ann = double_connect(0, "ann");
    assert_true(double_make(ann,
                            "{\"opponent\":\"machine\",\"seat\":0,\"clock\":{\"kind\":"
                            "\"delay\",\"reserve_s\":60,\"step_s\":0}}",
                            game_id));
    assert_true(double_watch(ann, game_id, -1));
    assert_true(double_do(ann, "contribute", "\"words\":\"x\""));
    while (double_run_job(&double_server, NULL))
        ;
    assert_int_equal(double_int(ann, "to_act"), 0);
    double_errors = 0;
    double_disconnect(ann);
    tick(3600 * 1000);
    ann = double_connect(0, "ann");
    assert_true(double_watch(ann, game_id, -1));
    assert_int_equal(clock_of(ann, "reserve_ms", 0), 60000);
    tick(61000);
    assert_string_equal(double_text(ann, "stage"), "over");
}

static void restarts_cost_nobody_time(void **state)
{
    (void)state;
    begin(",\"clock\":{\"kind\":\"delay\",\"reserve_s\":60,\"step_s\":0}");
    double_client *c = to_act();
    const size_t i = (size_t)double_int(c, "you");
    tick(20000);
    assert_true(double_do(c, "say", "\"text\":\"so far\""));
    double_close_parts();
    double_skip(3600 * 1000);
    assert_true(double_open_parts());
    tick(250); /* loads it, though nobody has come back */
    assert_int_equal(games_loaded(double_server.play), 1);
    ann = double_connect(0, "ann");
    bob = double_connect(1, "bob");
    assert_true(double_watch(ann, game_id, -1));
    assert_true(double_watch(bob, game_id, -1));
    assert_true(clock_of(ann, "reserve_ms", i) >= 39000);
    assert_int_equal(budget_of(ann, i), 90000);
    tick(41000);
    assert_string_equal(double_text(ann, "stage"), "over");
}

/* Without any event since: what ran off a clock, or off the time that a person may be
 * away, is not given back by a server that dies. */
static void restart_after_30_s(bool away, int64_t spent, int64_t budget)
{
    begin(",\"clock\":{\"kind\":\"delay\",\"reserve_s\":60,\"step_s\":10}");
    play_until_roll();
    double_client *c = to_act();
    const size_t i = (size_t)double_int(c, "you");
    const int64_t left = clock_of(c, "reserve_ms", i) - spent;
    if (away) double_disconnect(c);
    for (int k = 0; k < 30; k++) tick(1000);
    double_close_parts();
    double_skip(3600 * 1000);
    assert_true(double_open_parts());
    ann = double_connect(0, "ann");
    bob = double_connect(1, "bob");
    assert_true(double_watch(ann, game_id, -1));
    assert_true(double_watch(bob, game_id, -1));
    assert_in_range(clock_of(ann, "reserve_ms", i), left - 3000, left + 3000);
    assert_in_range(budget_of(ann, i), budget - 3000, budget + 3000);
}

static void restarts_give_no_clock_back(void **state)
{
    (void)state;
    restart_after_30_s(false, 20000, 90000);
}

static void restarts_give_no_budget_back(void **state)
{
    (void)state;
    restart_after_30_s(true, 0, 60000);
}

/* The wall clock is set by NTP, by a virtual machine, by people: it is for stamps. */
static void the_wall_clock_charges_nobody(void **state)
{
    (void)state;
    static const int64_t steps[] = {3600 * 1000, -7200 * 1000, 100LL * 86400 * 1000};
    begin(",\"clock\":{\"kind\":\"delay\",\"reserve_s\":60,\"step_s\":0}");
    const size_t i = (size_t)double_int(to_act(), "you");
    double_client *waits = to_act() == ann ? bob : ann;
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        double_time += steps[k];
        tick(1000);
    }
    double_disconnect(waits);
    double_time += 3600 * 1000;
    tick(1000);
    double_time -= 3600 * 1000;
    waits = waits == ann ? double_connect(0, "ann") : double_connect(1, "bob");
    assert_true(double_watch(waits, game_id, -1));
    assert_string_equal(double_text(waits, "stage"), "playing");
    assert_int_equal(clock_of(waits, "reserve_ms", i), 56000);
    assert_int_equal(budget_of(waits, 1 - i), 90000);
    tick(57000); /* time itself still counts */
    assert_string_equal(double_text(waits, "stage"), "over");
}

/* Nobody can act while the server stands still: a suspended process, a blocked loop. */
static void a_server_that_stood_still_charges_nobody(void **state)
{
    (void)state;
    begin(",\"clock\":{\"kind\":\"delay\",\"reserve_s\":60,\"step_s\":0}");
    double_client *c = to_act();
    const size_t i = (size_t)double_int(c, "you");
    double_skip(3600 * 1000);
    assert_true(double_do(c, "say", "\"text\":\"still here\"")); /* before any tick */
    tick(1000);
    double_skip(6000);
    tick(1000);
    assert_true(double_do(c, "say", "\"text\":\"and now\""));
    assert_int_equal(clock_of(c, "reserve_ms", i), 59000);
    double_skip(4000); /* late, but alive */
    assert_true(double_do(c, "say", "\"text\":\"slow\""));
    assert_int_equal(clock_of(c, "reserve_ms", i), 55000);
}

/* ---- taking back ---- */

static void takeback_needs_both(void **state)
{
    (void)state;
    char play[128];
    begin(",\"clock\":{\"kind\":\"fischer\",\"reserve_s\":600,\"step_s\":3}");
    while (!is_phase("to_play")) play_a_turn();
    double_client *c = to_act(), *other = c == ann ? bob : ann;
    json_t *board = json_incref(json_object_get(ann->state, "board"));
    json_t *clock = json_incref(json_object_get(ann->state, "clock"));
    json_t *dice = json_incref(json_object_get(ann->state, "dice"));
    double_play_fields(c, below, play, sizeof play);
    assert_true(double_do(c, "play", play));
    assert_false(double_do(c, "accept_takeback", ""));
    assert_true(double_do(c, "takeback", ""));
    assert_false(double_do(c, "accept_takeback", ""));
    assert_false(json_equal(board, json_object_get(ann->state, "board")));
    assert_true(double_do(other, "refuse_takeback", ""));
    assert_true(double_do(c, "takeback", ""));
    assert_true(double_do(other, "accept_takeback", ""));
    assert_true(json_equal(board, json_object_get(ann->state, "board")));
    assert_true(json_equal(dice, json_object_get(ann->state, "dice")));
    assert_true(json_equal(clock, json_object_get(ann->state, "clock")));
    json_decref(board);
    json_decref(clock);
    json_decref(dice);
    assert_true(double_do(c, "play", play));
    /* Whoever goes on playing has refused. */
    assert_true(double_do(c, "takeback", ""));
    if (is_phase("to_roll") && to_act() == other) {
        assert_true(double_do(other, "roll", ""));
        assert_false(double_do(other, "accept_takeback", ""));
    }
}

static void taken_back_dice_come_again(void **state)
{
    (void)state;
    begin("");
    play_until_roll();
    double_client *c = to_act();
    assert_true(double_do(c, "roll", ""));
    json_t *last = json_array_get(c->events, json_array_size(c->events) - 1);
    if (strcmp(last_event(c), "roll") != 0) /* passed at once */
        last = json_array_get(c->events, json_array_size(c->events) - 2);
    json_t *dice = json_incref(json_object_get(last, "dice"));
    double_client *before = c == ann ? bob : ann;
    assert_true(double_do(before, "takeback", ""));
    assert_true(double_do(c, "accept_takeback", ""));
    assert_true(is_phase("to_play"));
    char play[128];
    double_play_fields(before, below, play, sizeof play);
    assert_true(double_do(before, "play", play));
    if (to_act() == c && is_phase("to_roll")) {
        const size_t count = json_array_size(c->events);
        assert_true(double_do(c, "roll", ""));
        assert_true(json_equal(
            dice, json_object_get(json_array_get(c->events, count), "dice")));
    }
    json_decref(dice);
}

/* ---- the end, and again ---- */

static void rematch_exchanges_seats(void **state)
{
    (void)state;
    begin(",\"options\":{\"match_length\":1}");
    assert_false(double_do(ann, "rematch", ""));
    assert_true(double_do(ann, "resign", "\"level\":1"));
    assert_true(double_do(bob, "accept_resign", ""));
    assert_string_equal(double_text(ann, "stage"), "over");
    assert_int_equal(double_int(ann, "winner"), 1);
    assert_true(double_do(ann, "rematch", ""));
    assert_false(double_do(ann, "rematch", ""));
    assert_true(double_do(bob, "rematch", ""));
    char next[ID_SIZE];
    snprintf(next, sizeof next, "%s", double_text(ann, "next"));
    assert_int_equal(strlen(next), 12);
    assert_true(double_watch(ann, next, -1));
    assert_int_equal(double_int(ann, "you"), 1);
    assert_int_equal(double_int(ann, "match_length"), 1);
}

static void money_ends_between_games(void **state)
{
    (void)state;
    begin(",\"preset\":\"money\"");
    play_until_roll();
    assert_false(double_do(ann, "abort", ""));
    assert_true(double_do(ann, "resign", "\"level\":2"));
    assert_true(double_do(bob, "accept_resign", ""));
    assert_true(is_phase("game_over"));
    assert_true(double_do(bob, "next_game", ""));
    assert_true(is_phase("game_over")); /* Ann is not ready */
    assert_true(double_do(ann, "abort", ""));
    assert_string_equal(double_text(bob, "stage"), "over");
    assert_int_equal(double_int(bob, "winner"), 1);
}

static void nobody_loses_what_never_began(void **state)
{
    (void)state;
    begin("");
    assert_true(double_do(ann, "abort", ""));
    assert_string_equal(double_text(bob, "stage"), "over");
    assert_int_equal(double_int(bob, "winner"), -1);
    int status = 0;
    json_decref(double_http(eve, "GET /api/games/{id}/dice", game_id, "", "", &status));
    assert_int_equal(status, 200);
}

/* ---- rated ---- */

static void rated_games_are_left_alone(void **state)
{
    (void)state;
    int status = 0;
    begin(",\"rated\":true");
    play_until_roll();
    assert_false(double_do(ann, "takeback", ""));
    assert_string_equal(double_code(ann), "rated");
    assert_false(double_do(ann, "hint", ""));
    assert_string_equal(double_code(ann), "rated");
    assert_true(double_watch(eve, game_id, -1));
    assert_false(double_do(eve, "say", "\"text\":\"double!\""));
    assert_string_equal(double_code(eve), "rated");
    json_decref(double_http(eve, "GET /api/games/{id}/file", game_id, "format=mat", "",
                            &status));
    assert_int_equal(status, 409);
    assert_true(double_do(ann, "resign", "\"level\":3"));
    assert_true(double_do(bob, "accept_resign", ""));
}

static void without_spectators(void **state)
{
    (void)state;
    int status = 0;
    begin(",\"spectators\":false");
    assert_false(double_watch(eve, game_id, -1));
    assert_string_equal(double_code(eve), "no_spectators");
    json_decref(double_http(eve, "GET /api/games/{id}", game_id, "", "", &status));
    assert_int_equal(status, 403);
    json_decref(double_http(bob, "GET /api/games/{id}", game_id, "", "", &status));
    assert_int_equal(status, 200);
}

/* Whoever opened the link while a seat was free hears nothing more once it is taken. */
/* Whoever has seen the opening roll cannot have another by aborting. */
static void rated_games_cannot_be_redrawn(void **state)
{
    (void)state;
    begin(",\"rated\":true");
    assert_false(double_may(ann, "abort"));
    assert_false(double_do(ann, "abort", ""));
    assert_string_equal(double_code(ann), "not_now");
    double_client *gone = to_act(), *stays = gone == ann ? bob : ann;
    double_disconnect(gone);
    tick(100000);
    assert_true(double_do(stays, "abort", ""));
    assert_int_equal(double_int(stays, "winner"), double_int(stays, "you"));
    begin(""); /* unrated: nobody loses anything */
    assert_true(double_do(ann, "abort", ""));
    assert_int_equal(double_int(ann, "winner"), -1);
}

/* Without a clock, who is to act cannot hold the other for ever. */
static void rated_games_without_a_clock_end(void **state)
{
    (void)state;
    begin(",\"rated\":true");
    const double_client *slow = to_act();
    double_client *waits = slow == ann ? bob : ann;
    tick(9 * 60 * 1000);
    assert_true(double_do(waits, "say", "\"text\":\"are you there?\""));
    assert_false(double_may(waits, "abort"));
    tick(2 * 60 * 1000);
    assert_true(double_may(waits, "abort")); /* told without having asked */
    assert_false(double_may(slow, "abort"));
    play_a_turn();
    assert_false(double_may(waits, "abort"));
    tick(11 * 60 * 1000);
    waits = to_act() == ann ? bob : ann;
    assert_true(double_do(waits, "abort", ""));
    assert_int_equal(double_int(waits, "winner"), double_int(waits, "you"));
    begin("");
    tick(30 * 60 * 1000);
    play_a_turn();
    tick(30 * 60 * 1000);
    assert_false(double_may(to_act() == ann ? bob : ann, "abort"));
}

static void rated_boards_are_known(void **state)
{
    (void)state;
    const alea_board start = alea_board_start(ALEA_SETUP_BACKGAMMON);
    begin("");
    assert_false(games_is_rated_board(double_server.play, ann->who.user, &start));
    begin(",\"rated\":true");
    assert_true(games_is_rated_board(double_server.play, ann->who.user, &start));
    assert_true(games_is_rated_board(double_server.play, bob->who.user, &start));
    assert_false(games_is_rated_board(double_server.play, "eeeeeeeeeeee", &start));
    play_a_turn();
    assert_false(games_is_rated_board(double_server.play, ann->who.user, &start));
}

static void private_games_are_private(void **state)
{
    (void)state;
    ann = double_connect(0, "ann");
    bob = double_connect(1, "bob");
    eve = double_connect(2, "eve");
    assert_true(double_make(
        ann, "{\"opponent\":\"link\",\"seat\":0,\"spectators\":false}", game_id));
    assert_true(double_watch(ann, game_id, -1));
    assert_true(double_watch(bob, game_id, -1));
    assert_true(double_watch(eve, game_id, -1));
    assert_false(double_do(eve, "say", "\"text\":\"hello\""));
    assert_string_equal(double_code(eve), "no_spectators");
    assert_true(double_join(bob, game_id));
    const int64_t heard = eve->seq;
    assert_false(double_watch(eve, game_id, -1)); /* before the dice, too */
    assert_string_equal(double_code(eve), "no_spectators");
    assert_true(double_do(ann, "contribute", "\"words\":\"left foot\""));
    assert_true(double_do(bob, "contribute", "\"words\":\"tuesday\""));
    play_until_roll();
    assert_int_equal(eve->seq, heard);
    assert_true(bob->seq > heard);
    assert_false(double_do(eve, "say", "\"text\":\"double!\""));
    assert_string_equal(double_code(eve), "no_spectators");
}

/* A match in which a game was given up at once is not thrown away by one word. */
static void a_match_with_a_score_is_not_aborted(void **state)
{
    (void)state;
    begin(",\"options\":{\"match_length\":7}");
    assert_true(double_do(to_act(), "resign", "\"level\":1"));
    assert_true(double_do(to_act(), "accept_resign", ""));
    assert_true(is_phase("game_over"));
    assert_false(double_do(ann, "abort", ""));
    assert_string_equal(double_code(ann), "not_now");
    assert_true(double_do(ann, "next_game", ""));
    assert_true(double_do(bob, "next_game", ""));
    assert_false(double_do(ann, "abort", ""));
    assert_string_equal(double_code(ann), "not_now");
}

static void only_those_who_watch_speak(void **state)
{
    (void)state;
    begin("");
    snprintf(eve->game, sizeof eve->game, "%s", game_id);
    assert_false(double_do(eve, "say", "\"text\":\"hello\""));
    assert_string_equal(double_code(eve), "not_now");
    assert_true(double_watch(eve, game_id, -1));
    assert_true(double_do(eve, "say", "\"text\":\"hello\""));
}

/* ---- watching ---- */

static int seq_by_http(const double_client *c, int *status)
{
    json_t *state = double_http(c, "GET /api/games/{id}", game_id, "", "", status);
    const int seq = (int)json_integer_value(json_object_get(state, "seq"));
    json_decref(state);
    return seq;
}

/* The score in the list of games to watch, as two digits. */
static int listed_score(void)
{
    int status;
    json_t *list = double_http(eve, "GET /api/games", "", "list=live", "", &status);
    assert_int_equal(status, 200);
    const json_t *first = json_array_get(json_object_get(list, "games"), 0);
    const json_t *score = json_object_get(first, "score");
    assert_int_equal(json_array_size(score), 2);
    const int digits = 10 * (int)json_integer_value(json_array_get(score, 0)) +
                       (int)json_integer_value(json_array_get(score, 1));
    json_decref(list);
    return digits;
}

static void the_score_is_listed_late(void **state)
{
    (void)state;
    begin(",\"delay_s\":60,\"options\":{\"match_length\":5}");
    assert_int_equal(listed_score(), 0);
    play_until_roll();
    double_pass(61000);
    const int loser = double_int(to_act(), "you");
    const int score = loser == 0 ? 1 : 10;
    assert_true(double_do(to_act(), "resign", "\"level\":1"));
    assert_true(double_do(to_act(), "accept_resign", ""));
    assert_int_equal(listed_score(), 0);
    double_pass(59000);
    assert_int_equal(listed_score(), 0);
    double_pass(2000);
    assert_int_equal(listed_score(), score);
}

static void spectators_see_it_late(void **state)
{
    (void)state;
    int status;
    begin(",\"delay_s\":60");
    assert_int_equal(double_int(ann, "delay_s"), 60);
    assert_true(double_watch(eve, game_id, -1));
    const int64_t nothing = eve->seq;
    assert_int_equal(nothing, -1); /* nothing is due yet */
    seq_by_http(eve, &status);
    assert_int_equal(status, 409);
    play_until_roll();
    const int64_t seq = ann->seq;
    double_pass(59000);
    assert_int_equal(eve->seq, nothing);
    double_pass(2000);
    assert_int_equal(eve->seq, seq);
    play_until_roll();
    assert_true(ann->seq > seq && ann->seq == bob->seq);
    assert_int_equal(eve->seq, seq);
    assert_int_equal(seq_by_http(eve, &status), seq);
    assert_int_equal(status, 200);
    assert_int_equal(seq_by_http(ann, &status), ann->seq);
    /* Later watches show no more. */
    assert_true(double_do(eve, "unwatch", ""));
    assert_true(double_watch(eve, game_id, 0));
    assert_int_equal(eve->seq, seq);
    json_t *file = double_http(eve, "GET /api/games/{id}/file", game_id, "format=mat",
                               "", &status);
    assert_int_equal(status, 409);
    json_decref(file);
    assert_true(double_do(to_act(), "resign", "\"level\":3"));
    assert_true(double_do(to_act(), "accept_resign", ""));
    if (is_phase("match_over")) {
        assert_int_equal(eve->seq, ann->seq);
    } else {
        double_pass(61000);
        assert_int_equal(eve->seq, ann->seq);
    }
}

static void the_outlook_is_for_spectators(void **state)
{
    (void)state;
    begin("");
    assert_true(is_phase("to_play"));
    assert_false(double_do(ann, "outlook", ""));
    assert_string_equal(double_code(ann), "players");
    snprintf(eve->game, sizeof eve->game, "%s", game_id);
    assert_false(double_do(eve, "outlook", ""));
    assert_string_equal(double_code(eve), "not_now");
    assert_true(double_watch(eve, game_id, -1));
    double_client *sue = double_connect(3, "sue");
    assert_true(double_watch(sue, game_id, -1));
    assert_true(double_do(eve, "outlook", ""));
    assert_true(double_do(sue, "outlook", ""));
    assert_int_equal(double_jobs_count(), 1); /* once for both */
    play_until_roll();
    assert_false(double_do(eve, "outlook", "")); /* nothing before the decision */
    assert_string_equal(double_code(eve), "not_now");
}

static void an_open_game_asks_for_a_rating(void **state)
{
    (void)state;
    int status;
    ann = double_connect(0, "ann");
    bob = double_connect(1, "bob");
    assert_false(double_make(
        ann, "{\"opponent\":\"link\",\"rating_range\":[1400,1600]}", game_id));
    assert_false(double_make(
        ann, "{\"opponent\":\"open\",\"rating_range\":[1600,1400]}", game_id));
    assert_true(double_make(ann, "{\"opponent\":\"open\",\"rating_range\":[1400,1600]}",
                            game_id));
    json_t *reply =
        double_http(bob, "POST /api/games/{id}/join", game_id, "", "", &status);
    assert_int_equal(status, 403);
    json_decref(reply);
}

/* ---- what a person can make the server store ---- */

/* Makes a rematch after an abort until that is refused; how many were made. */
static int rematches_until_refused(void)
{
    for (int made = 0; made < 1000; made++) {
        if (!double_do(ann, "abort", "") || !double_do(ann, "rematch", "")) return made;
        char next[ID_SIZE];
        snprintf(next, sizeof next, "%s", double_text(ann, "next"));
        assert_true(double_do(ann, "unwatch", ""));
        memcpy(game_id, next, sizeof game_id);
        assert_true(double_watch(ann, game_id, -1));
    }
    return 1000;
}

static void games_made_are_bounded(void **state)
{
    (void)state;
    double_server.limit = limits_new(LIMIT_SOCKETS);
    double_server.play->parts.limit = double_server.limit;
    assert_non_null(double_server.limit);
    ann = double_connect(0, "ann");
    assert_true(
        double_make(ann, "{\"opponent\":\"machine\",\"level\":\"beginner\"}", game_id));
    assert_true(double_watch(ann, game_id, -1));
    assert_in_range(rematches_until_refused(), 20, 70);
    assert_string_equal(double_code(ann), "too_often");
    tick(3600 * 1000); /* an hour later there are some more */
    assert_true(double_do(ann, "rematch", ""));
    limits_free(double_server.limit);
    double_server.play->parts.limit = double_server.limit = NULL;
}

static void what_a_guest_stores_is_bounded(void **state)
{
    (void)state;
    int said = 0;
    double_server.limit = limits_new(LIMIT_SOCKETS);
    double_server.play->parts.limit = double_server.limit;
    assert_non_null(double_server.limit);
    /* 6 MB at once, and 9 MB over the day: as chat of 300 characters in many games. */
    http_person who = {.guest = true};
    snprintf(who.user, sizeof who.user, "guestguest22");
    for (int hour = 0; hour < 24; hour++, double_skip(3600 * 1000))
        while (limits_take_storage(double_server.limit, "192.0.2.1", who.user, true,
                                   1.4, double_time, NULL))
            said++;
    assert_in_range(said * 14 / 10 / 1024, 13, 15);
    /* An address is bounded however many guests it has. */
    int together = 0;
    for (int i = 0; i < 100; i++) {
        snprintf(who.user, sizeof who.user, "guestguest%02d", i);
        while (limits_take_storage(double_server.limit, "192.0.2.2", who.user, true, 64,
                                   double_time, NULL))
            together++;
    }
    assert_in_range(together * 64 / 1024, 8, 9);
    limits_free(double_server.limit);
    double_server.play->parts.limit = double_server.limit = NULL;
}

static void unplayed_games_are_dropped(void **state)
{
    (void)state;
    storage_game got;
    begin("");
    assert_true(double_do(ann, "abort", ""));
    assert_int_equal(storage_game_get(double_server.store, game_id, &got, NULL),
                     ANSWER_FOUND);
    double_disconnect(ann);
    double_disconnect(bob);
    for (int i = 0; i < 128; i++) tick(10000); /* idle rooms are looked for in parts */
    assert_int_equal(storage_game_get(double_server.store, game_id, &got, NULL),
                     ANSWER_ABSENT);
}

/* ---- keys, failures ---- */

static void keys_survive_a_restart(void **state)
{
    (void)state;
    begin("");
    play_until_roll();
    double_client *c = to_act();
    assert_true(double_say(c, "the-roll", "roll", ""));
    const int64_t seq = json_integer_value(json_object_get(c->answer, "seq"));
    double_close_parts();
    assert_true(double_open_parts());
    char name[8];
    snprintf(name, sizeof name, "%s", c == ann ? "ann" : "bob");
    c = double_connect(c == ann ? 0 : 1, name);
    assert_true(double_watch(c, game_id, -1));
    const int64_t now = c->seq;
    assert_true(double_say(c, "the-roll", "roll", ""));
    assert_int_equal(json_integer_value(json_object_get(c->answer, "seq")), seq);
    assert_int_equal(c->seq, now);
}

static void refusals_are_repeated_too(void **state)
{
    (void)state;
    begin("");
    play_until_roll();
    double_client *c = to_act(), *other = c == ann ? bob : ann;
    assert_false(double_say(other, "early", "roll", ""));
    assert_string_equal(double_code(other), "not_your_turn");
    do play_a_turn();
    while (!is_phase("to_roll") || to_act() != other);
    assert_false(double_say(other, "early", "roll", ""));
    assert_string_equal(double_code(other), "not_your_turn");
    assert_true(double_refused[REFUSED_TURN] > 0);
    assert_true(double_say(other, "now", "roll", ""));
}

static void what_is_not_stored_did_not_happen(void **state)
{
    (void)state;
    begin("");
    play_until_roll();
    double_client *c = to_act();
    json_t *before = json_incref(c->state);
    const int64_t seq = c->seq;
    failures = 1;
    assert_false(double_say(c, "lost", "roll", ""));
    assert_string_equal(double_code(c), "not_stored");
    assert_int_equal(c->seq, seq);
    assert_int_equal(double_errors, 1);
    double_errors = 0;
    assert_true(double_watch(c, game_id, seq));
    assert_string_equal(double_text(c, "phase"), "to_roll");
    assert_true(json_equal(json_object_get(before, "board"),
                           json_object_get(c->state, "board")));
    json_decref(before);
    assert_true(double_say(c, "lost", "roll", ""));
    assert_int_equal(json_integer_value(json_object_get(c->answer, "seq")), seq + 1);
}

static void what_was_missed_comes_first(void **state)
{
    (void)state;
    begin("");
    play_until_roll();
    const int64_t seq = ann->seq;
    double_disconnect(bob);
    assert_true(double_do(ann, "say", "\"text\":\"one\""));
    assert_true(double_do(ann, "say", "\"text\":\"two\""));
    bob = double_connect(1, "bob");
    bob->seq = seq;
    assert_true(double_watch(bob, game_id, seq));
    assert_int_equal(bob->gaps, 0);
    assert_int_equal(json_array_size(bob->events), 2);
    assert_int_equal(bob->seq, seq + 2);
}

static void idle_rooms_leave_memory(void **state)
{
    (void)state;
    begin("");
    play_until_roll();
    json_t *board = json_incref(json_object_get(ann->state, "board"));
    double_disconnect(ann);
    double_disconnect(bob);
    for (int i = 0; i < 200; i++) tick(6000);
    assert_int_equal(games_loaded(double_server.play), 0);
    ann = double_connect(0, "ann");
    assert_true(double_watch(ann, game_id, -1));
    assert_true(json_equal(board, json_object_get(ann->state, "board")));
    json_decref(board);
}

/* ---- rules that bite ---- */

static void illegal_plays_may_be_contested(void **state)
{
    (void)state;
    const char *const play = "\"moves\":[[8,7]]"; /* one pip, and no more */
    begin(",\"preset\":\"compendium\"");
    while (!is_phase("to_play")) play_a_turn();
    double_client *c = to_act(), *other = c == ann ? bob : ann;
    json_t *board = json_incref(json_object_get(ann->state, "board"));
    assert_false(double_do(c, "play", play));
    assert_string_equal(double_code(c), "illegal_play");
    assert_true(double_do(c, "play_as_made", play));
    assert_true(json_is_true(json_object_get(other->state, "contestable")));
    assert_true(double_may(other, "require_legal"));
    assert_false(double_do(c, "require_legal", ""));
    assert_true(double_do(other, "require_legal", ""));
    assert_true(json_equal(board, json_object_get(ann->state, "board")));
    assert_true(to_act() == c && is_phase("to_play"));
    json_decref(board);
}

static void refusals_cite_the_booklet(void **state)
{
    (void)state;
    begin(",\"preset\":\"vido\"");
    while (!is_phase("to_play")) play_a_turn();
    assert_false(double_do(to_act(), "play", "\"moves\":[[6,7]]"));
    assert_string_equal(double_code(to_act()), "illegal_play");
    const json_t *note = json_object_get(to_act()->answer, "note");
    assert_non_null(json_string_value(note));
}

static void offers_tell_the_stakes(void **state)
{
    (void)state;
    begin(",\"preset\":\"money\"");
    play_until_roll();
    double_client *c = to_act(), *other = c == ann ? bob : ann;
    assert_true(double_do(c, "double", ""));
    const json_t *offer = json_object_get(other->state, "offer");
    assert_int_equal(json_integer_value(json_object_get(offer, "take_stake")), 2);
    assert_int_equal(json_integer_value(json_object_get(offer, "drop_stake")), 1);
    assert_true(double_may(other, "beaver"));
    assert_true(double_do(other, "beaver", ""));
    offer = json_object_get(c->state, "offer");
    assert_string_equal(json_string_value(json_object_get(offer, "kind")), "beaver");
    assert_int_equal(json_integer_value(json_object_get(offer, "take_stake")), 4);
    assert_true(double_do(c, "take", ""));
    const json_t *why = json_object_get(c->state, "no_double");
    assert_string_equal(json_string_value(json_object_get(why, "code")),
                        "cube_not_available");
}

static int open_all(void **state)
{
    (void)state;
    return !double_open(":memory:");
}

static int close_all(void **state)
{
    (void)state;
    double_close();
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(both_put_words_in),
        TEST(silence_is_filled_in),
        TEST(delay_then_reserve_then_loss),
        TEST(fischer_adds),
        TEST(money_is_lost_at_the_stake),
        TEST(absence_is_paid_from_the_budget),
        TEST(who_comes_back_starts_his_clock_where_it_stood),
        TEST(the_machine_is_not_kept_waiting),
        TEST(restarts_cost_nobody_time),
        TEST(restarts_give_no_clock_back),
        TEST(restarts_give_no_budget_back),
        TEST(the_wall_clock_charges_nobody),
        TEST(a_server_that_stood_still_charges_nobody),
        TEST(takeback_needs_both),
        TEST(taken_back_dice_come_again),
        TEST(rematch_exchanges_seats),
        TEST(money_ends_between_games),
        TEST(nobody_loses_what_never_began),
        TEST(rated_games_are_left_alone),
        TEST(without_spectators),
        TEST(keys_survive_a_restart),
        TEST(refusals_are_repeated_too),
        TEST(what_is_not_stored_did_not_happen),
        TEST(rated_games_cannot_be_redrawn),
        TEST(rated_games_without_a_clock_end),
        TEST(rated_boards_are_known),
        TEST(private_games_are_private),
        TEST(only_those_who_watch_speak),
        TEST(spectators_see_it_late),
        TEST(the_score_is_listed_late),
        TEST(the_outlook_is_for_spectators),
        TEST(an_open_game_asks_for_a_rating),
        TEST(a_match_with_a_score_is_not_aborted),
        TEST(games_made_are_bounded),
        TEST(what_a_guest_stores_is_bounded),
        TEST(unplayed_games_are_dropped),
        TEST(what_was_missed_comes_first),
        TEST(idle_rooms_leave_memory),
        TEST(illegal_plays_may_be_contested),
        TEST(refusals_cite_the_booklet),
        TEST(offers_tell_the_stakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
