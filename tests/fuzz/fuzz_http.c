/* Requests of any kind at a whole server with an empty store in memory: the first line
 * is "METHOD PATH?QUERY", further "name: value" lines are headers, the rest the body.
 * "$COOKIE" as the cookie is the session of a guest made at the start. */
#include "server/internal.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* Fontconfig, behind cairo's text, keeps what it read until the process ends. */
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:libfontconfig";
}

static server the_server;
static char guest_cookie[512];

static void make_guest(void)
{
    http_request request = {.method = HTTP_GET, .path = "/api/me", .host = "localhost"};
    http_reply reply;
    memcpy(request.cookie, guest_cookie, sizeof guest_cookie);
    http_dispatch(&the_server.dispatch, &request, &reply);
    if (reply.status != 200) abort();
    if (*reply.set_cookie) /* the one that there was has ended */
        snprintf(guest_cookie, sizeof guest_cookie, "%.*s",
                 (int)strcspn(reply.set_cookie, ";"), reply.set_cookie);
    http_reply_free(&reply);
}

static void open_server(void)
{
    alea_error error;
    const server_options options = {.listen = "127.0.0.1",
                                    .data = ":memory:",
                                    .port = 8127,
                                    .threads = 1,
                                    .quiet = true};
    if (server_open(&the_server, &options, &error) != ALEA_OK) abort();
    /* Hashing by Argon2 would be all that the fuzzer does. */
    the_server.people.secrets = NULL;
    make_guest();
}

static http_method method_of(const char *text)
{
    static const char *const names[] = {"GET ", "HEAD ", "POST ", "PATCH ", "DELETE "};
    for (int i = 0; i < 5; i++)
        if (strncmp(text, names[i], strlen(names[i])) == 0) return (http_method)i;
    return HTTP_OTHER;
}

static void read_first_line(char *line, http_request *r)
{
    r->method = method_of(line);
    char *path = strchr(line, ' ');
    if (!path) return;
    char *query = strchr(++path, '?');
    if (query) *query++ = '\0';
    snprintf(r->path, sizeof r->path, "%s", path);
    snprintf(r->query, sizeof r->query, "%s", query ? query : "");
}

static void read_header(const char *line, http_request *r)
{
    const struct {
        const char *name;
        char *out;
        size_t size;
    } headers[] = {
        {"host: ", r->host, sizeof r->host},
        {"origin: ", r->origin, sizeof r->origin},
        {"cookie: ", r->cookie, sizeof r->cookie},
        {"agent: ", r->agent, sizeof r->agent},
    };
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strncmp(line, headers[i].name, strlen(headers[i].name)) == 0)
            snprintf(headers[i].out, headers[i].size, "%s",
                     line + strlen(headers[i].name));
    if (strcmp(r->cookie, "$COOKIE") == 0)
        snprintf(r->cookie, sizeof r->cookie, "%s", guest_cookie);
}

/* Cut into lines up to an empty one; the body is a copy of its own size, so that
 * reading past it is seen. */
static char *read_request(char *text, size_t size, http_request *r)
{
    char *end = text + size, *line = text;
    bool first = true;
    while (line < end) {
        char *stop = memchr(line, '\n', (size_t)(end - line));
        if (!stop) stop = end;
        const bool empty = stop == line;
        *stop = '\0';
        if (first)
            read_first_line(line, r);
        else if (!empty)
            read_header(line, r);
        first = false;
        line = stop + 1;
        if (empty) break;
    }
    r->body_size = line < end ? (size_t)(end - line) : 0;
    char *body = malloc(r->body_size ? r->body_size : 1);
    if (!body) abort();
    if (r->body_size) memcpy(body, line, r->body_size);
    r->body = body;
    return body;
}

/* What no answer may be. */
static void check(const http_reply *reply)
{
    if (reply->later || reply->status < 200 || reply->status > 599) abort();
    if (reply->status == 500) abort();
    if (reply->size && !reply->body && !reply->fixed) abort();
    if (strpbrk(reply->set_cookie, "\r\n") || strpbrk(reply->disposition, "\r\n") ||
        strpbrk(reply->etag, "\r\n"))
        abort();
    if (reply->type || !reply->body) return;
    json_t *value = json_loadb(reply->body, reply->size, JSON_DECODE_ANY, NULL);
    if (!value) abort();
    json_decref(value);
}

static bool hashes(const http_request *r)
{
    return strcmp(r->path, "/api/register") == 0 || strcmp(r->path, "/api/login") == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static int seen;
    if (!the_server.store) open_server();
    char *text = malloc(size + 1);
    http_request *request = calloc(1, sizeof *request);
    http_reply reply;
    if (!text || !request) abort();
    memcpy(text, data, size);
    text[size] = '\0';
    snprintf(request->host, sizeof request->host, "localhost");
    snprintf(request->address, sizeof request->address, "127.0.0.1");
    char *body = read_request(text, size, request);
    if (!hashes(request) || seen++ % 64 == 0) {
        http_dispatch(&the_server.dispatch, request, &reply);
        check(&reply);
        http_reply_free(&reply);
        server_wake(&the_server);
    }
    /* A request may have ended the guest's session. */
    if (strstr(request->path, "/api/")) make_guest();
    free(body);
    free(request);
    free(text);
    return 0;
}
