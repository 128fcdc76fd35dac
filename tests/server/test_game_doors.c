/* server: what comes from outside. Messages that are no commands, games that cannot be
 * made, lists and lobby, too many commands, the machine and its advice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server_double.h"

#include <alea/search.h>

static alea_evaluator *evaluator;
static alea_engine *engine;
static double_client *ann, *bob;
static char game_id[ID_SIZE];
static uint64_t seed = 7;

static int below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)n);
}

static void make(const char *wish)
{
    char body[400];
    ann = double_connect(0, "ann");
    bob = double_connect(1, "bob");
    snprintf(body, sizeof body, "{\"seat\":0%s}", wish);
    assert_true(double_make(ann, body, game_id));
    assert_true(double_watch(ann, game_id, -1));
}

static void run_machine(void)
{
    while (double_run_job(&double_server, engine))
        ;
}

static void begin_with_machine(const char *wish)
{
    char fields[300];
    snprintf(fields, sizeof fields, ",\"opponent\":\"machine\"%s", wish);
    make(fields);
    assert_true(double_do(ann, "contribute", "\"words\":\"x\""));
    run_machine();
}

static bool is_mine(const char *phase)
{
    return double_int(ann, "to_act") == 0 &&
           strcmp(double_text(ann, "phase"), phase) == 0;
}

static void tick(int64_t ms)
{
    double_pass(ms);
}

/* Until Ann is to do that. */
static void play_on_until(const char *phase)
{
    char play[128];
    for (int i = 0; i < 500 && !is_mine(phase); i++) {
        tick(1000);
        run_machine();
        if (is_mine(phase)) break;
        if (double_may(ann, "roll"))
            assert_true(double_do(ann, "roll", ""));
        else if (double_may(ann, "next_game"))
            assert_true(double_do(ann, "next_game", ""));
        else if (double_may(ann, "take"))
            assert_true(double_do(ann, "take", ""));
        else if (double_may(ann, "reject_resign"))
            assert_true(double_do(ann, "reject_resign", ""));
        else if (double_may(ann, "play")) {
            double_play_fields(ann, below, play, sizeof play);
            assert_true(double_do(ann, "play", play));
        }
    }
    assert_true(is_mine(phase));
}

/* ---- messages ---- */

static void refused_as(const char *text, const char *code)
{
    double_say_bytes(ann, text, strlen(text));
    if (strcmp(double_code(ann), code) != 0)
        fail_msg("%s: %s instead of %s", text, double_code(ann), code);
    assert_true(json_is_false(json_object_get(ann->answer, "ok")));
}

