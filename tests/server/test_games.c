/* server: whole matches through the connections under every preset, with restarts in
 * every phase, repeated, forged and late commands, spectators; then the dice are
 * checked. ctest labels: full */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bad_driver.h"
#include "server_double.h"

#include "dice/secret.h"

#include "support/effort.h"

#include <alea/file.h>
#include <alea/search.h>

enum { MOST_STEPS = 6000, ENOUGH_STEPS = 1500, A = 0, B = 1, SPECTATOR = 2 };

static alea_evaluator *evaluator;
static alea_engine *engine;
static uint64_t seed;
static int restarts, phases_restarted[8];

static int below(int n)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return (int)(seed % (uint64_t)n);
}

/* ---- what everybody sees ---- */

/* The state without what belongs to one seat, or to the moment. */
static json_t *common_part(const json_t *state)
{
    static const char *const own[] = {"you",  "actions", "no_double",
                                      "tree", "time",    "rules"};
    json_t *common = json_copy((json_t *)(uintptr_t)state);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        json_object_del(common, own[i]);
    /* Presence has a message of its own. */
    json_t *players = json_deep_copy(json_object_get(common, "players"));
    for (size_t i = 0; i < json_array_size(players); i++)
        json_object_del(json_array_get(players, i), "online");
    json_object_set_new(common, "players", players);
    return common;
}

static void assert_same(const json_t *a, const json_t *b)
{
    json_t *left = common_part(a), *right = common_part(b);
    if (!json_equal(left, right)) {
        json_dumpf(left, stderr, JSON_SORT_KEYS);
        json_dumpf(right, stderr, JSON_SORT_KEYS);
        fail_msg("two pictures of one game");
    }
    json_decref(left);
    json_decref(right);
}

static void check_pictures(void)
{
    for (int i = 0; i < 3; i++) {
        const double_client *c = &double_clients[i];
        if (!c->socket) continue;
        assert_int_equal(c->gaps, 0);
        assert_non_null(c->state);
        assert_int_equal(json_integer_value(json_object_get(c->state, "seq")), c->seq);
        if (double_clients[0].socket) assert_same(double_clients[0].state, c->state);
    }
}

/* ---- restarting ---- */

static void run_machine(void)
{
    while (double_run_job(&double_server, engine))
        ;
}

/* Everything in memory is lost, as by SIGKILL; then the same picture again. */
static void restart(const char *game_id, bool with_machine)
{
    json_t *before[3] = {NULL};
    char names[3][8] = {"ann", "bob", "eve"};
    int64_t seq[3];
    double_close_parts();
    for (int i = 0; i < 3; i++) {
        before[i] = json_incref(double_clients[i].state);
        seq[i] = double_clients[i].seq;
    }
    assert_true(double_open_parts());
    for (int i = 0; i < 3; i++) {
        if (!before[i] || (with_machine && i == B)) continue;
        double_client *c = double_connect(i, names[i]);
        c->seq = seq[i];
        assert_true(double_watch(c, game_id, seq[i]));
    }
    for (int i = 0; i < 3; i++) {
        if (before[i] && double_clients[i].socket && i == A) {
            json_t *left = common_part(before[i]),
                   *right = common_part(double_clients[i].state);
            if (!json_equal(left, right)) {
                json_dumpf(left, stderr, JSON_SORT_KEYS);
                fprintf(stderr, "\n");
                json_dumpf(right, stderr, JSON_SORT_KEYS);
                fail_msg("not the game that it was");
            }
            json_decref(left);
            json_decref(right);
        }
        json_decref(before[i]);
    }
    restarts++;
}

/* ---- acting ---- */

static void random_moves(char *fields, size_t size)
{
    size_t used = (size_t)snprintf(fields, size, "\"moves\":[");
    const int count = below(5);
    for (int i = 0; i < count; i++)
        used += (size_t)snprintf(fields + used, size - used, "%s[%d,%d]", i ? "," : "",
                                 1 + below(25), below(25));
    snprintf(fields + used, size - used, "]");
}

/* How often an action is taken, of 100, when its turn comes. */
static int eagerness(const char *action)
{
    static const struct {
        const char *name;
        int percent;
    } dice_table[] = {{"double", 25}, {"resign", 2},          {"takeback", 3},
                      {"abort", 0},   {"rematch", 0},         {"say", 2},
                      {"hint", 0},    {"check", 0},           {"play_as_made", 30},
                      {"drop", 20},   {"require_legal", 30},  {"accept_resign", 50},
                      {"beaver", 50}, {"refuse_takeback", 50}};
    for (size_t i = 0; i < sizeof dice_table / sizeof *dice_table; i++)
        if (strcmp(dice_table[i].name, action) == 0) return dice_table[i].percent;
    return 100;
}

