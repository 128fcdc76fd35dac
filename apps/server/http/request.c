/* Requests read, routes found, rights checked, answers made. */
#include "request.h"

#include "server/support/limits.h"
#include "server/server.h"
#include "server/people/session.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { JSON_DEPTH = 32 };

/* ---- reading ---- */

static int hex_of(char c)
{
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

/* The length of the UTF-8 character at `c`, 0 if it is none; *value gets it. */
static size_t utf8_at(const unsigned char *c, uint32_t *value)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const size_t size = *c < 0x80             ? 1
                        : (*c & 0xE0) == 0xC0 ? 2
                        : (*c & 0xF0) == 0xE0 ? 3
                        : (*c & 0xF8) == 0xF0 ? 4
                                              : 0;
    if (!size) return 0;
    *value = size == 1 ? *c : *c & (0x7FU >> size);
    for (size_t i = 1; i < size; i++) {
        if ((c[i] & 0xC0) != 0x80) return 0;
        *value = *value << 6 | (c[i] & 0x3F);
    }
    const bool surrogate = *value >= 0xD800 && *value < 0xE000;
    return *value < least[size] || *value > 0x10FFFF || surrogate ? 0 : size;
}

bool http_is_plain(const char *text, size_t least, size_t most)
{
    size_t count = 0;
    for (const unsigned char *c = (const unsigned char *)text; *c; count++) {
        uint32_t value;
        const size_t size = utf8_at(c, &value);
        if (!size || value < 0x20 || (value >= 0x7F && value < 0xA0)) return false;
        c += size;
    }
    return count >= least && count <= most;
}

static bool is_utf8(const char *text)
{
    uint32_t value;
    size_t size;
    for (; *text; text += size)
        if (!(size = utf8_at((const unsigned char *)text, &value))) return false;
    return true;
}

/* Percent-decodes up to `end`; false on a bad escape, a NUL or too little room. */
static bool decode(const char *from, const char *end, char *out, size_t size)
{
    size_t n = 0;
    while (from < end) {
        char c = *from++;
        if (c == '+') {
            c = ' ';
        } else if (c == '%') {
            const int high = end - from >= 2 ? hex_of(from[0]) : -1;
            const int low = high >= 0 ? hex_of(from[1]) : -1;
            if (low < 0) return false;
            c = (char)(high << 4 | low);
            from += 2;
        }
        if (!c || n + 1 >= size) return false;
        out[n++] = c;
    }
    out[n] = '\0';
    return is_utf8(out);
}

bool http_query(const http_request *request, const char *name, char *out, size_t size)
{
    const size_t length = strlen(name);
    const char *at = request->query;
    while (*at) {
        const char *end = at + strcspn(at, "&");
        if (strncmp(at, name, length) == 0 && at[length] == '=')
            return decode(at + length + 1, end, out, size);
        at = *end ? end + 1 : end;
    }
    return false;
}

bool http_cookie(const http_request *request, const char *name, char *out, size_t size)
{
    const size_t length = strlen(name);
    const char *at = request->cookie;
    while (*at) {
        at += strspn(at, "; \t");
        const size_t part = strcspn(at, ";");
        if (part > length && strncmp(at, name, length) == 0 && at[length] == '=') {
            size_t n = part - length - 1;
            while (n && (at[length + n] == ' ' || at[length + n] == '\t')) n--;
            if (n >= size) return false;
            memcpy(out, at + length + 1, n);
            out[n] = '\0';
            return true;
        }
        at += part;
    }
    return false;
}

/* jansson goes 2,048 deep; nothing here needs so much stack. */
static bool is_shallow(const char *text, size_t size)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < size; i++) {
        if (quoted) {
            if (text[i] == '\\')
                i++;
            else if (text[i] == '"')
                quoted = false;
        } else if (text[i] == '"') {
            quoted = true;
        } else if (text[i] == '{' || text[i] == '[') {
            if (++depth > JSON_DEPTH) return false;
        } else if (text[i] == '}' || text[i] == ']') {
            depth--;
        }
    }
    return true;
}