static void what_is_no_command(void **state)
{
    (void)state;
    const uint64_t before = double_refused[REFUSED_COMMAND];
    make(",\"opponent\":\"link\"");
    const int64_t seq = ann->seq;
    char text[300];
    refused_as("", "bad_command");
    refused_as("[]", "bad_command");
    refused_as("{", "bad_command");
    refused_as("{} x", "bad_command");
    refused_as("\xff\xfe", "bad_command");
    refused_as("{\"key\":\"a\xc3\",\"do\":\"ping\"}", "bad_command");
    refused_as("{\"key\":\"k\",\"key\":\"k\",\"do\":\"ping\"}", "bad_command");
    refused_as("{\"a\":[[[[[[]]]]]]}", "bad_command");
    refused_as("{}", "bad_key");
    refused_as("{\"do\":\"ping\"}", "bad_key");
    refused_as("{\"key\":1,\"do\":\"ping\"}", "bad_key");
    refused_as("{\"key\":\"\",\"do\":\"ping\"}", "bad_key");
    refused_as("{\"key\":\"a b\",\"do\":\"ping\"}", "bad_key");
    refused_as("{\"key\":\"01234567890123456789012345678901234567890\","
               "\"do\":\"ping\"}",
               "bad_key");
    refused_as("{\"key\":\"k\"}", "bad_command");
    refused_as("{\"key\":\"k\",\"do\":\"fly\"}", "bad_command");
    refused_as("{\"key\":\"k\",\"do\":7}", "bad_command");
    refused_as("{\"key\":\"k\",\"do\":\"ping\",\"x\":1}", "bad_command");
    refused_as("{\"key\":\"k\",\"do\":\"roll\"}", "no_such_game");
    refused_as("{\"key\":\"k\",\"do\":\"roll\",\"game\":7}", "no_such_game");
    refused_as("{\"key\":\"k\",\"do\":\"roll\",\"game\":\"aaaaaaaaaaaa\"}",
               "no_such_game");
    refused_as("{\"key\":\"k\",\"do\":\"roll\",\"game\":\"' OR 1=1 --\"}",
               "no_such_game");
    refused_as("{\"key\":\"k\",\"do\":\"cancel\",\"job\":\"aaaaaaaaaaaa\"}",
               "no_such_job");
    refused_as("{\"key\":\"k\",\"do\":\"lobby\",\"on\":1}", "bad_command");
    static const char *const bad[] = {
        "\"do\":\"roll\",\"at\":-1", "\"do\":\"roll\",\"at\":\"1\"",
        "\"do\":\"roll\",\"at\":1.5", "\"do\":\"watch\",\"after\":[]"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(text, sizeof text, "{\"key\":\"k\",\"game\":\"%s\",%s}", game_id,
                 bad[i]);
        refused_as(text, "bad_command");
    }
    assert_true(double_refused[REFUSED_COMMAND] - before >= 24);
    snprintf(text, sizeof text,
             "{\"key\":\"k9\",\"game\":\"%s\",\"do\":\"contribute\",\"words\":\"x\","
             "\"at\":99}",
             game_id);
    refused_as(text, "stale");
    assert_int_equal(ann->seq, seq);
    assert_true(double_do(ann, "contribute", "\"words\":\"x\""));
}

static void what_is_no_play(void **state)
{
    (void)state;
    static const char *const bad[] = {"\"moves\":7",
                                      "\"moves\":[7]",
                                      "\"moves\":[[8]]",
                                      "\"moves\":[[8,5,1]]",
                                      "\"moves\":[[26,5]]",
                                      "\"moves\":[[8,-1]]",
                                      "\"moves\":[[8,25]]",
                                      "\"moves\":[[0,0]]",
                                      "\"moves\":[[8.0,5]]",
                                      "\"moves\":{}",
                                      "\"moves\":[[8,5],[8,5],[8,5],[8,5],[8,5]]",
                                      "\"moves\":null",
                                      ""};
    begin_with_machine("");
    play_on_until("to_play");
    json_t *before = json_incref(ann->state);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (double_do(ann, "play", bad[i])) fail_msg("%s was played", bad[i]);
        assert_string_equal(double_code(ann), "bad_command");
    }
    assert_false(double_do(ann, "play", "\"moves\":[[25,24]]"));
    assert_string_equal(double_code(ann), "illegal_play");
    assert_false(double_do(ann, "resign", "\"level\":4"));
    assert_string_equal(double_code(ann), "bad_level");
    assert_false(double_do(ann, "resign", ""));
    assert_false(double_do(ann, "say", "\"text\":\"\""));
    assert_false(double_do(ann, "say", "\"text\":\"a\\nb\""));
    char fields[400];
    snprintf(fields, sizeof fields, "\"text\":\"%0301d\"", 0);
    assert_false(double_do(ann, "say", fields));
    snprintf(fields, sizeof fields, "\"text\":\"%0300d\"", 0);
    assert_ptr_equal(before, ann->state);
    assert_true(double_do(ann, "say", fields));
    json_decref(before);
}