static bool act(double_client *c)
{
    const json_t *actions = json_object_get(c->state, "actions");
    const int count = (int)json_array_size(actions);
    char fields[256] = "", action[24];
    if (count == 0) return false;
    snprintf(action, sizeof action, "%s",
             json_string_value(json_array_get(actions, (size_t)below(count))));
    if (below(100) >= eagerness(action)) return false;
    if (strcmp(action, "contribute") == 0)
        snprintf(fields, sizeof fields, "\"words\":\"w%d \\\" %d\"", below(1000),
                 below(9));
    if (strcmp(action, "play") == 0)
        double_play_fields(c, below, fields, sizeof fields);
    if (strcmp(action, "play_as_made") == 0) random_moves(fields, sizeof fields);
    if (strcmp(action, "resign") == 0)
        snprintf(fields, sizeof fields, "\"level\":%d", 1 + below(3));
    if (strcmp(action, "say") == 0)
        snprintf(fields, sizeof fields, "\"text\":\"<b>\\u00e4 \\\"%d\\\"\"", below(9));
    const int64_t seq = c->seq;
    const bool done = double_do(c, action, fields);
    if (strcmp(action, "play_as_made") == 0) return done;
    if (!done) fail_msg("%s %s: %s", action, fields, double_code(c));
    assert_int_equal(json_integer_value(json_object_get(c->answer, "seq")), seq + 1);
    assert_true(c->seq > seq);
    return true;
}

/* Commands that must not do anything. */
static void disturb(const char *game_id)
{
    static const char *const doings[] = {
        "roll",       "double",   "take",         "drop",          "beaver",
        "raccoon",    "play",     "play_as_made", "require_legal", "accept_resign",
        "next_game",  "takeback", "resign",       "rematch",       "abort",
        "contribute", "hint",     "check",        "reject_resign"};
    const size_t count = sizeof doings / sizeof *doings;
    double_client *c = &double_clients[below(3)];
    const char *doing = doings[below((int)count)];
    char fields[128] = "", text[400];
    const int64_t seq = double_clients[A].seq;
    if (!c->socket || double_may(c, doing)) return;
    if (strcmp(doing, "play") == 0 || strcmp(doing, "play_as_made") == 0)
        random_moves(fields, sizeof fields);
    if (strcmp(doing, "resign") == 0) snprintf(fields, sizeof fields, "\"level\":1");
    if (strcmp(doing, "contribute") == 0)
        snprintf(fields, sizeof fields, "\"words\":\"x\"");
    if (double_do(c, doing, fields)) fail_msg("%s was done, though not offered", doing);
    assert_string_not_equal(double_code(c), "");
    /* Late: the game has gone on since. */
    snprintf(text, sizeof text,
             "{\"key\":\"late\",\"do\":\"roll\",\"game\":\"%s\",\"at\":0}", game_id);
    double_say_bytes(&double_clients[A], text, strlen(text));
    assert_false(json_is_true(json_object_get(double_clients[A].answer, "ok")));
    assert_int_equal(double_clients[A].seq, seq);
}

/* The same key again: the same answer, and nothing more happens. */
static void repeat_command(double_client *c)
{
    char key[24];
    static unsigned number;
    if (!double_may(c, "say")) return;
    snprintf(key, sizeof key, "r%u", ++number);
    assert_true(double_say(c, key, "say", "\"text\":\"again\""));
    json_t *first = json_incref(c->answer);
    const int64_t seq = c->seq;
    double_say(c, key, "say", "\"text\":\"again\"");
    assert_true(json_equal(first, c->answer));
    double_say(c, key, "roll", "");
    assert_true(json_equal(first, c->answer));
    assert_int_equal(c->seq, seq);
    json_decref(first);
}

/* ---- afterwards ---- */

