/* The transport (net/transport.h) whose other end is the host of the module: requests
 * and messages are calls. Nothing waits for the storage, which writes at once. */
#include "server/net/transport.h"

#include "base/error.h"
#include "door.h"
#include "helper.h"
#include "server/http/head.h"
#include "server/internal.h"
#include "server/jobs/internal.h"
#include "server/net/websocket.h"
#include "server/socket/connections.h"
#include "server/socket/receive.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum {
    MESSAGE_MOST = 4096,
    HEAD_ROOM = 4096,
    CACHE_BYTES = 2 << 20,
};

/* A request that has no answer yet. */
typedef struct waiting waiting;
struct waiting {
    waiting *next;
    uint32_t number;
    bool head_only, takes_gzip;
    http_request request;
    char body[];
};

/* A WebSocket. */
struct connection {
    connection *next;
    uint32_t number;
    socket_id socket;
    bool is_closing;
    http_person who;
};

struct transport {
    transport_parts use;
    waiting *waiting;
    connection *list;
    uint32_t tickets;
    bool woken;
};

static server *running;
static alea_engine *engine;
static char fault[400];

/* ---- answers ---- */

typedef struct text {
    char bytes[HEAD_ROOM];
    size_t size;
} text;

static bool put_line(void *context, const char *name, const char *value)
{
    text *t = context;
    const int n = snprintf(t->bytes + t->size, sizeof t->bytes - t->size, "%s: %s\n",
                           name, value);
    if (n < 0 || (size_t)n >= sizeof t->bytes - t->size) return false;
    t->size += (size_t)n;
    return true;
}

/* Sends the reply and frees its body. */
static void answer(uint32_t number, const http_request *request, http_reply *reply,
                   bool takes_gzip, bool head_only)
{
    text head = {.size = 0};
    http_spare_known(request, reply);
    bool done = !reply->gzipped || takes_gzip || http_unzip(reply);
    if (done && !http_is_empty(reply))
        done = put_line(&head, "content-type",
                        reply->type ? reply->type : "application/json");
    if (!done || !http_head(request, reply, put_line, &head)) {
        head.size = 0;
        http_reply_free(reply);
        *reply = (http_reply){.status = 500};
    }
    const char *bytes = reply->fixed ? reply->fixed : reply->body;
    running->count.requests[reply->status / 100 % 6]++;
    running->count.bytes_out += reply->size;
    host_answer(number, reply->status, head.bytes, (uint32_t)head.size, bytes,
                head_only ? 0 : (uint32_t)reply->size);
    http_reply_free(reply);
}

static waiting **place_of(transport *t, uint32_t ticket)
{
    waiting **at = &t->waiting;
    while (*at && (*at)->request.ticket != ticket) at = &(*at)->next;
    return at;
}

static void answer_waiting(waiting **at, http_reply *reply)
{
    waiting *w = *at;
    *at = w->next;
    answer(w->number, &w->request, reply, w->takes_gzip, w->head_only);
    free(w);
}

void transport_answer(transport *t, uint32_t ticket, http_reply *reply)
{
    waiting **at = place_of(t, ticket);
    if (!*at || !ticket) {
        http_reply_free(reply);
        return;
    }
    t->use.answered(t->use.context, &(*at)->request, reply->status);
    answer_waiting(at, reply);
}

bool transport_waits(const transport *t, uint32_t ticket)
{
    const waiting *w = t->waiting;
    while (w && w->request.ticket != ticket) w = w->next;
    return w != NULL;
}

/* ---- requests ---- */

/* The value of the header `name` in `head`; false, with "", where it does not fit. */
static bool header(const char *head, const char *name, char *out, size_t size)
{
    const size_t length = strlen(name);
    *out = '\0';
    for (const char *at = head; *at;) {
        const size_t line = strcspn(at, "\n");
        if (line > length + 1 && strncmp(at, name, length) == 0 &&
            strncmp(at + length, ": ", 2) == 0) {
            const size_t n = line - length - 2;
            if (n >= size) return false;
            memcpy(out, at + length + 2, n);
            out[n] = '\0';
            return true;
        }
        at += line + (at[line] == '\n');
    }
    return true;
}

static http_method method_of(const char *name)
{
    static const struct {
        const char *name;
        http_method method;
    } methods[] = {{"GET", HTTP_GET},     {"HEAD", HTTP_HEAD},     {"POST", HTTP_POST},
                   {"PATCH", HTTP_PATCH}, {"DELETE", HTTP_DELETE}, {NULL, HTTP_OTHER}};
    int i = 0;
    while (methods[i].name && strcmp(methods[i].name, name) != 0) i++;
    return methods[i].method;
}

static int hex_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    c |= 0x20;
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Percent-decodes the path and splits off the query. */
static bool read_target(const char *target, http_request *r)
{
    size_t n = 0;
    const char *at = target;
    for (; *at && *at != '?'; at++) {
        char c = *at;
        if (c == '%') {
            const int high = hex_of(at[1]), low = high < 0 ? -1 : hex_of(at[2]);
            if (low < 0) return false;
            c = (char)(high << 4 | low);
            at += 2;
        }
        if (!c || n + 1 >= sizeof r->path) return false;
        r->path[n++] = c;
    }
    r->path[n] = '\0';
    const char *query = *at ? at + 1 : at;
    if (*r->path != '/' || strstr(r->path, "/../") || strlen(query) >= sizeof r->query)
        return false;
    snprintf(r->query, sizeof r->query, "%s", query);
    return true;
}

