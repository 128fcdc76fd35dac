#include "server_double.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "json_check.h"
#include "server/game/routes.h"
#include "server/jobs/internal.h"
#include "server/socket/receive.h"
#include "support/routes.h"

/* ---- what the server asks of the rest ---- */

int64_t double_time = 1700000000000;
static int64_t double_ticks = 1000; /* the monotonic clock, in ms */
int double_errors, double_studied;

int64_t server_now(void)
{
    return double_time;
}

int64_t server_ticks(void)
{
    return double_ticks;
}

void server_new_id(char out[ID_SIZE])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    static uint64_t number = 88172645463325252u;
    for (int i = 0; i < ID_SIZE - 1; i++) {
        number ^= number << 13;
        number ^= number >> 7;
        number ^= number << 17;
        out[i] = letters[number & 31];
    }
    out[ID_SIZE - 1] = '\0';
}

void server_log(const char *level, const char *event, ...)
{
    (void)event;
    double_errors += strcmp(level, "error") == 0;
}

uint64_t double_refused[REFUSALS];

void server_refused(metrics *count, metrics_refusal why, const char *address,
                    const char *user, const char *code, const char *about)
{
    (void)count, (void)address, (void)user, (void)code, (void)about;
    double_refused[why]++;
}

static void double_game_ending(void *context, const char *id,
                               const char *const users[2])
{
    (void)context, (void)id, (void)users;
}

static void double_game_over(void *context, const char *id)
{
    (void)context, (void)id;
    double_studied++;
}

/* ---- clients ---- */

double_client double_clients[DOUBLE_CLIENTS];

static void double_keep(json_t **place, json_t *message)
{
    json_decref(*place);
    *place = json_incref(message);
}

bool double_lazy;

static void double_not_json(const char *text, size_t size)
{
    fprintf(stderr, "no JSON: %.*s\n", (int)size, text);
    abort();
}

/* {"type":"event" or "state","game":ID,"seq":N,... False: some other message. */
static bool double_keep_unread(double_client *c, const char *text, size_t size)
{
    const bool event = strncmp(text, "{\"type\":\"event\",", 16) == 0;
    const char *seq_text = strstr(text, "\"seq\":");
    if (!seq_text || (!event && strncmp(text, "{\"type\":\"state\",", 16) != 0))
        return false;
    if (!json_check(text, size)) double_not_json(text, size);
    const int64_t seq = strtoll(seq_text + 6, NULL, 10);
    c->gaps += c->seq >= 0 && seq != c->seq + event;
    c->seq = seq;
    if (!strstr(text, "\"state\":{")) return true; /* an event of before */
    if (c->unread_room < size + 1) {
        free(c->unread);
        c->unread_room = 2 * size + 1;
        c->unread = malloc(c->unread_room);
        if (!c->unread) abort();
    }
    memcpy(c->unread, text, size);
    c->unread[size] = '\0';
    c->unread_size = size;
    return true;
}

json_t *double_state(double_client *c)
{
    if (c->unread_size) {
        json_t *message =
            json_loadb(c->unread, c->unread_size, JSON_REJECT_DUPLICATES, NULL);
        json_t *state = json_object_get(message, "state");
        if (!state) double_not_json(c->unread, c->unread_size);
        double_keep(&c->state, state);
        json_decref(message);
        c->unread_size = 0;
    }
    return c->state;
}

static void double_send(void *connection, const char *about, const char *text,
                        size_t size)
{
    (void)about;
    double_client *c = connection;
    if (double_lazy && double_keep_unread(c, text, size)) return;
    json_t *message = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    if (!message) double_not_json(text, size);
    const char *type = json_string_value(json_object_get(message, "type"));
    json_t *state = json_object_get(message, "state");
    const int64_t seq = json_integer_value(json_object_get(message, "seq"));
    if (!type) {
        double_keep(&c->answer, message);
    } else if (strcmp(type, "event") == 0) {
        c->gaps += c->seq >= 0 && seq != c->seq + 1;
        c->seq = seq;
        if (!c->events) c->events = json_array();
        json_array_append(c->events, json_object_get(message, "event"));
    } else if (strcmp(type, "state") == 0) {
        c->gaps += c->seq >= 0 && seq != c->seq;
        c->seq = seq;
    } else if (strcmp(type, "lobby") == 0) {
        double_keep(&c->lobby, message);
    } else if (strcmp(type, "presence") == 0) {
        double_keep(&c->presence, message);
    } else if (strcmp(type, "bye") == 0) {
        c->closed = true;
    }
    if (state) double_keep(&c->state, state);
    json_decref(message);
}

static void double_close_socket(void *connection, int code)
{
    double_client *c = connection;
    (void)code;
    c->closed = true;
}