static void check_journal(const char *game_id)
{
    char *bytes = NULL, hex[DICE_SEED_HEX];
    size_t size = 0;
    alea_record record = {0};
    alea_error error = {0};
    dice_secret secret = {{0}, "", ""};
    uint64_t rolls = 0;
    assert_int_equal(
        storage_blob_get(double_server.store, game_id, "journal", &bytes, &size),
        ANSWER_FOUND);
    if (alea_import(bytes, size, NULL, &record, NULL, &error) != ALEA_OK)
        fail_msg("journal, line %zu: %s", error.line, error.reason);
    free(bytes);
    assert_true(
        dice_secret_read_hex(&secret, alea_record_tag_value(&record, "dice_seed")));
    dice_secret_commitment(&secret, hex);
    assert_string_equal(hex, alea_record_tag_value(&record, "dice_commitment"));
    snprintf(secret.game_id, sizeof secret.game_id, "%s",
             alea_record_tag_value(&record, "dice_game"));
    const char *stir = alea_record_tag_value(&record, "dice_stir");
    snprintf(secret.player_entropy, sizeof secret.player_entropy, "%s",
             stir ? stir : "");
    for (size_t i = 0; i < record.entries; i++) {
        const alea_event *event = &record.entry[i].event;
        if (event->type != ALEA_EVENT_OPENING && event->type != ALEA_EVENT_ROLL)
            continue;
        const alea_roll roll = dice_secret_roll(&secret, rolls++);
        assert_int_equal(alea_roll_index(roll), alea_roll_index(event->roll));
    }
    assert_true(rolls > 0);
    alea_record_clear(&record);
}

static int phase_of(const double_client *c)
{
    static const char *const names[] = {"opening",        "to_roll",   "double_offered",
                                        "beaver_offered", "to_play",   "resign_offered",
                                        "game_over",      "match_over"};
    int phase = 0;
    while (phase < 7 && strcmp(names[phase], double_text(c, "phase")) != 0) phase++;
    return phase;
}

/* One session, to its end or long enough. */
static void play(const char *preset, const char *opponent, bool with_spectator)
{
    char body[256], game_id[ID_SIZE];
    const bool machine = strcmp(opponent, "machine") == 0;
    double_client *a = double_connect(A, "ann");
    snprintf(
        body, sizeof body,
        "{\"opponent\":\"%s\",\"preset\":\"%s\",\"seat\":%d,\"level\":\"beginner\"}",
        opponent, preset, machine ? 0 : below(2));
    assert_true(double_make(a, body, game_id));
    assert_true(double_watch(a, game_id, -1));
    double_forget_client(&double_clients[B]);
    double_forget_client(&double_clients[SPECTATOR]);
    if (!machine) {
        double_client *b = double_connect(B, "bob");
        assert_true(double_watch(b, game_id, -1));
        assert_true(json_is_null(json_object_get(b->state, "you")));
        assert_true(double_join(b, game_id));
        assert_true(double_join(b, game_id));
    }
    if (with_spectator)
        assert_true(double_watch(double_connect(SPECTATOR, "eve"), game_id, -1));
    for (int step = 0; step < MOST_STEPS; step++) {
        double_client *c = &double_clients[machine ? A : below(2)];
        if (strcmp(double_text(a, "stage"), "over") == 0) break;
        if (strcmp(double_text(a, "phase"), "game_over") == 0 && step > ENOUGH_STEPS &&
            double_may(a, "abort"))
            assert_true(double_do(a, "abort", ""));
        act(c);
        run_machine();
        if (below(8) == 0) disturb(game_id);
        if (below(50) == 0) repeat_command(c);
        check_pictures();
        const int phase = phase_of(a);
        if (below(phases_restarted[phase] < 6 ? 3 : 150) == 0) {
            phases_restarted[phase]++;
            restart(game_id, machine);
            run_machine();
        }
    }
    if (strcmp(double_text(a, "stage"), "over") != 0)
        fail_msg("%s against %s does not end: %s", preset, opponent,
                 double_text(a, "phase"));
    check_journal(game_id);
    assert_int_equal(double_errors, 0);
}

static void every_preset(void **state)
{
    (void)state;
    for (int i = ALEA_PRESET_NONE + 1; i < ALEA_PRESETS; i++) {
        seed = 0x9e3779b97f4a7c15u * (uint64_t)i;
        const char *preset = alea_preset_name((alea_preset)i);
        if (!SANITIZED || i % 2) play(preset, "link", true);
        if (!SANITIZED || !(i % 2)) play(preset, "open", false);
        play(preset, "machine", i % 2);
    }
    for (int i = 1; i < 8; i++)
        if (phases_restarted[i] < 3) print_message("phase %d restarted rarely\n", i);
    print_message("%d restarts\n", restarts);
    assert_true(double_studied >= EFFORT(20, 10));
}

