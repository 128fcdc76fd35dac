/* Finds the route of a request, checks Host, Origin, session and limits, and calls the
 * handler. */
#include "dispatch.h"

#include "server/net/assets.h"
#include "server/people/session.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- whose request ---- */

/* "name", "name:port" or "[v6]:port" without its port, in lower case, brackets kept. */
static bool read_host(const char *text, char *out, size_t size)
{
    const char *end = *text == '[' ? strchr(text, ']') : NULL;
    if (*text == '[' && !end) return false;
    size_t n = end ? (size_t)(end + 1 - text) : strcspn(text, ":");
    const char *port = text + n;
    if (*port && (*port != ':' || strspn(port + 1, "0123456789") != strlen(port + 1)))
        return false;
    if (!n || n >= size) return false;
    for (size_t i = 0; i < n; i++) out[i] = (char)tolower((unsigned char)text[i]);
    if (n > 1 && out[n - 1] == '.') n--; /* a fully qualified name */
    out[n] = '\0';
    return true;
}

static bool is_address(const char *host)
{
    uint8_t bytes[16];
    char bare[64];
    if (*host != '[') return inet_pton(AF_INET, host, bytes) == 1;
    const size_t n = strlen(host) - 2;
    if (n >= sizeof bare) return false;
    memcpy(bare, host + 1, n);
    bare[n] = '\0';
    return inet_pton(AF_INET6, bare, bytes) == 1;
}

/* Against DNS rebinding: a foreign page whose name resolves to this machine sends that
 * name as Host. An IP address cannot be rebound, so any IP address is allowed. */
static bool host_allowed(const dispatch_parts *s, const char *text)
{
    char host[256];
    if (!read_host(text, host, sizeof host)) return false;
    if (strcmp(host, "localhost") == 0 || is_address(host)) return true;
    if (s->listen && strcasecmp(host, s->listen) == 0) return true;
    for (size_t i = 0; i < s->host_count; i++)
        if (s->hosts[i] && strcasecmp(host, s->hosts[i]) == 0) return true;
    return false;
}

/* True without an Origin (the client is no browser), and for the server's own. */
static bool origin_allowed(const http_request *request)
{
    const char *scheme = request->secure ? "https://" : "http://";
    const char *standard = request->secure ? ":443" : ":80";
    if (!*request->origin) return true;
    if (strncasecmp(request->origin, scheme, strlen(scheme)) != 0) return false;
    const char *origin = request->origin + strlen(scheme);
    if (strcasecmp(origin, request->host) == 0) return true;
    /* Browsers omit the standard port in both headers; other clients may write it in
     * one. */
    const size_t n = strlen(origin);
    return strncasecmp(origin, request->host, n) == 0 &&
           strcmp(request->host + n, standard) == 0;
}

/* ---- routes ---- */

static bool is_id(const char *text, size_t size)
{
    if (size != ID_SIZE - 1) return false;
    for (size_t i = 0; i < size; i++)
        if (!strchr("abcdefghijklmnopqrstuvwxyz234567", text[i])) return false;
    return true;
}

/* Segment by segment; {id} parts go to `ids`. */
static bool match(const char *pattern, const char *path, char ids[2][ID_SIZE])
{
    int count = 0;
    while (*pattern && *path) {
        if (strncmp(pattern, "{*}", 3) == 0) return true;
        if (*pattern != '{') {
            if (*pattern++ != *path++) return false;
            continue;
        }
        const size_t size = strcspn(path, "/");
        if (strncmp(pattern, "{id}", 4) == 0) {
            if (!is_id(path, size) || count == 2) return false;
            memcpy(ids[count], path, size);
            ids[count++][size] = '\0';
        } else if (!size || size > 6 || strspn(path, "0123456789") < size) {
            return false; /* {n} */
        }
        pattern = strchr(pattern, '}') + 1;
        path += size;
    }
    return !*pattern && !*path;
}

/* The page for an unknown address: says so and links to the start. */
static void missing_page(void *part, http_request *request, http_reply *reply)
{
    page_get(part, request, reply);
    reply->status = 404;
    reply->etag[0] = '\0';
}

/* A path that a person may have typed or bookmarked: not one that only programs use. */
static bool is_page_address(const char *path)
{
    static const char *const others[] = {"/api",     "/assets", "/health",
                                         "/metrics", "/move",   "/eval"};
    if (path[0] != '/') return false;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        const size_t n = strlen(others[i]);
        if (strncmp(path, others[i], n) == 0 && (!path[n] || path[n] == '/'))
            return false;
    }
    return true;
}

/* Finds the route and the part for its handler; otherwise fills `reply` with 404 or 405
 * and returns NULL. */
static const http_route *find_route(const dispatch_parts *s, http_request *request,
                                    http_reply *reply, void **part)
{
    static const http_route missing = {HTTP_GET, "", ROUTE_FILE, missing_page};
    const http_method method =
        request->method == HTTP_HEAD ? HTTP_GET : request->method;
    bool known = false;
    *part = NULL;
    for (const http_room *room = s->rooms; room->tables; room++)
        for (const http_route *const *file = room->tables; *file; file++)
            for (const http_route *r = *file; r->pattern; r++) {
                if (!match(r->pattern, request->path, request->id)) continue;
                *part = room->part;
                if (r->method == method) return r;
                known = true;
            }
    if (!known && method == HTTP_GET && is_page_address(request->path)) return &missing;
    if (known)
        http_refuse(reply, 405, "bad_method", "This address does not take the method.");
    else
        http_refuse(reply, 404, "not_found", "There is no such address.");
    return NULL;
}

