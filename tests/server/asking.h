/* A whole server without its network, and requests made by hand. */
#ifndef ALEA_TESTS_SERVER_ASKING_H
#define ALEA_TESTS_SERVER_ASKING_H

#include "server/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a test browser remembers. */
typedef struct browser {
    server *s;
    char cookie[512];
    const char *origin, *host, *address;
    http_reply reply; /* the last one; its body freed by the next */
    json_t *json;     /* of that reply, or NULL */
} browser;

static inline server *asking_server(server *s, int limit)
{
    alea_error error;
    const server_options options = {.listen = "127.0.0.1",
                                    .data = ":memory:",
                                    .port = 8127,
                                    .threads = 1,
                                    .limit = limit,
                                    .quiet = true};
    memset(s, 0, sizeof *s);
    return server_open(s, &options, &error) == ALEA_OK ? s : NULL;
}

static inline void forget_reply(browser *b)
{
    http_reply_free(&b->reply);
    json_decref(b->json);
    b->json = NULL;
}

/* The status. `body` may be NULL. */
static inline int ask(browser *b, http_method method, const char *path,
                      const char *body)
{
    http_request *r = calloc(1, sizeof *r);
    if (!r) abort();
    const char *query = strchr(path, '?');
    r->method = method;
    snprintf(r->path, sizeof r->path, "%.*s", (int)strcspn(path, "?"), path);
    snprintf(r->query, sizeof r->query, "%s", query ? query + 1 : "");
    snprintf(r->host, sizeof r->host, "%s", b->host ? b->host : "127.0.0.1:8127");
    snprintf(r->origin, sizeof r->origin, "%s", b->origin ? b->origin : "");
    snprintf(r->cookie, sizeof r->cookie, "%s", b->cookie);
    snprintf(r->agent, sizeof r->agent, "test");
    snprintf(r->address, sizeof r->address, "%s",
             b->address ? b->address : "127.0.0.1");
    r->loopback = true;
    r->body = body;
    r->body_size = body ? strlen(body) : 0;
    forget_reply(b);
    http_dispatch(&b->s->dispatch, r, &b->reply);
    if (*b->reply.set_cookie)
        snprintf(b->cookie, sizeof b->cookie, "%.*s",
                 (int)strcspn(b->reply.set_cookie, ";"), b->reply.set_cookie);
    if (b->reply.body) b->json = json_loadb(b->reply.body, b->reply.size, 0, NULL);
    free(r);
    return b->reply.status;
}

static inline const char *told(const browser *b, const char *field)
{
    const char *text = json_string_value(json_object_get(b->json, field));
    return text ? text : "";
}

static inline const char *error_code(const browser *b)
{
    const char *text =
        json_string_value(json_object_get(json_object_get(b->json, "error"), "code"));
    return text ? text : "";
}

#endif