/* ---- a storage that fails ---- */

static int64_t stored_events(const char *game_id)
{
    int64_t count = 0;
    storage_query *st = storage_statement(double_server.store, ST_COPY,
                                          "SELECT count(*) FROM events WHERE game = ?");
    storage_bind_text(st, 1, game_id);
    assert_int_equal(storage_step(st), STORAGE_ROW);
    count = storage_column_number(st, 0);
    storage_reset(st);
    return count;
}

/* Both come again and see what is stored, which is all that they were sent. A game that
 * a failure had closed may go on by itself when it is opened; what is stored then is
 * shown. */
static int64_t come_again(const char *game_id)
{
    int64_t stored = stored_events(game_id);
    static const char *const names[] = {"ann", "bob"};
    for (int i = 0; i < 2; i++) {
        assert_true(double_clients[i].seq <= stored);
        double_disconnect(&double_clients[i]);
        double_client *c = double_connect(i, names[i]);
        assert_true(double_watch(c, game_id, -1));
        assert_in_range(stored_events(game_id), stored, stored + 8);
        stored = stored_events(game_id);
        assert_int_equal(c->seq, stored);
    }
    return stored;
}

static int commands_hit;

/* A command of `i` during which a statement fails, then the same command again: it is
 * done once. */
static void fail_command(int i, const char *game_id, const char *action,
                         const char *fields)
{
    static const char *const codes[] = {"not_stored", "storage", "not_readable"};
    static unsigned number;
    char key[24];
    double_client *c = &double_clients[i];
    const int64_t before = stored_events(game_id);
    snprintf(key, sizeof key, "f%u", ++number);
    const failure how = (failure)below(FAILURES);
    fail_at(how, 1 + below(7));
    const bool done = double_say(c, key, action, fields);
    const bool hit = bad.hit;
    commands_hit += hit;
    fail_at(FAIL_ONCE, 0);
    int64_t stored = stored_events(game_id);
    bool known = done || !hit || !*double_code(c); /* no answer: closed */
    for (size_t k = 0; k < sizeof codes / sizeof *codes; k++)
        known = known || strcmp(double_code(c), codes[k]) == 0;
    if (!known || (done && stored == before))
        fail_msg("%s: %s with failure %d at %lld", action, double_code(c), (int)bad.how,
                 (long long)bad.count);
    const bool is_stored = stored > before;
    stored = come_again(game_id);
    if (!double_say(c, key, action, fields))
        fail_msg("%s again: %s", action, double_code(c));
    if (is_stored) assert_int_equal(stored_events(game_id), stored);
    assert_true(stored_events(game_id) > before);
    for (int k = 0; k < 2; k++)
        assert_true(double_clients[k].seq <= stored_events(game_id));
    if (hit) come_again(game_id);
}

/* ---- Echo ---- */

/* Ann plays some turns against Echo at random and gives the match up; what Echo knew
 * of her at its start. */
static alea_form match_against_echo(void)
{
    char game_id[ID_SIZE], fields[128];
    double_client *a = double_connect(A, "ann");
    assert_true(double_make(a,
                            "{\"opponent\":\"machine\",\"level\":\"echo\",\"seat\":0,"
                            "\"options\":{\"match_length\":1}}",
                            game_id));
    assert_true(double_watch(a, game_id, -1));
    assert_true(double_do(a, "contribute", "\"words\":\"left foot\""));
    for (int step = 0; step < 60 && strcmp(double_text(a, "stage"), "over") != 0;
         step++) {
        run_machine();
        double_pass(300);
        if (double_may(a, "roll")) double_do(a, "roll", "");
        if (!double_may(a, "play")) continue;
        double_play_fields(a, below, fields, sizeof fields);
        assert_true(double_do(a, "play", fields));
    }
    const game *g = games_live(double_server.play, game_id);
    assert_non_null(g);
    assert_true(g->live->echo_known);
    const alea_form form = g->live->echo_form;
    for (int step = 0; step < 60 && strcmp(double_text(a, "stage"), "over") != 0;
         step++) {
        if (double_may(a, "resign")) double_do(a, "resign", "\"level\":3");
        run_machine();
        double_pass(300);
    }
    assert_string_equal(double_text(a, "stage"), "over");
    double_pass(1000); /* the next one is newer */
    return form;
}