static bool rate_allowed(const dispatch_parts *s, const http_request *request,
                         limit_kind kind, http_reply *reply)
{
    int wait_s = 0;
    if (limits_take(s->limit, request->address, kind, server_ticks(), &wait_s))
        return true;
    server_refused(s->count, REFUSED_RATE, request->address, request->who.user,
                   "too_often", request->path);
    reply->retry_after_s = wait_s;
    http_refuse(reply, 429, "too_often", "Too many requests; wait a bit.");
    return false;
}

static bool welcome_host(const dispatch_parts *s, const http_request *request,
                         http_reply *reply)
{
    if (host_allowed(s, request->host)) return true;
    server_refused(s->count, REFUSED_HOST, request->address, "", "wrong_host",
                   request->host);
    http_refuse(reply, 403, "wrong_host",
                "This server does not go by that name (alea serve --host NAME).");
    return false;
}

static bool welcome_origin(const dispatch_parts *s, const http_request *request,
                           http_reply *reply)
{
    if (origin_allowed(request)) return true;
    server_refused(s->count, REFUSED_ORIGIN, request->address, request->who.user,
                   "wrong_origin", request->origin);
    http_refuse(reply, 403, "wrong_origin", "Another site may not do that here.");
    return false;
}

/* Finds the person of the request's cookie. A cookie without a session is forged or has
 * expired. */
static storage_answer find_person(const dispatch_parts *s, http_request *request)
{
    const storage_answer answer = session_find(s->people, request, &request->who);
    if (answer == ANSWER_ABSENT && session_is_claimed(request))
        server_refused(s->count, REFUSED_SESSION, request->address, "", "no_session",
                       request->path);
    return answer;
}

/* Counts requests that a handler refused for their shape or size, or because the
 * resource is not the asker's. */
void http_count_refusal(const dispatch_parts *s, const http_request *r, int status)
{
    const bool upload = r->method == HTTP_POST && strcmp(r->path, "/api/matches") == 0;
    char code[8];
    if (status != 400 && status != 403 && status != 405 && status != 413 &&
        !(upload && status == 422))
        return;
    snprintf(code, sizeof code, "%d", status);
    server_refused(s->count, upload ? REFUSED_UPLOAD : REFUSED_REQUEST, r->address,
                   r->who.user, code, r->path);
}

/* Fills the reply with an error because part of the data could not be read: the answer
 * would be incomplete. */
static void answer_unread(http_reply *reply)
{
    if (reply->later || reply->status >= 500) return;
    free(reply->body);
    reply->body = NULL;
    http_refuse_storage(reply);
}

static void dispatch(const dispatch_parts *s, http_request *request, http_reply *reply)
{
    if (request->method == HTTP_OTHER) {
        http_refuse(reply, 405, "bad_method", "Unknown method.");
        return;
    }
    if (!welcome_host(s, request, reply)) return;
    void *part;
    const http_route *route = find_route(s, request, reply, &part);
    if (!route) {
        http_count_refusal(s, request, reply->status);
        return;
    }
    if (route->needs != ROUTE_FILE) {
        if (!rate_allowed(s, request, LIMIT_REQUEST, reply)) return;
        if (*s->stopping && request->method != HTTP_GET) {
            http_refuse(reply, 503, "stopping", "The server is shutting down.");
            return;
        }
        const storage_answer person = find_person(s, request);
        const bool known = person == ANSWER_FOUND;
        if (person == ANSWER_FAILED) {
            http_refuse_storage(reply);
            return;
        }
        const bool change =
            route->needs == ROUTE_CHANGE || route->needs == ROUTE_SIGN_IN;
        if (change && !welcome_origin(s, request, reply)) return;
        if (!known && (route->needs == ROUTE_CHANGE || route->needs == ROUTE_SESSION)) {
            http_refuse(reply, 401, "no_session", "There is no session: GET /api/me.");
            return;
        }
    }
    const int64_t failed = storage_reads_failed(s->store);
    route->handler(part, request, reply);
    if (storage_reads_failed(s->store) > failed) answer_unread(reply);
    if (!reply->later) http_count_refusal(s, request, reply->status);
}

void http_dispatch(const dispatch_parts *s, http_request *request, http_reply *reply)
{
    *reply = (http_reply){0};
    server_log_about(request->trace);
    dispatch(s, request, reply);
    server_log_about(NULL);
    if (!reply->later && !reply->status)
        http_refuse(reply, 500, "internal", "The server made no answer.");
    if (!reply->later) s->count->requests[reply->status / 100 % 6]++;
}

static bool upgrade(const dispatch_parts *s, http_request *request, http_reply *reply)
{
    if (!welcome_host(s, request, reply) || !welcome_origin(s, request, reply))
        return false;
    if (strcmp(request->path, "/api/socket") != 0) {
        http_refuse(reply, 404, "not_found", "The socket is /api/socket.");
        return false;
    }
    if (!rate_allowed(s, request, LIMIT_UPGRADE, reply)) return false;
    if (*s->stopping) {
        http_refuse(reply, 503, "stopping", "The server is shutting down.");
        return false;
    }
    char id[ID_SIZE];
    const storage_answer person = find_person(s, request);
    if (person == ANSWER_FAILED) {
        http_refuse_storage(reply);
        return false;
    }
    if (person == ANSWER_FOUND) {
        if (http_query(request, "game", id, sizeof id)) s->wanted(s->context, id);
        return true;
    }
    http_refuse(reply, 401, "no_session", "There is no session: GET /api/me.");
    return false;
}

bool http_upgrade(const dispatch_parts *s, http_request *request, http_reply *reply)
{
    *reply = (http_reply){0};
    server_log_about(request->trace);
    const bool welcome = upgrade(s, request, reply);
    server_log_about(NULL);
    return welcome;
}
