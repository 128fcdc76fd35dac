/* server: games that are played over days: turns, budgets, vacations, and that none of
 * it needs a server that runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "server_double.h"

#define HOUR (3600 * (int64_t)1000)
#define DAY  (24 * HOUR)

static double_client *ann, *bob;
static char game_id[ID_SIZE];
static uint64_t seed = 42;

static int below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)n);
}

static bool is_phase(const char *phase)
{
    return strcmp(double_text(ann, "phase"), phase) == 0;
}

static double_client *to_act(void)
{
    return double_int(ann, "to_act") == double_int(ann, "you") ? ann : bob;
}

static int64_t reserve_of(size_t i)
{
    const json_t *clock = json_object_get(ann->state, "clock");
    return json_integer_value(json_array_get(json_object_get(clock, "reserve_ms"), i));
}

/* ---- steps ---- */

static void come_back(void)
{
    ann = double_connect(0, "ann");
    bob = double_connect(1, "bob");
    ann->who.guest = bob->who.guest = false;
    assert_true(double_watch(ann, game_id, -1));
    assert_true(double_watch(bob, game_id, -1));
}

static void make_account(double_client *c)
{
    storage_user user = {.created = 1};
    c->who.guest = false;
    snprintf(user.id, sizeof user.id, "%s", c->who.user);
    snprintf(user.name, sizeof user.name, "%s", c->who.name);
    snprintf(user.password_hash, sizeof user.password_hash, "$");
    snprintf(user.settings, sizeof user.settings, "{}");
    assert_int_equal(storage_user_put(double_server.store, &user), ALEA_OK);
}

/* `days` a turn and as many as `budget` in reserve. */
static void begin(int days, int budget)
{
    char body[300];
    ann = double_connect(0, "ann");
    bob = double_connect(1, "bob");
    make_account(ann);
    make_account(bob);
    snprintf(body, sizeof body,
             "{\"opponent\":\"link\",\"seat\":0,\"clock\":{\"kind\":\"days\","
             "\"days\":%d,\"budget_days\":%d}}",
             days, budget);
    assert_true(double_make(ann, body, game_id));
    assert_true(double_watch(ann, game_id, -1));
    assert_true(double_join(bob, game_id));
    assert_true(double_watch(bob, game_id, -1));
    assert_true(double_do(ann, "contribute", "\"words\":\"left foot\""));
    assert_true(double_do(bob, "contribute", "\"words\":\"tuesday\""));
    assert_string_equal(double_text(ann, "stage"), "playing");
}

/* Until the turn has passed to the other player. */
static void play_a_turn(void)
{
    char fields[128];
    double_client *c = to_act();
    if (is_phase("to_roll")) assert_true(double_do(c, "roll", ""));
    if (!is_phase("to_play") || to_act() != c) return; /* it was passed */
    double_play_fields(c, below, fields, sizeof fields);
    assert_true(double_do(c, "play", fields));
}

static void kill_and_start(int64_t down_ms)
{
    double_close_parts();
    double_skip(down_ms);
    assert_true(double_open_parts());
}

static json_t *ask(const double_client *c, const char *route, const char *body,
                   int expected)
{
    int status = 0;
    json_t *answer = double_http(c, route, NULL, NULL, body, &status);
    assert_int_equal(status, expected);
    return answer;
}

/* A copy of the entry of the game in the list of the player's games. */
static json_t *listed(const double_client *c)
{
    int status = 0;
    json_t *answer = double_http(c, "GET /api/games", NULL, "list=mine", NULL, &status);
    json_t *found = NULL, *one;
    size_t i;
    assert_int_equal(status, 200);
    json_array_foreach(json_object_get(answer, "games"), i, one)
    {
        if (strcmp(json_string_value(json_object_get(one, "game")), game_id) == 0)
            found = json_incref(one);
    }
    json_decref(answer);
    assert_non_null(found);
    return found;
}

