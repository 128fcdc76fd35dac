#include "json_out.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *reserve(json_out *o, size_t more)
{
    if (o->failed) return NULL;
    if (o->size + more + 1 > o->capacity) {
        size_t capacity = o->capacity + o->capacity / 2 + more + 1024;
        char *text = realloc(o->text, capacity);
        if (!text) {
            o->failed = true;
            return NULL;
        }
        o->text = text;
        o->capacity = capacity;
    }
    return o->text + o->size;
}

static void put(json_out *o, const char *bytes, size_t size)
{
    char *at = reserve(o, size);
    if (!at) return;
    memcpy(at, bytes, size);
    o->size += size;
}

static void put_char(json_out *o, char c)
{
    put(o, &c, 1);
}

/* A value or key comes: a comma, unless it is the first or follows its key. */
static void separate(json_out *o)
{
    if (o->size == 0 || o->failed) return;
    const char last = o->text[o->size - 1];
    if (last != '{' && last != '[' && last != ':') put_char(o, ',');
}

void out_clear(json_out *o)
{
    free(o->text);
    *o = (json_out){0};
}

void out_open(json_out *o, char bracket)
{
    separate(o);
    put_char(o, bracket);
}

void out_close(json_out *o, char bracket)
{
    put_char(o, bracket);
}

void out_key(json_out *o, const char *key)
{
    separate(o);
    put_char(o, '"');
    put(o, key, strlen(key));
    put(o, "\":", 2);
}

void out_string(json_out *o, const char *utf8)
{
    separate(o);
    put_char(o, '"');
    for (const char *p = utf8; *p;) {
        size_t plain = 0;
        while (p[plain] && p[plain] != '"' && p[plain] != '\\' &&
               (unsigned char)p[plain] >= 0x20)
            plain++;
        put(o, p, plain);
        p += plain;
        if (!*p) break;
        char escaped[8];
        const int n = *p == '"' || *p == '\\'
                          ? snprintf(escaped, sizeof escaped, "\\%c", *p)
                          : snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*p);
        put(o, escaped, (size_t)n);
        p++;
    }
    put_char(o, '"');
}

void out_int(json_out *o, int64_t number)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;
    separate(o);
    do digits[--at] = (char)('0' + rest % 10);
    while ((rest /= 10) > 0);
    if (number < 0) digits[--at] = '-';
    put(o, digits + at, sizeof digits - at);
}

void out_real(json_out *o, double number, int digits)
{
    char text[64];
    if (!isfinite(number)) {
        out_null(o);
        return;
    }
    separate(o);
    const int n = snprintf(text, sizeof text, "%.*f", digits, number);
    put(o, text, n > 0 && (size_t)n < sizeof text ? (size_t)n : 0);
}

void out_bool(json_out *o, bool value)
{
    separate(o);
    put(o, value ? "true" : "false", value ? 4 : 5);
}

void out_null(json_out *o)
{
    separate(o);
    put(o, "null", 4);
}

void out_value(json_out *o, const char *json, size_t size)
{
    separate(o);
    put(o, json, size);
}

const char *out_text_of(json_out *o)
{
    char *end = reserve(o, 1);
    if (!end) return NULL;
    *end = '\0';
    return o->text;
}

void out_key_string(json_out *o, const char *key, const char *utf8)
{
    out_key(o, key);
    out_string(o, utf8);
}

void out_key_int(json_out *o, const char *key, int64_t number)
{
    out_key(o, key);
    out_int(o, number);
}

void out_key_bool(json_out *o, const char *key, bool value)
{
    out_key(o, key);
    out_bool(o, value);
}

void out_key_string_or_null(json_out *o, const char *key, const char *utf8)
{
    out_key(o, key);
    if (utf8 && *utf8)
        out_string(o, utf8);
    else
        out_null(o);
}

void out_key_seat(json_out *o, const char *key, int seat)
{
    out_key(o, key);
    if (seat < 0)
        out_null(o);
    else
        out_int(o, seat);
}

void out_key_pair(json_out *o, const char *key, int64_t a, int64_t b)
{
    out_key(o, key);
    out_open(o, '[');
    out_int(o, a);
    out_int(o, b);
    out_close(o, ']');
}