static void too_many_commands(void **state)
{
    (void)state;
    const char *const ping = "{\"key\":\"k\",\"do\":\"ping\"}";
    int refused = 0;
    make(",\"opponent\":\"link\"");
    connections_limit_commands(double_server.sockets, true);
    for (int i = 0; i < 300; i++) {
        double_say_bytes(ann, ping, strlen(ping));
        refused += strcmp(double_code(ann), "too_often") == 0;
    }
    assert_in_range(refused, 200, 260);
    assert_false(ann->closed);
    double_time -= 3600 * 1000; /* somebody set the clock back */
    double_skip(1000);
    double_say_bytes(ann, ping, strlen(ping));
    assert_true(json_is_true(json_object_get(ann->answer, "ok")));
    int said = 0;
    double_skip(10000);
    for (int i = 0; i < 10; i++) said += double_do(ann, "say", "\"text\":\"spam\"");
    assert_int_equal(said, 6);
    for (int i = 0; i < 3000 && !ann->closed; i++)
        double_say_bytes(ann, ping, strlen(ping));
    assert_true(ann->closed);
    assert_false(bob->closed);
}

/* Asking for a long past again and again costs more than it costs to ask. */
static void the_past_is_not_free(void **state)
{
    (void)state;
    char said[320];
    make(",\"opponent\":\"link\"");
    snprintf(said, sizeof said, "\"text\":\"%0300d\"", 7);
    for (int i = 0; i < 900; i++) assert_true(double_do(ann, "say", said));
    double_skip(10000);
    connections_limit_commands(double_server.sockets, true);
    int answered = 0;
    while (answered < 40 && double_watch(ann, game_id, 0)) answered++;
    assert_in_range(answered, 2, 5);
    assert_string_equal(double_code(ann), "too_often");
    double_skip(4000);
    assert_true(double_watch(ann, game_id, ann->seq)); /* what is new costs nothing */
    assert_true(double_watch(ann, game_id, ann->seq));
}

/* ---- HTTP ---- */

static void games_that_cannot_be(void **state)
{
    (void)state;
    static const char *const bad[] = {
        "{}",
        "[]",
        "{\"opponent\":\"ghost\"}",
        "{\"opponent\":\"machine\",\"level\":\"god\"}",
        "{\"opponent\":\"machine\",\"level\":3}",
        "{\"opponent\":\"link\",\"preset\":\"chess\"}",
        "{\"opponent\":\"link\",\"options\":{\"match_length\":-1}}",
        "{\"opponent\":\"link\",\"options\":{\"match_length\":\"x\"}}",
        "{\"opponent\":\"link\",\"options\":{\"nothing\":1}}",
        "{\"opponent\":\"link\",\"options\":{\"preset\":\"vido\"}}",
        "{\"opponent\":\"link\",\"options\":[]}",
        "{\"opponent\":\"link\",\"options\":{\"cube\":{}}}",
        "{\"opponent\":\"link\",\"clock\":{\"kind\":\"sand\"}}",
        "{\"opponent\":\"link\",\"clock\":7}",
        "{\"opponent\":\"link\",\"clock\":{\"kind\":\"delay\",\"step_s\":-1}}",
        ("{\"opponent\":\"link\",\"clock\":{\"kind\":null,"
         "\"reserve_s\":9007199254740992}}"),
        "{\"opponent\":\"link\",\"clock\":{\"kind\":\"delay\",\"reserve_s\":1e9}}",
        ("{\"opponent\":\"link\",\"clock\":{\"kind\":\"delay\",\"reserve_s\":0,"
         "\"step_s\":0}}"),
        ("{\"opponent\":\"link\",\"clock\":{\"kind\":\"fischer\",\"reserve_s\":0,"
         "\"step_s\":12}}"),
        "{\"opponent\":\"machine\",\"clock\":{\"kind\":\"fischer\",\"reserve_s\":0}}",
        "{\"opponent\":\"link\",\"seat\":2}",
        "{\"opponent\":\"link\",\"rated\":\"yes\"}",
        "{\"opponent\":\"link\",\"tutor\":true}",
        "{\"opponent\":\"machine\",\"tutor\":true,\"rated\":true}",
        "{\"opponent\":\"link\",\"surprise\":1}"};
    ann = double_connect(0, "ann");
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int status = 0;
        json_t *answer = double_http(ann, "POST /api/games", "", "", bad[i], &status);
        if (status != 400) fail_msg("%s: %d", bad[i], status);
        const json_t *error = json_object_get(answer, "error");
        assert_true(strlen(json_string_value(json_object_get(error, "message"))) > 0);
        json_decref(answer);
    }
    assert_int_equal(games_loaded(double_server.play), 0);
}