static int64_t deadline_in_list(const double_client *c)
{
    json_t *entry = listed(c);
    const json_t *turn = json_object_get(entry, "turn");
    assert_non_null(json_object_get(json_object_get(turn, "position"), "board"));
    assert_int_equal(json_is_true(json_object_get(turn, "mine")), to_act() == c);
    const int64_t deadline = json_integer_value(json_object_get(turn, "deadline"));
    json_decref(entry);
    return deadline;
}

/* The other player is to roll, with a cube at hand. Returns the one to wait. */
static double_client *waiting_for_a_roll(void)
{
    play_a_turn();
    while (!is_phase("to_roll") || !double_may(to_act(), "double")) play_a_turn();
    return to_act() == ann ? bob : ann;
}

static const char *ahead_of(const double_client *c, const char *what)
{
    const json_t *ahead = json_object_get(c->state, "ahead");
    const char *said = json_string_value(json_object_get(ahead, what));
    return said ? said : "";
}

static int number_of(const double_client *c, const char *type)
{
    int count = 0;
    size_t i;
    json_t *event;
    json_array_foreach(c->events, i, event)
    {
        count += strcmp(json_string_value(json_object_get(event, "type")), type) == 0;
    }
    return count;
}

/* ---- tests ---- */

/* What a turn takes within its days costs nothing, what it takes beyond comes off the
 * budget, and all that was taken and what is left is the time there was. */
static void turns_are_paid_from_days_then_budget(void **state)
{
    (void)state;
    begin(2, 5);
    int64_t left[2] = {5 * DAY, 5 * DAY};
    for (int turn = 0; turn < 12; turn++) {
        const int i = double_int(to_act(), "you");
        const int64_t took = (int64_t)below(60) * HOUR;
        const int64_t over = took > 2 * DAY ? took - 2 * DAY : 0;
        double_skip(took);
        double_pass(1000);
        if (over >= left[i]) break;
        assert_string_equal(double_text(ann, "stage"), "playing");
        play_a_turn();
        left[i] -= over > 0 ? over + 1000 : 0;
        assert_in_range(reserve_of((size_t)i), left[i] - 2000, left[i] + 2000);
        left[i] = reserve_of((size_t)i);
    }
}

static void a_killed_server_changes_no_deadline(void **state)
{
    (void)state;
    begin(3, 0);
    const int64_t deadline = deadline_in_list(ann);
    kill_and_start(2 * DAY);
    assert_int_equal(games_loaded(double_server.play), 0);
    double_pass(1000);
    assert_int_equal(games_loaded(double_server.play), 0); /* it sleeps */
    come_back();
    assert_int_equal(deadline_in_list(ann), deadline);
    play_a_turn();
    assert_int_equal(deadline_in_list(ann), double_time + 3 * DAY);
}

/* Nobody looks at it, and no server ran when its time was up. */
static void a_sleeping_game_falls_due(void **state)
{
    (void)state;
    begin(1, 1);
    const int loser = double_int(to_act(), "you");
    kill_and_start(2 * DAY - 4000);
    double_pass(2000);
    assert_int_equal(games_loaded(double_server.play), 0);
    double_pass(4000);
    come_back();
    assert_string_equal(double_text(ann, "stage"), "over");
    assert_int_equal(double_int(ann, "winner"), 1 - loser);
    const json_t *result = json_object_get(ann->state, "result");
    assert_string_equal(json_string_value(json_object_get(result, "how")), "timeout");
}

/* A command that comes first finds the game over too. */
static void a_late_move_is_refused(void **state)
{
    (void)state;
    begin(1, 0);
    kill_and_start(25 * HOUR);
    come_back();
    assert_false(double_do(ann, "roll", ""));
    assert_string_equal(double_code(ann), "over");
}

static void being_away_costs_nothing(void **state)
{
    (void)state;
    begin(1, 0);
    double_client *waits = to_act() == ann ? bob : ann;
    play_a_turn();
    while (to_act() == waits) play_a_turn();
    double_disconnect(to_act());
    for (int i = 0; i < 20; i++) double_pass(60 * 1000);
    assert_string_equal(double_text(waits, "stage"), "playing");
    assert_int_equal(json_integer_value(json_array_get(
                         json_object_get(waits->state, "away_budget_ms"), 0)),
                     AWAY_BUDGET_MS);
    come_back();
    assert_false(double_may(waits, "abort"));
    play_a_turn();
}