double_parts double_server;

/* ---- the queue: without workers, so that the test says when a job is done ---- */

bool double_jobs_full;

/* The linker puts this before the real one, which is called unless the queue is to be
 * full. */
bool __real_jobs_add(jobs *j, const job_order *order, char id[ID_SIZE]);
bool __wrap_jobs_add(jobs *j, const job_order *order, char id[ID_SIZE]);
bool __wrap_jobs_add(jobs *j, const job_order *order, char id[ID_SIZE])
{
    if (!double_jobs_full) return __real_jobs_add(j, order, id);
    order->free_input(order->input);
    return false;
}

static void double_wake(void *context)
{
    (void)context;
}

int double_jobs_count(void)
{
    int all = 0;
    for (int c = 0; c < JOB_CLASSES; c++) {
        int waiting, running;
        jobs_count(double_server.work, (job_class)c, &waiting, &running);
        all += waiting;
    }
    return all;
}

bool double_run_job(double_parts *s, alea_engine *engine)
{
    const bool ran = workers_run_next(s->work, engine);
    jobs_poll(s->work);
    return ran;
}

/* Random bytes that are the same each time. */
uint64_t double_seed = 0x2545f4914f6cdd1du;

static uint32_t double_random(void)
{
    double_seed ^= double_seed << 13;
    double_seed ^= double_seed >> 7;
    double_seed ^= double_seed << 17;
    return (uint32_t)(double_seed >> 16);
}

static void double_bytes(void *const out, const size_t size)
{
    for (size_t i = 0; i < size; i++) ((uint8_t *)out)[i] = (uint8_t)double_random();
}

static const char *double_random_name(void)
{
    return "test";
}

static randombytes_implementation double_randombytes = {.implementation_name =
                                                            double_random_name,
                                                        .random = double_random,
                                                        .buf = double_bytes};

static void double_message(void *context, socket_id socket, json_t *body)
{
    (void)context;
    games_receive(double_server.play, socket, body);
}

static void double_presence(void *context, const char *id)
{
    (void)context;
    games_presence(double_server.play, id);
}

static void double_rejected(void *context, metrics_refusal why, const char *address,
                            const char *user, const char *code, const char *about)
{
    (void)context;
    server_refused(NULL, why, address, user, code, about);
}

bool double_open_parts(void)
{
    alea_error error = {0};
    const connections_events on = {.context = &double_server,
                                   .send = double_send,
                                   .close = double_close_socket,
                                   .message = double_message,
                                   .presence = double_presence,
                                   .rejected = double_rejected};
    if (connections_open(&double_server.sockets, &on) != ALEA_OK) return false;
    connections_limit_commands(double_server.sockets, false);
    if (jobs_open(&double_server.work, NULL, 0, double_wake, NULL, &error) != ALEA_OK)
        return false;
    const games_parts parts = {.store = double_server.store,
                               .sockets = double_server.sockets,
                               .limit = double_server.limit,
                               .work = double_server.work,
                               .on_ending = double_game_ending,
                               .on_over = double_game_over};
    return games_open(&double_server.play, &parts, &error) == ALEA_OK;
}

bool double_open(const char *path)
{
    alea_error error = {0};
    double_server = (double_parts){0};
    return randombytes_set_implementation(&double_randombytes) == 0 &&
           sodium_init() >= 0 &&
           storage_open(&double_server.store, path, &error) == ALEA_OK &&
           double_open_parts();
}

void double_forget_client(double_client *c)
{
    json_decref(c->state);
    json_decref(c->answer);
    json_decref(c->lobby);
    json_decref(c->presence);
    json_decref(c->events);
    free(c->unread);
    *c = (double_client){.seq = -1};
}

void double_close_parts(void)
{
    connections_mute(double_server.sockets);
    jobs_close(double_server.work);
    games_close(double_server.play);
    connections_close(double_server.sockets);
}

void double_close(void)
{
    double_close_parts();
    storage_close(double_server.store);
    for (int i = 0; i < DOUBLE_CLIENTS; i++) double_forget_client(&double_clients[i]);
}

double_client *double_connect(int i, const char *name)
{
    double_client *c = &double_clients[i];
    double_forget_client(c);
    snprintf(c->who.name, sizeof c->who.name, "%s", name);
    memset(c->who.user, 'a', ID_SIZE - 1);
    for (size_t k = 0; name[k] && k < ID_SIZE - 1; k++)
        c->who.user[k] = (char)('a' + (unsigned char)name[k] % 26);
    c->who.guest = true;
    c->socket = connections_connect(double_server.sockets, &c->who, "127.0.0.1", c);
    return c;
}

void double_disconnect(double_client *c)
{
    connections_disconnect(double_server.sockets, c->socket);
    c->socket = 0;
}

