/* Rooms from any bytes, split at newlines. The first line chooses the game; then each
 * line is one thing, by its first byte:
 *
 *     0 1 2   that client (two players, a spectator) says the rest; $G is the game's id
 *     L       somebody does something legal, as the rest's bytes choose
 *     T       time passes: so many seconds as the next byte says
 *     J       the machine's job ends, without an opinion
 *     R       everything in memory is lost and read back
 *     E       the rest is put into the storage as an event, then R; the line ends it
 *
 * Every client sees every event once and in order, what is sent is JSON, a restart
 * changes nothing, and nothing that is stored makes the server fall over. */
#include "server/server_double.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t *choice;
static size_t choices;

/* False once a client has requested events again or stopped watching. */
static bool in_order;

#define require(condition) require_at((condition), __LINE__)
static void require_at(bool condition, int line)
{
    if (condition) return;
    fprintf(stderr, "line %d\n", line);
    abort();
}

static int choose(int n)
{
    if (choices == 0) return 0;
    choices--;
    return *choice++ % n;
}

static const char *const makings[] = {
    "{\"opponent\":\"link\",\"seat\":0}",
    "{\"opponent\":\"machine\",\"seat\":0,\"level\":\"beginner\"}",
    "{\"opponent\":\"link\",\"seat\":0,\"preset\":\"compendium\"}",
    "{\"opponent\":\"open\",\"seat\":1,\"preset\":\"money\",\"clock\":{\"kind\":"
    "\"delay\"}}",
    "{\"opponent\":\"link\",\"seat\":0,\"preset\":\"portfolio\",\"rated\":true,"
    "\"clock\":{\"kind\":\"fischer\",\"reserve_s\":30}}",
    "{\"opponent\":\"link\",\"seat\":0,\"preset\":\"hypergammon\",\"options\":{"
    "\"match_length\":3,\"beavers\":null,\"auto_doubles\":null}}",
    "{\"opponent\":\"link\",\"seat\":0,\"spectators\":false,\"options\":{"
    "\"match_length\":1}}",
};
enum { MAKINGS = sizeof makings / sizeof *makings };

static char game_id[ID_SIZE];

/* ---- the things ---- */

static void say(double_client *c, const char *text, size_t size)
{
    static char said[4096];
    size_t length = 0;
    for (size_t i = 0; i < size && length + ID_SIZE < sizeof said; i++) {
        if (i + 1 < size && text[i] == '$' && text[i + 1] == 'G') {
            memcpy(said + length, game_id, ID_SIZE - 1);
            length += ID_SIZE - 1;
            i++;
        } else {
            said[length++] = text[i];
        }
    }
    said[length] = '\0';
    if (strstr(said, "watch")) in_order = false;
    double_say_bytes(c, said, length);
}

static void act_legally(void)
{
    double_client *c = &double_clients[choose(2)];
    const json_t *actions = json_object_get(double_state(c), "actions");
    const int count = (int)json_array_size(actions);
    char fields[160] = "";
    if (count == 0) return;
    const char *action =
        json_string_value(json_array_get(actions, (size_t)choose(count)));
    if (strcmp(action, "play") == 0)
        double_play_fields(c, choose, fields, sizeof fields);
    else if (strcmp(action, "play_as_made") == 0)
        snprintf(fields, sizeof fields, "\"moves\":[[%d,%d]]", 1 + choose(25),
                 choose(25));
    else if (strcmp(action, "resign") == 0)
        snprintf(fields, sizeof fields, "\"level\":%d", 1 + choose(3));
    else if (strcmp(action, "contribute") == 0)
        snprintf(fields, sizeof fields, "\"words\":\"%d\"", choose(256));
    else if (strcmp(action, "say") == 0)
        snprintf(fields, sizeof fields, "\"text\":\"%d\"", choose(256));
    else if (strcmp(action, "check") == 0)
        snprintf(fields, sizeof fields, "\"action\":\"roll\"");
    char doing[24];
    snprintf(doing, sizeof doing, "%s", action);
    const bool done = double_do(c, doing, fields);
    /* Who stopped to watch knows an old state. */
    require(!in_order || done || !c->answer || strcmp(doing, "play_as_made") == 0 ||
            strcmp(doing, "check") == 0);
}