static size_t listed(const double_client *c, const char *list)
{
    int status = 0;
    char query[16];
    snprintf(query, sizeof query, "list=%s", list);
    json_t *answer = double_http(c, "GET /api/games", "", query, "", &status);
    assert_int_equal(status, 200);
    const size_t count = json_array_size(json_object_get(answer, "games"));
    json_decref(answer);
    return count;
}

static size_t in_lobby(const double_client *c)
{
    return json_array_size(json_object_get(c->lobby, "games"));
}

static void open_seats_are_listed(void **state)
{
    (void)state;
    int status = 0;
    const char *const lobby = "{\"key\":\"l\",\"do\":\"lobby\",\"on\":true}";
    double_client *eve = double_connect(2, "eve");
    double_say_bytes(eve, lobby, strlen(lobby));
    assert_int_equal(in_lobby(eve), 0);
    make(",\"opponent\":\"open\"");
    tick(1000);
    assert_int_equal(in_lobby(eve), 1);
    assert_int_equal(listed(eve, "open"), 1);
    assert_int_equal(listed(ann, "mine"), 1);
    assert_int_equal(listed(eve, "mine"), 0);
    double_disconnect(ann); /* no seat at a table whose maker has left */
    tick(1000);
    assert_int_equal(in_lobby(eve), 0);
    ann = double_connect(0, "ann");
    assert_true(double_watch(ann, game_id, -1));
    tick(1000);
    assert_int_equal(in_lobby(eve), 1);
    json_decref(double_http(bob, "DELETE /api/games/{id}", game_id, "", "", &status));
    assert_int_equal(status, 403);
    assert_true(double_join(bob, game_id));
    json_decref(
        double_http(eve, "POST /api/games/{id}/join", game_id, "", "", &status));
    assert_int_equal(status, 409);
    tick(1000);
    assert_int_equal(in_lobby(eve), 0);
    assert_int_equal(listed(eve, "open"), 0);
    assert_int_equal(listed(eve, "live"), 0);
    json_decref(double_http(ann, "DELETE /api/games/{id}", game_id, "", "", &status));
    assert_int_equal(status, 409);
    assert_true(double_do(ann, "contribute", "\"words\":\"x\""));
    assert_true(double_watch(bob, game_id, -1));
    assert_true(double_do(bob, "contribute", "\"words\":\"y\""));
    assert_int_equal(listed(eve, "live"), 1);
    assert_int_equal(listed(bob, "mine"), 1);
    double_disconnect(bob);
    assert_int_equal(listed(eve, "live"), 1);
    double_disconnect(ann); /* nothing to see where both have left */
    assert_int_equal(listed(eve, "live"), 0);
    ann = double_connect(0, "ann");
    assert_true(double_watch(ann, game_id, -1));
    assert_int_equal(listed(eve, "live"), 1);
    make(",\"opponent\":\"link\"");
    assert_int_equal(listed(eve, "open"), 0); /* only who has the link */
    json_decref(double_http(ann, "DELETE /api/games/{id}", game_id, "", "", &status));
    assert_int_equal(status, 200);
    assert_false(double_do(ann, "contribute", "\"words\":\"x\""));
    assert_string_equal(double_code(ann), "no_such_game");
}