json_t *http_json(const http_request *request, http_reply *reply)
{
    json_error_t error;
    if (!request->body || request->body_size > HTTP_BODY_MAX ||
        !is_shallow(request->body, request->body_size)) {
        http_refuse(reply, 400, "bad_json",
                    request->body && request->body_size ? "The JSON is nested too deep."
                                                        : "A JSON object is needed.");
        return NULL;
    }
    json_t *value =
        json_loadb(request->body, request->body_size, JSON_REJECT_DUPLICATES, &error);
    if (json_is_object(value)) return value;
    if (value) {
        http_refuse(reply, 400, "bad_json", "A JSON object is needed.");
        json_decref(value);
        return NULL;
    }
    http_answer(reply, 400,
                json_pack("{s:{s:s,s:s,s:i,s:i}}", "error", "code", "bad_json", "text",
                          "That is no JSON.", "line", error.line, "column",
                          error.column));
    return NULL;
}

const char *http_text(const json_t *object, const char *name)
{
    return json_string_value(json_object_get(object, name));
}

/* ---- answering ---- */

void http_reply_free(http_reply *reply)
{
    free(reply->body);
    reply->body = NULL;
    reply->size = 0;
}

void http_answer(http_reply *reply, int status, json_t *body)
{
    char *text = body ? json_dumps(body, JSON_COMPACT | JSON_REAL_PRECISION(9)) : NULL;
    json_decref(body);
    http_reply_free(reply);
    reply->fixed = NULL;
    reply->gzipped = false;
    reply->type = NULL;
    reply->status = text ? status : 500;
    reply->body = text;
    reply->size = text ? strlen(text) : 0;
}

void http_refuse(http_reply *reply, int status, const char *code, const char *format,
                 ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    json_t *body = json_pack("{s:{s:s,s:s}}", "error", "code", code, "text", text);
    /* A text from outside that is no UTF-8, or was cut within a character. */
    if (!body) body = json_pack("{s:{s:s,s:s}}", "error", "code", code, "text", code);
    http_answer(reply, status, body);
}

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

/* A page of somebody else's whose name was turned to this machine (DNS rebinding) sends
 * its own name as Host. An address cannot be turned, so any address will do. */
static bool host_allowed(const server *s, const char *text)
{
    char host[256];
    if (!read_host(text, host, sizeof host)) return false;
    if (strcmp(host, "localhost") == 0 || is_address(host)) return true;
    if (s->options.listen && strcasecmp(host, s->options.listen) == 0) return true;
    for (size_t i = 0; i < sizeof s->options.hosts / sizeof *s->options.hosts; i++)
        if (s->options.hosts[i] && strcasecmp(host, s->options.hosts[i]) == 0)
            return true;
    return false;
}

