/* Reading requests and making replies, without network or server. */
#include "request.h"

#include "base/utf8.h"
#include "json/error.h"

#include <ctype.h>
#include <errno.h>
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

static bool is_plain(const char *text, size_t least, size_t most, bool lines)
{
    size_t count = 0;
    for (size_t left = strlen(text); left > 0; count++) {
        uint32_t value;
        const size_t size = alea_utf8_decode(text, left, &value);
        const bool is_control = value < 0x20 || (value >= 0x7F && value < 0xA0);
        if (!size || (is_control && !(lines && value == '\n'))) return false;
        text += size;
        left -= size;
    }
    return count >= least && count <= most;
}

bool http_is_plain(const char *text, size_t least, size_t most)
{
    return is_plain(text, least, most, false);
}

bool http_is_plain_text(const char *text, size_t most)
{
    return is_plain(text, 0, most, true);
}

static bool is_utf8(const char *text)
{
    size_t left = strlen(text), size;
    for (; left > 0; text += size, left -= size)
        if (!(size = alea_utf8_length(text, left))) return false;
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

/* Finds the value of a parameter, still encoded, and its end; NULL: it is absent. */
static const char *find_value(const http_request *request, const char *name,
                              const char **end)
{
    const size_t length = strlen(name);
    const char *at = request->query;
    while (*at) {
        *end = at + strcspn(at, "&");
        if (strncmp(at, name, length) == 0 && at[length] == '=') return at + length + 1;
        at = **end ? *end + 1 : *end;
    }
    return NULL;
}

bool http_query(const http_request *request, const char *name, char *out, size_t size)
{
    const char *end, *value = find_value(request, name, &end);
    return value && decode(value, end, out, size);
}

bool http_query_number(const http_request *request, const char *name, int64_t absent,
                       int64_t least, int64_t most, int64_t *out)
{
    char text[24], *rest;
    const char *end, *value = find_value(request, name, &end);
    *out = absent;
    if (!value) return true;
    if (!decode(value, end, text, sizeof text) || !*text) return false;
    errno = 0;
    *out = strtoll(text, &rest, 10);
    return !*rest && errno == 0 && *out >= least && *out <= most;
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

/* Bounds the nesting, because jansson alone would recurse 2,048 deep. */
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
    const alea_error where = {.line = error.line > 0 ? (size_t)error.line : 0,
                              .column = error.column > 0 ? (size_t)error.column : 0,
                              .reason = "The body is not valid JSON."};
    http_answer(reply, 400, error_answer(error_json_at("bad_json", &where)));
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
    http_answer(reply, status, error_answer(error_json(code, text)));
}

void http_refuse_storage(http_reply *reply)
{
    reply->retry_after_s = 2;
    http_refuse(reply, 503, "storage",
                "The server cannot reach its data just now. Try again in a moment.");
}

/* ---- sizes ---- */

size_t http_body_limit(http_method method, const char *path)
{
    const bool upload =
        method == HTTP_POST &&
        (strcmp(path, "/api/matches") == 0 || strcmp(path, "/api/desk/matches") == 0 ||
         strcmp(path, "/api/desk/merge") == 0);
    return upload ? HTTP_UPLOAD_MAX : HTTP_BODY_MAX;
}