static json_t *picture(const json_t *state)
{
    json_t *common = json_copy((json_t *)(uintptr_t)state);
    static const char *const own[] = {"you",  "actions", "no_double", "tree",
                                      "time", "players", "clock",     "away_budget_ms"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        json_object_del(common, own[i]);
    return common;
}

static void watch_all(void)
{
    static const char *const names[] = {"ann", "bob", "eve"};
    for (int i = 0; i < 3; i++) double_watch(double_connect(i, names[i]), game_id, -1);
}

static void restart(bool must_be_same)
{
    json_t *before = json_incref(double_state(&double_clients[0]));
    double_close_parts();
    require(double_open_parts());
    watch_all();
    if (must_be_same && before) {
        json_t *a = picture(before), *b = picture(double_state(&double_clients[0]));
        require(json_equal(a, b));
        json_decref(a);
        json_decref(b);
    }
    json_decref(before);
}

static void put_event(const char *text, size_t size)
{
    static char json[4096];
    snprintf(json, sizeof json, "%.*s", (int)size, text);
    storage_event_append(double_server.store, game_id, double_clients[0].seq + 1,
                         double_time, "", "", json, NULL, NULL);
    restart(false);
}

/* False: the line was the last. */
static bool do_line(const uint8_t *line, size_t size)
{
    const char *rest = (const char *)line + 1;
    switch (*line) {
    case '0':
    case '1':
    case '2': say(&double_clients[*line - '0'], rest, size - 1); break;
    case 'L':
        choice = line + 1;
        choices = size - 1;
        act_legally();
        break;
    case 'T': double_pass(1000 * (int64_t)(size > 1 ? line[1] : 1)); break;
    case 'J': double_run_job(&double_server, NULL); break;
    case 'R': restart(in_order); break;
    case 'E': put_event(rest, size - 1); return false;
    default: break;
    }
    for (int i = 0; i < 3; i++) require(!in_order || double_clients[i].gaps == 0);
    return true;
}

/* Rematches too: games left behind would slow each input down, and after a hundred of
 * them no more may be made. */
static void remove_games(const char *user)
{
    static storage_game left[64];
    for (int finished = 0; finished < 2; finished++) {
        int count;
        while ((count = storage_games_of(double_server.store, user, finished, 0, left,
                                         64)) > 0)
            for (int i = 0; i < count; i++)
                require(storage_game_remove(double_server.store, left[i].id) ==
                        ALEA_OK);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool is_open;
    if (!is_open) {
        require(double_open(":memory:"));
        double_close_parts();
        double_lazy = true;
        is_open = true;
    }
    require(double_open_parts());
    in_order = true;
    double_time = 1700000000000;
    double_seed = 0x2545f4914f6cdd1du;
    double_client *ann = double_connect(0, "ann"), *bob = double_connect(1, "bob");
    require(double_make(ann, makings[size ? data[0] % MAKINGS : 0], game_id));
    double_join(bob, game_id);
    watch_all();
    const uint8_t *end = memchr(data, '\n', size);
    for (size_t at = end ? (size_t)(end - data) + 1 : size; at < size;) {
        end = memchr(data + at, '\n', size - at);
        const size_t length = end ? (size_t)(end - (data + at)) : size - at;
        if (length > 0 && !do_line(data + at, length)) break;
        at += length + 1;
    }
    double_close_parts();
    for (int i = 0; i < 3; i++) {
        remove_games(double_clients[i].who.user);
        double_forget_client(&double_clients[i]);
    }
    storage_game_remove(double_server.store, game_id); /* of machines alone */
    return 0;
}