/* False where a part is too long or cannot be read. */
static bool read_request(transport *t, const char *method, const char *target,
                         const char *head, http_request *r)
{
    r->method = method_of(method);
    snprintf(r->address, sizeof r->address, "127.0.0.1");
    r->loopback = true;
    server_new_id(r->trace);
    if (!++t->tickets) ++t->tickets;
    r->ticket = t->tickets;
    char scheme[8];
    header(head, "x-alea-scheme", scheme, sizeof scheme);
    r->secure = strcmp(scheme, "https") == 0;
    header(head, "user-agent", r->agent, sizeof r->agent);
    header(head, "if-none-match", r->if_none_match, sizeof r->if_none_match);
    return read_target(target, r) && header(head, "host", r->host, sizeof r->host) &&
           header(head, "origin", r->origin, sizeof r->origin) &&
           header(head, "cookie", r->cookie, sizeof r->cookie);
}

static void refuse(waiting *w, int status, const char *code, const char *said)
{
    http_reply reply = {0};
    http_refuse(&reply, status, code, "%s", said);
    server_refused(&running->count, REFUSED_REQUEST, w->request.address, "", code,
                   w->request.path);
    answer(w->number, &w->request, &reply, w->takes_gzip, w->head_only);
    free(w);
}

void alea_request(uint32_t number, const char *method, const char *target,
                  const char *head, const char *body, uint32_t body_size)
{
    transport *t = running->net;
    waiting *w = calloc(1, sizeof *w + body_size + 1);
    char encodings[256];
    if (!w) {
        host_answer(number, 503, "", 0, "", 0);
        return;
    }
    w->number = number;
    if (body_size) memcpy(w->body, body, body_size);
    const bool fits = read_request(t, method, target, head, &w->request);
    w->request.body = w->body;
    w->request.body_size = body_size;
    w->head_only = w->request.method == HTTP_HEAD;
    header(head, "accept-encoding", encodings, sizeof encodings);
    w->takes_gzip = strstr(encodings, "gzip") != NULL;
    if (!fits) {
        refuse(w, 400, "bad_request", "The address is too long, or cannot be read.");
        return;
    }
    if (body_size > http_body_limit(w->request.method, w->request.path)) {
        refuse(w, 413, "too_large", "That is too large.");
        return;
    }
    http_reply reply = {0};
    w->next = t->waiting;
    t->waiting = w;
    t->use.request(t->use.context, &w->request, &reply);
    if (!reply.later) answer_waiting(place_of(t, w->request.ticket), &reply);
}

void alea_request_over(uint32_t number)
{
    for (waiting **at = &running->net->waiting; *at; at = &(*at)->next) {
        waiting *w = *at;
        if (w->number != number) continue;
        *at = w->next;
        free(w);
        return;
    }
}

/* ---- sockets ---- */

int alea_socket(uint32_t number, const char *target, const char *head)
{
    transport *t = running->net;
    connection *c = calloc(1, sizeof *c);
    http_request *r = calloc(1, sizeof *r);
    http_reply reply = {0};
    bool welcome = false;
    if (!c || !r)
        reply.status = 503;
    else if (!read_request(t, "GET", target, head, r))
        http_refuse(&reply, 400, "bad_request",
                    "The address is too long, or cannot be read.");
    else
        welcome = t->use.upgrade(t->use.context, r, &reply);
    if (welcome) {
        *c = (connection){.next = t->list, .number = number, .who = r->who};
        c->socket = connections_connect(t->use.sockets, &c->who, r->address, c);
        welcome = c->socket != 0;
        if (!welcome) reply.status = 503;
    }
    if (welcome) {
        t->list = c;
        t->use.count->sockets++;
    } else {
        free(c);
        if (r)
            answer(number, r, &reply, false, false);
        else
            host_answer(number, 503, "", 0, "", 0);
    }
    free(r);
    return welcome;
}

static connection *find(uint32_t number)
{
    connection *c = running->net->list;
    while (c && c->number != number) c = c->next;
    return c;
}

void alea_message(uint32_t socket, const char *bytes, uint32_t size)
{
    connection *c = find(socket);
    if (!c || c->is_closing) return;
    if (size > MESSAGE_MOST) {
        server_refused(&running->count, REFUSED_MESSAGE, "", c->who.user, "1009",
                       "size");
        transport_close(c, 1009);
        return;
    }
    running->count.messages_in++;
    connections_receive(running->sockets, c->socket, bytes, size);
}

void alea_socket_over(uint32_t socket)
{
    connection **at = &running->net->list;
    while (*at && (*at)->number != socket) at = &(*at)->next;
    connection *c = *at;
    if (!c) return;
    *at = c->next;
    connections_disconnect(running->sockets, c->socket);
    running->count.sockets--;
    free(c);
}