/* One host cannot fill the list: an older game of somebody else is still shown. */
static void guests_are_shown_as_guests(void **state)
{
    (void)state;
    ann = double_connect(0, "ann");
    ann->who.guest = false;
    assert_true(double_make(ann, "{\"opponent\":\"link\",\"seat\":0}", game_id));
    bob = double_connect(1, "bob");
    assert_true(double_join(bob, game_id));
    for (int round = 0; round < 2; round++) { /* and after a restart */
        assert_true(double_watch(ann, game_id, -1));
        const json_t *players = json_object_get(ann->state, "players");
        assert_true(
            json_is_false(json_object_get(json_array_get(players, 0), "guest")));
        assert_true(json_is_true(json_object_get(json_array_get(players, 1), "guest")));
        double_close_parts();
        assert_true(double_open_parts());
        ann = double_connect(0, "ann");
    }
}

/* A client may forget a game that does not exist, but not one with a damaged record. */
static void damaged_games_still_exist(void **state)
{
    (void)state;
    int status = 0;
    make(",\"opponent\":\"link\"");
    double_close_parts();
    assert_int_equal(storage_event_append(double_server.store, game_id, 1, double_time,
                                          "", "", "{\"type\":\"no event\"}", NULL,
                                          NULL),
                     ALEA_OK);
    assert_true(double_open_parts());
    ann = double_connect(0, "ann");
    double_errors = 0;
    assert_false(double_watch(ann, game_id, -1));
    assert_string_equal(double_code(ann), "not_readable");
    json_t *answer = double_http(ann, "GET /api/games/{id}", game_id, "", "", &status);
    assert_int_equal(status, 503);
    json_decref(answer);
    assert_true(double_errors > 0);
    double_errors = 0;
    json_decref(
        double_http(ann, "GET /api/games/{id}", "aaaaaaaaaaaa", "", "", &status));
    assert_int_equal(status, 404);
}

static void the_lobby_has_room_for_all(void **state)
{
    (void)state;
    enum { GAMES = 12 };
    const char *const lobby = "{\"key\":\"l\",\"do\":\"lobby\",\"on\":true}";
    const char *const open = "{\"opponent\":\"open\",\"seat\":0}";
    char mine[ID_SIZE];
    bob = double_connect(1, "bob");
    assert_true(double_make(bob, "{\"opponent\":\"open\",\"seat\":1}", mine));
    assert_true(double_watch(bob, mine, -1));
    ann = double_connect(0, "ann");
    for (int i = 0; i < GAMES; i++) {
        double_skip(1000);
        assert_true(double_make(ann, open, game_id));
        assert_true(double_watch(ann, game_id, -1));
    }
    double_client *eve = double_connect(2, "eve");
    double_say_bytes(eve, lobby, strlen(lobby));
    assert_int_equal(in_lobby(eve), 3 + 1);
    const json_t *games_listed = json_object_get(eve->lobby, "games");
    assert_string_equal(
        json_string_value(json_object_get(json_array_get(games_listed, 3), "game")),
        mine);
}

static void a_hundred_games_are_enough(void **state)
{
    (void)state;
    int status = 0;
    ann = double_connect(0, "ann");
    for (int i = 0; i < 100; i++)
        assert_true(double_make(ann, "{\"opponent\":\"link\"}", game_id));
    json_decref(double_http(ann, "POST /api/games", "", "", "{\"opponent\":\"link\"}",
                            &status));
    assert_int_equal(status, 409);
    json_decref(double_http(ann, "DELETE /api/games/{id}", game_id, "", "", &status));
    assert_true(double_make(ann, "{\"opponent\":\"link\"}", game_id));
}