static void vacations_stand(void **state)
{
    (void)state;
    begin(1, 0);
    double_client *c = to_act();
    const int64_t deadline = deadline_in_list(c);
    json_decref(ask(c, "POST /api/vacation", "{\"days\":5}", 200));
    assert_int_equal(deadline_in_list(c), deadline + 5 * DAY);
    json_decref(ask(c, "POST /api/vacation", "{\"days\":1}", 409));
    kill_and_start(3 * DAY + HOUR);
    double_pass(2000);
    come_back();
    c = to_act();
    assert_string_equal(double_text(c, "stage"), "playing");
    /* Ended early: the day that has begun is gone, the one after it comes back. */
    json_t *v = ask(c, "DELETE /api/vacation", NULL, 200);
    assert_int_equal(json_integer_value(json_object_get(v, "used")), 4);
    assert_true(json_is_null(json_object_get(v, "until")));
    json_decref(v);
    assert_in_range(deadline_in_list(c), deadline + 3 * DAY + HOUR - 5000,
                    deadline + 3 * DAY + HOUR + 5000);
    /* In one's vacation one may move; the next turn stands too, until its end. */
    json_decref(ask(c, "POST /api/vacation", "{\"days\":2}", 200));
    const int64_t until = double_time + 2 * DAY;
    play_a_turn();
    play_a_turn();
    if (to_act() == c) assert_int_equal(deadline_in_list(c), until + DAY);
}

/* Nobody saves a turn in its last hour by going on vacation; and there are thirty days
 * a year. */
static void vacations_are_no_trick(void **state)
{
    (void)state;
    begin(1, 0);
    double_client *c = to_act();
    const int64_t deadline = deadline_in_list(c);
    double_skip(DAY - HOUR + 60000);
    json_decref(ask(c, "POST /api/vacation", "{\"days\":29}", 200));
    assert_int_equal(deadline_in_list(c), deadline);
    double_skip(HOUR);
    double_pass(2000);
    assert_string_equal(double_text(c, "stage"), "over");
    double_skip(29 * DAY);
    json_decref(ask(c, "POST /api/vacation", "{\"days\":2}", 409));
    json_decref(ask(c, "POST /api/vacation", "{\"days\":0}", 400));
    json_decref(ask(c, "POST /api/vacation", "{\"days\":1}", 200));
    c->who.guest = true;
    json_decref(ask(c, "POST /api/vacation", "{\"days\":1}", 403));
}

static void refuses(const char *clock)
{
    char body[300], id[ID_SIZE];
    snprintf(body, sizeof body, "{\"opponent\":\"link\",\"clock\":%s}", clock);
    assert_false(double_make(ann, body, id));
}

static void bad_clocks_are_refused(void **state)
{
    (void)state;
    char id[ID_SIZE];
    begin(14, 24);
    refuses("{\"kind\":\"days\",\"days\":0}");
    refuses("{\"kind\":\"days\",\"days\":15}");
    refuses("{\"kind\":\"days\",\"days\":\"3\"}");
    refuses("{\"kind\":\"days\",\"budget_days\":25}");
    refuses("{\"kind\":\"days\",\"budget_days\":-1}");
    assert_false(double_make(
        ann, "{\"opponent\":\"machine\",\"clock\":{\"kind\":\"days\",\"days\":3}}",
        id));
}

/* A host who is away when somebody joins: the game begins without his words. */
static void a_game_begins_without_its_host(void **state)
{
    (void)state;
    ann = double_connect(0, "ann");
    assert_true(double_make(ann,
                            "{\"opponent\":\"link\",\"seat\":0,\"clock\":{\"kind\":"
                            "\"days\",\"days\":3}}",
                            game_id));
    bob = double_connect(1, "bob");
    assert_true(double_join(bob, game_id));
    assert_true(double_watch(bob, game_id, -1));
    assert_true(double_do(bob, "contribute", "\"words\":\"tuesday\""));
    double_pass(30000);
    assert_string_equal(double_text(bob, "stage"), "playing");
    /* and after a while nobody needs it in memory */
    double_disconnect(bob);
    double_pass(20 * 60 * 1000);
    assert_int_equal(games_loaded(double_server.play), 0);
}