/* None (no browser), or this very server's. */
static bool origin_allowed(const http_request *request)
{
    const char *scheme = request->secure ? "https://" : "http://";
    const char *standard = request->secure ? ":443" : ":80";
    if (!*request->origin) return true;
    if (strncasecmp(request->origin, scheme, strlen(scheme)) != 0) return false;
    const char *origin = request->origin + strlen(scheme);
    if (strcasecmp(origin, request->host) == 0) return true;
    /* Browsers leave the standard port out of both; others may write it in one. */
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

/* The route of the request; NULL after the answer that there is none. */
static const http_route *find_route(http_request *request, http_reply *reply)
{
    const http_method method =
        request->method == HTTP_HEAD ? HTTP_GET : request->method;
    bool known = false;
    for (const http_route *r = http_routes; r->pattern; r++) {
        if (!match(r->pattern, request->path, request->id)) continue;
        if (r->method == method) return r;
        known = true;
    }
    if (known)
        http_refuse(reply, 405, "bad_method", "That is not done here.");
    else
        http_refuse(reply, 404, "not_found", "There is nothing here.");
    return NULL;
}

static bool rate_allowed(server *s, const http_request *request, limit_kind kind,
                         http_reply *reply)
{
    int wait_s = 0;
    if (limits_take(s->limit, request->address, kind, server_now(), &wait_s))
        return true;
    server_refused(s, REFUSED_RATE, request->address, request->who.user, "too_often",
                   request->path);
    reply->retry_after_s = wait_s;
    http_refuse(reply, 429, "too_often", "Too many requests; wait a bit.");
    return false;
}

static bool welcome_host(server *s, const http_request *request, http_reply *reply)
{
    if (host_allowed(s, request->host)) return true;
    server_refused(s, REFUSED_HOST, request->address, "", "wrong_host", request->host);
    http_refuse(reply, 403, "wrong_host",
                "This server does not go by that name (alea serve --host NAME).");
    return false;
}

static bool welcome_origin(server *s, const http_request *request, http_reply *reply)
{
    if (origin_allowed(request)) return true;
    server_refused(s, REFUSED_ORIGIN, request->address, request->who.user,
                   "wrong_origin", request->origin);
    http_refuse(reply, 403, "wrong_origin", "Another site may not do that here.");
    return false;
}

/* Not "who are you" but "I am": a cookie that is nobody's is forged, or has ended. */
static bool find_person(server *s, http_request *request)
{
    if (session_find(s, request, &request->who)) return true;
    if (session_is_claimed(request))
        server_refused(s, REFUSED_SESSION, request->address, "", "no_session",
                       request->path);
    return false;
}

/* What a handler refused for its shape, its size, or because it is not the asker's. */
void http_count_refusal(server *s, const http_request *r, int status)
{
    const bool upload = r->method == HTTP_POST && strcmp(r->path, "/api/matches") == 0;
    char code[8];
    if (status != 400 && status != 403 && status != 405 && status != 413 &&
        !(upload && status == 422))
        return;
    snprintf(code, sizeof code, "%d", status);
    server_refused(s, upload ? REFUSED_UPLOAD : REFUSED_REQUEST, r->address,
                   r->who.user, code, r->path);
}

static void dispatch(server *s, http_request *request, http_reply *reply)
{
    if (!welcome_host(s, request, reply)) return;
    const http_route *route = find_route(request, reply);
    if (!route) {
        http_count_refusal(s, request, reply->status);
        return;
    }
    if (route->needs != ROUTE_FILE) {
        if (!rate_allowed(s, request, LIMIT_REQUEST, reply)) return;
        if (s->stopping && request->method != HTTP_GET) {
            http_refuse(reply, 503, "stopping", "The server is shutting down.");
            return;
        }
        const bool known = find_person(s, request);
        const bool change =
            route->needs == ROUTE_CHANGE || route->needs == ROUTE_SIGN_IN;
        if (change && !welcome_origin(s, request, reply)) return;
        if (!known && (route->needs == ROUTE_CHANGE || route->needs == ROUTE_SESSION)) {
            http_refuse(reply, 401, "no_session", "There is no session: GET /api/me.");
            return;
        }
    }
    route->handler(s, request, reply);
    if (!reply->later) http_count_refusal(s, request, reply->status);
}

void http_dispatch(server *s, http_request *request, http_reply *reply)
{
    *reply = (http_reply){0};
    dispatch(s, request, reply);
    if (!reply->later && !reply->status)
        http_refuse(reply, 500, "internal", "The server made no answer.");
    if (!reply->later) s->count.requests[reply->status / 100 % 6]++;
}

bool http_upgrade(server *s, http_request *request, http_reply *reply)
{
    *reply = (http_reply){0};
    if (!welcome_host(s, request, reply) || !welcome_origin(s, request, reply))
        return false;
    if (strcmp(request->path, "/api/socket") != 0) {
        http_refuse(reply, 404, "not_found", "The socket is /api/socket.");
        return false;
    }
    if (!rate_allowed(s, request, LIMIT_UPGRADE, reply)) return false;
    if (s->stopping) {
        http_refuse(reply, 503, "stopping", "The server is shutting down.");
        return false;
    }
    if (find_person(s, request)) return true;
    http_refuse(reply, 401, "no_session", "There is no session: GET /api/me.");
    return false;
}

size_t http_body_limit(http_method method, const char *path)
{
    return method == HTTP_POST && strcmp(path, "/api/matches") == 0 ? HTTP_UPLOAD_MAX
                                                                    : HTTP_BODY_MAX;
}