void double_say_bytes(double_client *c, const char *text, size_t size)
{
    json_decref(c->answer);
    c->answer = NULL;
    connections_receive(double_server.sockets, c->socket, text, size);
}

bool double_say(double_client *c, const char *key, const char *doing,
                const char *fields)
{
    char text[2048];
    const int n = snprintf(text, sizeof text,
                           "{\"key\":\"%s\",\"do\":\"%s\",\"game\":\"%s\"%s%s}", key,
                           doing, c->game, *fields ? "," : "", fields);
    double_say_bytes(c, text, (size_t)n);
    return json_is_true(json_object_get(c->answer, "ok"));
}

bool double_do(double_client *c, const char *doing, const char *fields)
{
    static unsigned number;
    char key[24];
    snprintf(key, sizeof key, "n%u", ++number);
    return double_say(c, key, doing, fields);
}

const char *double_code(const double_client *c)
{
    const json_t *error = json_object_get(c->answer, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    return code ? code : "";
}

bool double_watch(double_client *c, const char *game_id, int64_t after)
{
    char fields[40] = "";
    if (after >= 0) snprintf(fields, sizeof fields, "\"after\":%lld", (long long)after);
    snprintf(c->game, sizeof c->game, "%s", game_id);
    return double_do(c, "watch", fields);
}

json_t *double_http(const double_client *c, const char *route, const char *id,
                    const char *query, const char *body, int *status)
{
    http_request request = {.body = body, .body_size = body ? strlen(body) : 0};
    http_reply reply = {0};
    if (c) request.who = c->who;
    snprintf(request.id[0], sizeof request.id[0], "%s", id);
    snprintf(request.query, sizeof request.query, "%s", query);
    route_handler(game_routes, route)(double_server.play, &request, &reply);
    *status = reply.status;
    json_t *answer = json_loadb(reply.body, reply.size, JSON_DECODE_ANY, NULL);
    if (!answer && reply.body)
        answer = json_stringn_nocheck(reply.body, reply.size); /* a file */
    free(reply.body);
    return answer;
}

bool double_make(const double_client *c, const char *body, char game_id[ID_SIZE])
{
    int status = 0;
    json_t *answer = double_http(c, "POST /api/games", "", "", body, &status);
    const char *id = json_string_value(json_object_get(answer, "game"));
    if (id)
        snprintf(game_id, ID_SIZE, "%s", id);
    else if (answer)
        json_dumpf(answer, stderr, 0);
    json_decref(answer);
    return status == 201 && id;
}

bool double_join(const double_client *c, const char *game_id)
{
    int status = 0;
    json_decref(double_http(c, "POST /api/games/{id}/join", game_id, "", "", &status));
    return status == 200;
}

void double_play_fields(const double_client *c, int (*below)(int), char *fields,
                        size_t size)
{
    const json_t *nodes = json_object_get(json_object_get(c->state, "tree"), "nodes");
    size_t at = 0, used = (size_t)snprintf(fields, size, "\"moves\":[");
    for (int made = 0;; made++) {
        const json_t *node = json_array_get(nodes, at);
        const json_t *moves = json_object_get(node, "moves");
        const bool done = json_is_true(json_object_get(node, "done"));
        const int count = (int)json_array_size(moves);
        if (count == 0 || (done && below(2) == 0)) break;
        const json_t *move = json_array_get(moves, (size_t)below(count));
        used +=
            (size_t)snprintf(fields + used, size - used, "%s[%d,%d]", made ? "," : "",
                             (int)json_integer_value(json_array_get(move, 0)),
                             (int)json_integer_value(json_array_get(move, 1)));
        at = (size_t)json_integer_value(json_array_get(move, 4));
    }
    snprintf(fields + used, size - used, "]");
}

void double_skip(int64_t ms)
{
    double_time += ms;
    double_ticks += ms;
}

void double_pass(int64_t ms)
{
    for (int64_t step; ms > 0; ms -= step) {
        step = ms > 5000 ? 5000 : ms;
        double_skip(step);
        games_tick(double_server.play);
    }
}

/* ---- reading states ---- */

bool double_may(const double_client *c, const char *action)
{
    const json_t *actions = json_object_get(c->state, "actions");
    for (size_t i = 0; i < json_array_size(actions); i++)
        if (strcmp(json_string_value(json_array_get(actions, i)), action) == 0)
            return true;
    return false;
}

const char *double_text(const double_client *c, const char *field)
{
    const char *text = json_string_value(json_object_get(c->state, field));
    return text ? text : "";
}

int double_int(const double_client *c, const char *field)
{
    const json_t *value = json_object_get(c->state, field);
    return json_is_integer(value) ? (int)json_integer_value(value) : -1;
}