static void echo_remembers(void **state)
{
    (void)state;
    const alea_form first = match_against_echo();
    assert_int_equal(first.decisions, 0);
    const alea_form second = match_against_echo();
    assert_true(second.decisions > 3);
    assert_true(second.loss > 0);
    const alea_form third = match_against_echo();
    assert_true(third.decisions > second.decisions && third.loss > second.loss);
}

/* A game to its end, each of whose commands may meet a failure. */
static void play_with_failures(void)
{
    char game_id[ID_SIZE], fields[256], action[24];
    double_client *a = double_connect(A, "ann");
    assert_true(double_make(a, "{\"opponent\":\"link\"}", game_id));
    const double_client *b = double_connect(B, "bob");
    assert_true(double_join(b, game_id));
    come_again(game_id);
    for (int step = 0; step < MOST_STEPS; step++) {
        const int i = below(2);
        double_client *c = &double_clients[i];
        const json_t *actions = json_object_get(c->state, "actions");
        const int count = (int)json_array_size(actions);
        if (strcmp(double_text(a, "stage"), "over") == 0) break;
        if (count == 0) continue;
        snprintf(action, sizeof action, "%s",
                 json_string_value(json_array_get(actions, (size_t)below(count))));
        if (below(100) >= eagerness(action) || strcmp(action, "play_as_made") == 0)
            continue;
        fields[0] = '\0';
        if (strcmp(action, "contribute") == 0)
            snprintf(fields, sizeof fields, "\"words\":\"w%d\"", step);
        if (strcmp(action, "play") == 0)
            double_play_fields(c, below, fields, sizeof fields);
        if (strcmp(action, "resign") == 0)
            snprintf(fields, sizeof fields, "\"level\":1");
        if (strcmp(action, "say") == 0)
            snprintf(fields, sizeof fields, "\"text\":\"a\"");
        fail_command(i, game_id, action, fields);
    }
    assert_string_equal(double_text(a, "stage"), "over");
}

static void every_command_with_failures(void **state)
{
    (void)state;
    use_bad_driver(double_server.store, double_skip);
    for (uint64_t i = 1; i <= EFFORT(24, 6); i++) {
        seed = 0x9e3779b97f4a7c15u * i;
        play_with_failures();
    }
    assert_true(commands_hit > EFFORT(1200, 300));
    double_server.store->driver = bad.real;
    double_errors = 0;
}

/* A client that comes back hears all that it missed, or is closed and comes again; it
 * is never sent a state after events that were left out. */
static void missed_events_with_failures(void **state)
{
    char game_id[ID_SIZE];
    int closed = 0;
    (void)state;
    double_client *a = double_connect(A, "ann");
    assert_true(double_make(a, "{\"opponent\":\"link\"}", game_id));
    assert_true(double_join(double_connect(B, "bob"), game_id));
    assert_true(double_watch(a, game_id, -1));
    const int64_t after = a->seq;
    assert_true(double_do(a, "say", "\"text\":\"one\""));
    assert_true(double_do(a, "say", "\"text\":\"two\""));
    use_bad_driver(double_server.store, double_skip);
    for (int i = 0; i < FAILURES * 16; i++) {
        double_disconnect(a);
        a = double_connect(A, "ann");
        a->seq = after;
        fail_at((failure)(i % FAILURES), 1 + i / FAILURES);
        double_watch(a, game_id, after);
        fail_at(FAIL_ONCE, 0);
        assert_int_equal(a->gaps, 0);
        if (!a->closed) assert_int_equal(json_array_size(a->events), 2);
        closed += a->closed;
    }
    assert_in_range(closed, 2, FAILURES * 16 - 1);
    double_server.store->driver = bad.real;
    double_errors = 0;
}

static int open_all(void **state)
{
    (void)state;
    const alea_engine_options options = {.threads = 1};
    alea_error error;
    return alea_evaluator_open(&evaluator, &error) != ALEA_OK ||
           alea_engine_open(&engine, evaluator, NULL, &options, &error) != ALEA_OK ||
           !double_open(":memory:");
}

static int close_all(void **state)
{
    (void)state;
    double_close();
    alea_engine_close(engine);
    alea_evaluator_close(evaluator);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_command_with_failures),
        cmocka_unit_test(missed_events_with_failures),
        cmocka_unit_test(every_preset),
        cmocka_unit_test(echo_remembers),
    };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