/* It is the opponent's double that is answered, even after a kill; before, he sees
 * nothing of it: no event, no state. */
static void a_take_in_advance(void **state)
{
    (void)state;
    begin(3, 0);
    double_client *waits = waiting_for_a_roll();
    double_client *doubles = waits == ann ? bob : ann;
    const bool is_ann = waits == ann;
    const int64_t seq = doubles->seq;
    assert_false(double_do(doubles, "ahead", "\"double\":\"take\""));
    assert_string_equal(double_code(doubles), "not_now");
    assert_false(double_do(waits, "ahead", "\"double\":\"beaver\""));
    assert_string_equal(double_code(waits), "bad_command");
    assert_true(double_do(waits, "ahead", "\"double\":\"take\",\"resign\":null"));
    double_state(waits);
    assert_string_equal(ahead_of(waits, "double"), "take");
    assert_int_equal(doubles->seq, seq);
    double_state(doubles);
    assert_true(json_is_null(json_object_get(doubles->state, "ahead")));
    kill_and_start(DAY);
    come_back();
    waits = is_ann ? ann : bob;
    doubles = is_ann ? bob : ann;
    double_state(waits);
    assert_string_equal(ahead_of(waits, "double"), "take");
    assert_true(double_do(doubles, "double", ""));
    assert_string_equal(double_text(doubles, "phase"), "to_roll");
    assert_true(to_act() == doubles);
    assert_int_equal(number_of(doubles, "take"), 1);
    double_state(waits);
    assert_string_equal(ahead_of(waits, "double"), ""); /* used */
}

static void what_was_said_is_forgotten(void **state)
{
    (void)state;
    begin(3, 0);
    double_client *waits = waiting_for_a_roll();
    double_client *other = waits == ann ? bob : ann;
    assert_true(double_do(waits, "ahead", "\"double\":\"drop\",\"resign\":\"reject\""));
    while (to_act() == other) play_a_turn();
    while (to_act() == waits) play_a_turn(); /* his own decision */
    double_state(waits);
    assert_string_equal(ahead_of(waits, "double"), "");
    if (is_phase("to_roll") && double_may(other, "double")) {
        assert_true(double_do(other, "double", ""));
        assert_string_equal(double_text(ann, "phase"), "double_offered");
    }
}

static void a_resignation_is_answered_in_advance(void **state)
{
    (void)state;
    begin(3, 0);
    double_client *waits = waiting_for_a_roll();
    double_client *other = waits == ann ? bob : ann;
    assert_true(double_do(waits, "ahead", "\"resign\":\"reject\""));
    assert_true(double_do(other, "resign", "\"level\":1"));
    assert_string_equal(double_text(ann, "phase"), "to_roll");
    assert_int_equal(number_of(waits, "reject_resign"), 1);
    assert_true(double_do(waits, "ahead", "\"resign\":\"accept\""));
    assert_true(double_do(other, "resign", "\"level\":1"));
    assert_int_equal(number_of(waits, "accept_resign"), 1);
}

static int set_up(void **state)
{
    (void)state;
    double_time = 1700000000000; /* in November */
    return double_open(":memory:") ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    double_close();
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(turns_are_paid_from_days_then_budget),
        TEST(a_killed_server_changes_no_deadline),
        TEST(a_sleeping_game_falls_due),
        TEST(a_late_move_is_refused),
        TEST(being_away_costs_nothing),
        TEST(vacations_stand),
        TEST(vacations_are_no_trick),
        TEST(bad_clocks_are_refused),
        TEST(a_game_begins_without_its_host),
        TEST(a_take_in_advance),
        TEST(what_was_said_is_forgotten),
        TEST(a_resignation_is_answered_in_advance),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