static void who_is_forgotten_is_somebody(void **state)
{
    (void)state;
    int status = 0;
    storage_game kept;
    make(",\"opponent\":\"link\"");
    assert_true(double_join(bob, game_id));
    assert_true(double_watch(bob, game_id, -1));
    assert_int_equal(storage_user_remove(double_server.store, bob->who.user), ALEA_OK);
    games_forget_person(double_server.play, bob->who.user);
    const json_t *seat = json_array_get(json_object_get(ann->state, "players"), 1);
    assert_string_equal(json_string_value(json_object_get(seat, "name")), "somebody");
    assert_true(json_is_null(json_object_get(seat, "user")));
    assert_true(double_do(ann, "abort", "")); /* writes the list fields anew */
    assert_int_equal(storage_game_get(double_server.store, game_id, &kept, NULL),
                     ANSWER_FOUND);
    assert_string_equal(kept.names[1], "somebody");
    assert_string_equal(kept.user[1], "");
    /* Nobody in particular does not sit there. */
    json_t *seen = double_http(NULL, "GET /api/games/{id}", game_id, "", "", &status);
    assert_true(json_is_null(json_object_get(seen, "you")));
    json_decref(seen);
}

static void rules_and_levels(void **state)
{
    (void)state;
    int status = 0;
    ann = double_connect(0, "ann");
    json_t *rules = double_http(ann, "GET /api/rules", "", "", "", &status);
    const json_t *presets = json_object_get(rules, "presets");
    assert_int_equal(json_array_size(presets), ALEA_PRESETS - 1);
    for (size_t i = 0; i < json_array_size(presets); i++) {
        const json_t *p = json_array_get(presets, i);
        assert_true(json_string_length(json_object_get(p, "summary")) > 30);
        assert_int_equal(json_object_size(json_object_get(p, "options")),
                         json_array_size(json_object_get(rules, "options")));
    }
    json_decref(rules);
    json_t *levels = double_http(ann, "GET /api/levels", "", "", "", &status);
    assert_int_equal(json_array_size(json_object_get(levels, "levels")), ALEA_LEVELS);
    json_decref(levels);
}

static void who_is_there_is_told(void **state)
{
    (void)state;
    make(",\"opponent\":\"link\"");
    assert_true(double_join(bob, game_id));
    tick(300);
    const json_t *online = json_object_get(ann->presence, "online");
    assert_true(json_is_true(json_array_get(online, 0)));
    assert_true(json_is_false(json_array_get(online, 1)));
    assert_true(double_watch(bob, game_id, -1));
    tick(300);
    online = json_object_get(ann->presence, "online");
    assert_true(json_is_true(json_array_get(online, 1)));
    double_disconnect(bob);
    tick(300);
    online = json_object_get(ann->presence, "online");
    assert_true(json_is_false(json_array_get(online, 1)));
}

/* The page of a link watches first and sits down then: it must not count as away. */
static void who_watched_and_then_sits_down_is_there(void **state)
{
    (void)state;
    make(",\"opponent\":\"link\"");
    assert_true(double_watch(bob, game_id, -1));
    assert_true(double_join(bob, game_id));
    tick(300);
    const json_t *online = json_object_get(ann->presence, "online");
    assert_true(json_is_true(json_array_get(online, 0)));
    assert_true(json_is_true(json_array_get(online, 1)));
    assert_int_equal(json_integer_value(json_object_get(ann->presence, "spectators")),
                     0);
}

static void files_and_the_table_of_dice(void **state)
{
    (void)state;
    int status = 0;
    begin_with_machine("");
    play_on_until("to_roll");
    play_on_until("to_play");
    json_t *file = double_http(ann, "GET /api/games/{id}/file", game_id, "format=mat",
                               "", &status);
    assert_int_equal(status, 200);
    assert_non_null(strstr(json_string_value(file), "point match"));
    json_decref(file);
    json_decref(double_http(ann, "GET /api/games/{id}/file", game_id, "format=xg", "",
                            &status));
    assert_int_equal(status, 400);
    json_t *dice_table =
        double_http(ann, "GET /api/games/{id}/dice/table", game_id, "", "", &status);
    const json_t *counts = json_object_get(dice_table, "counts");
    int sum = 0;
    for (size_t i = 0; i < 21; i++)
        sum += (int)json_integer_value(json_array_get(counts, i));
    assert_int_equal(json_array_size(counts), 21);
    assert_int_equal(json_integer_value(json_object_get(dice_table, "rolls")), sum);
    json_decref(dice_table);
}