void transport_send(void *connection_, const char *game, const char *bytes, size_t size)
{
    const connection *c = connection_;
    (void)game;
    if (c->is_closing) return;
    running->count.messages_out++;
    running->count.bytes_out += size;
    host_send(c->number, bytes, (uint32_t)size);
}

void transport_close(void *connection_, int code)
{
    connection *c = connection_;
    if (c->is_closing) return;
    c->is_closing = true;
    host_close(c->number, code);
}

void connection_bye(connection *c, const char *reason, const char *said, int code)
{
    char line[200];
    const int n =
        snprintf(line, sizeof line,
                 "{\"type\":\"bye\",\"reason\":\"%s\",\"text\":\"%s\"}", reason, said);
    transport_send(c, NULL, line, (size_t)n);
    transport_close(c, code);
}

void transport_end_sessions(transport *t, const char *user, const char *session,
                            const char *keep)
{
    for (connection *c = t->list; c; c = c->next)
        if (strcmp(c->who.user, user) == 0 &&
            (!session || strcmp(c->who.session, session) == 0) &&
            (!keep || strcmp(c->who.session, keep) != 0))
            connection_bye(c, "session", "This session has ended.", 1000);
}

bool transport_check_sessions(transport *t, const char *user)
{
    bool known = true;
    for (connection *c = t->list; c; c = c->next) {
        bool exists = true;
        if (strcmp(c->who.user, user) != 0) continue;
        if (!t->use.has_session(t->use.context, user, c->who.session, &exists))
            known = false;
        else if (!exists)
            connection_bye(c, "session", "This session has ended.", 1000);
    }
    return known;
}

/* ---- the rest of net/transport.h ---- */

alea_status transport_open(transport **out, const transport_parts *use,
                           alea_error *error)
{
    transport *t = calloc(1, sizeof *t);
    if (!t) return alea_error_no_memory(error);
    t->use = *use;
    *out = t;
    return ALEA_OK;
}

void transport_close_all(transport *t)
{
    if (!t) return;
    while (t->list) alea_socket_over(t->list->number);
    while (t->waiting) alea_request_over(t->waiting->number);
    free(t);
}

int transport_port(const transport *t)
{
    (void)t;
    return 0;
}

void transport_run(transport *t)
{
    (void)t; /* the host's loop runs */
}

void transport_stop(transport *t)
{
    for (connection *c = t->list; c; c = c->next)
        connection_bye(c, "shutdown", "The server is stopping.", 1001);
}

void transport_reload(transport *t)
{
    (void)t;
}

void transport_wake(transport *t)
{
    if (t) t->woken = true;
}

void transport_release(transport *t)
{
    t->use.kept(t->use.context);
}

void transport_game_lost(transport *t, const char *game)
{
    (void)t, (void)game; /* nothing is held back */
}

/* ---- the life of the server ---- */

void *alea_take(uint32_t size)
{
    return malloc(size ? size : 1);
}

void alea_give(void *memory)
{
    free(memory);
}

const char *alea_fault(void)
{
    return fault;
}

static void say_fault(alea_status status, const alea_error *error)
{
    snprintf(fault, sizeof fault, "%s",
             *error->reason ? error->reason : alea_status_text(status));
}

int alea_open(const char *data, int limit, int new_key)
{
    alea_error error = {0};
    const server_options options = {.listen = "127.0.0.1",
                                    .data = strdup(data),
                                    .limit = limit,
                                    .new_key = new_key != 0,
                                    .engine_later = true};
    server *s = calloc(1, sizeof *s);
    alea_status status = ALEA_ERROR_MEMORY;
    if (s && options.data) status = server_open(s, &options, &error);
    if (status == ALEA_OK) status = server_listen(s, &error);
    if (status == ALEA_OK && !helper_use(s->work)) status = ALEA_ERROR_MEMORY;
    if (status != ALEA_OK) {
        say_fault(status, &error);
        if (s) server_close(s);
        free(s);
        helper_forget();
        return (int)status;
    }
    running = s;
    return 0;
}

int alea_think(void)
{
    alea_error error = {0};
    const alea_engine_options sizes = {1, CACHE_BYTES};
    if (engine) return 0;
    alea_status status = server_engine(running, &error);
    if (status == ALEA_OK)
        status = alea_engine_open(&engine, running->evaluator, NULL, &sizes, &error);
    if (status != ALEA_OK) say_fault(status, &error);
    return (int)status;
}

static bool work_waits(void)
{
    int waiting = 0, busy = 0;
    for (int c = 0; c < JOB_CLASSES && !waiting; c++)
        jobs_count(running->work, (job_class)c, &waiting, &busy);
    return waiting > 0;
}

int alea_tick(void)
{
    server_tick(running);
    return work_waits();
}

int alea_work(void)
{
    const bool done = engine && workers_run_next(running->work, engine);
    server_wake(running);
    return done;
}

void alea_close(void)
{
    alea_engine_close(engine);
    server_close(running);
    free(running);
    running = NULL;
    helper_forget();
}