/* ---- the machine ---- */

static void the_machine_never_gets_stuck(void **state)
{
    (void)state;
    begin_with_machine(",\"options\":{\"match_length\":1}");
    double_errors = 0;
    char play[128];
    for (int i = 0; i < 3000; i++) {
        if (strcmp(double_text(ann, "stage"), "over") == 0) break;
        double_run_job(&double_server, NULL); /* it fails each time */
        double_jobs_full = below(2);          /* or is not even asked */
        tick(250);
        if (double_may(ann, "roll")) double_do(ann, "roll", "");
        if (double_may(ann, "accept_resign")) double_do(ann, "accept_resign", "");
        if (!double_may(ann, "play")) continue;
        double_play_fields(ann, below, play, sizeof play);
        assert_true(double_do(ann, "play", play));
    }
    double_jobs_full = false;
    assert_string_equal(double_text(ann, "stage"), "over");
    assert_true(double_errors > 10); /* each failure was logged */
    double_errors = 0;
}

/* Its game could not be kept and was read back: what it thought of before is
 * nothing. */
static void a_lost_game_is_thought_of_anew(void **state)
{
    (void)state;
    char play[128];
    make(",\"opponent\":\"machine\"");
    assert_true(double_do(ann, "contribute", "\"words\":\"x\""));
    while (double_int(ann, "to_act") == 0) {
        if (double_may(ann, "roll")) {
            assert_true(double_do(ann, "roll", ""));
        } else {
            double_play_fields(ann, below, play, sizeof play);
            assert_true(double_do(ann, "play", play));
        }
    }
    assert_int_equal(double_jobs_count(), 1);
    const int64_t seq = ann->seq;
    const int errors = double_errors;
    games_lost(double_server.play, game_id);
    assert_int_equal(double_errors, errors + 1); /* the log tells it */
    double_errors = errors;
    assert_int_equal(games_loaded(double_server.play), 0);
    assert_true(double_watch(ann, game_id, seq));
    assert_int_equal(double_jobs_count(), 2);
    assert_true(double_run_job(&double_server, engine));
    assert_int_equal(ann->seq, seq);
    assert_true(double_run_job(&double_server, engine));
    assert_true(ann->seq > seq);
}

static void takeback_stops_its_thoughts(void **state)
{
    (void)state;
    char play[128];
    begin_with_machine("");
    play_on_until("to_play");
    json_t *board = json_incref(json_object_get(ann->state, "board"));
    double_play_fields(ann, below, play, sizeof play);
    assert_true(double_do(ann, "play", play));
    assert_int_equal(double_jobs_count(), 1);
    assert_true(double_do(ann, "takeback", ""));
    assert_true(json_equal(board, json_object_get(ann->state, "board")));
    const int64_t seq = ann->seq;
    run_machine(); /* its answer to what is no more */
    assert_int_equal(ann->seq, seq);
    assert_true(is_mine("to_play"));
    json_decref(board);
}

static double number(const json_t *object, const char *name)
{
    const json_t *value = json_object_get(object, name);
    assert_true(json_is_number(value));
    return json_number_value(value);
}

static void hints_and_checks(void **state)
{
    (void)state;
    char fields[200], *moves;
    begin_with_machine(",\"tutor\":true");
    play_on_until("to_play");
    assert_false(double_do(ann, "hint", "")); /* later */
    assert_null(ann->answer);
    run_machine();
    const json_t *best = json_array_get(json_object_get(ann->answer, "candidates"), 0);
    assert_string_equal(json_string_value(json_object_get(ann->answer, "kind")),
                        "play");
    assert_true(number(best, "loss") < 1e-9);
    moves = json_dumps(json_object_get(best, "moves"), JSON_COMPACT);
    snprintf(fields, sizeof fields, "\"moves\":%s", moves);
    free(moves);
    double_do(ann, "check", fields);
    run_machine();
    assert_true(json_is_true(json_object_get(ann->answer, "ok")));
    assert_true(number(ann->answer, "loss") < 1e-9);
    double_play_fields(ann, below, fields, sizeof fields);
    double_do(ann, "check", fields);
    run_machine();
    assert_true(number(ann->answer, "loss") >= 0);
    assert_false(double_do(ann, "check", "\"moves\":[[6,7]]"));
    assert_string_equal(double_code(ann), "illegal_play");
    assert_true(double_refused[REFUSED_PLAY] > 0);
    assert_false(double_do(ann, "check", "\"action\":\"take\""));
    assert_string_equal(double_code(ann), "bad_command");
    play_on_until("to_roll");
    double_do(ann, "hint", "");
    run_machine();
    assert_string_equal(json_string_value(json_object_get(ann->answer, "kind")),
                        "cube");
    if (double_may(ann, "double")) {
        double_do(ann, "check", "\"action\":\"double\"");
        run_machine();
        assert_true(number(ann->answer, "loss") >= 0);
    }
    double_jobs_full = true;
    assert_false(double_do(ann, "hint", ""));
    double_jobs_full = false;
    assert_string_equal(double_code(ann), "queue_full");
    assert_true(double_watch(bob, game_id, -1));
    assert_false(double_do(bob, "hint", ""));
    assert_string_equal(double_code(bob), "not_your_game");
    assert_true(double_refused[REFUSED_SEAT] > 0);
}

static void doubles_may_interrupt_the_machine(void **state)
{
    (void)state;
    begin_with_machine(",\"preset\":\"portfolio\"");
    play_on_until("to_play");
    char play[128];
    double_play_fields(ann, below, play, sizeof play);
    assert_true(double_do(ann, "play", play));
    run_machine(); /* it rolls, and leaves a moment */
    if (strcmp(double_text(ann, "phase"), "to_play") != 0) return;
    assert_int_equal(double_jobs_count(), 0);
    assert_true(double_may(ann, "double"));
    tick(2000);
    assert_int_equal(double_jobs_count(), 0);
    tick(1000);
    assert_int_equal(double_jobs_count(), 1);
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
    assert_int_equal(double_errors, 0);
    return 0;
}

static int open_engine(void **state)
{
    (void)state;
    const alea_engine_options options = {.threads = 1, .cache_bytes = 1 << 20};
    alea_error error;
    return alea_evaluator_open(&evaluator, &error) != ALEA_OK ||
           alea_engine_open(&engine, evaluator, NULL, &options, &error) != ALEA_OK;
}

static int close_engine(void **state)
{
    (void)state;
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(what_is_no_command),
        TEST(what_is_no_play),
        TEST(too_many_commands),
        TEST(the_past_is_not_free),
        TEST(games_that_cannot_be),
        TEST(open_seats_are_listed),
        TEST(guests_are_shown_as_guests),
        TEST(damaged_games_still_exist),
        TEST(the_lobby_has_room_for_all),
        TEST(a_hundred_games_are_enough),
        TEST(who_is_forgotten_is_somebody),
        TEST(rules_and_levels),
        TEST(who_is_there_is_told),
        TEST(who_watched_and_then_sits_down_is_there),
        TEST(files_and_the_table_of_dice),
        TEST(the_machine_never_gets_stuck),
        TEST(a_lost_game_is_thought_of_anew),
        TEST(takeback_stops_its_thoughts),
        TEST(hints_and_checks),
        TEST(doubles_may_interrupt_the_machine),
    };
    return cmocka_run_group_tests(tests, open_engine, close_engine);
}
