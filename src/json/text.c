#include "text.h"

#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void utf8_text(const char *text, char *out, size_t capacity)
{
    size_t used = 0;
    for (size_t left = strlen(text); left > 0;) {
        const size_t n = alea_utf8_length(text, left), width = n ? n : 3;
        if (used + width >= capacity) break;
        memcpy(out + used, n ? text : "\xEF\xBF\xBD", width);
        used += width;
        text += n ? n : 1;
        left -= n ? n : 1;
    }
    out[used] = '\0';
}

/* ---- a line ---- */

enum {
    DIGITS = 9,    /* more than a float has; numbers are rounded when they are made */
    DECIMALS = 6,  /* of number_json */
    ROOM = 1 << 12 /* put out at once */
};

/* A line on its way out. jansson's own writer takes twice the time of a whole 0-ply
 * decision, most of it for numbers. */
typedef struct line {
    FILE *to;
    size_t size;
    char text[ROOM];
} line;

static void put_bytes(line *l, const char *bytes, size_t size)
{
    if (size > ROOM - l->size) {
        fwrite(l->text, 1, l->size, l->to);
        l->size = 0;
    }
    if (size > ROOM) {
        fwrite(bytes, 1, size, l->to);
        return;
    }
    memcpy(l->text + l->size, bytes, size);
    l->size += size;
}

static void put_text(line *l, const char *text)
{
    put_bytes(l, text, strlen(text));
}

static void put_string(line *l, const char *text, size_t size)
{
    size_t from = 0;
    put_bytes(l, "\"", 1);
    for (size_t i = 0; i < size; i++) {
        const unsigned char c = (unsigned char)text[i];
        char code[8];
        if (c >= ' ' && c != '"' && c != '\\') continue;
        put_bytes(l, text + from, i - from);
        from = i + 1;
        const char *known = c ? strchr("\"\\\bb\ff\nn\rr\tt", c) : NULL;
        if (c == '"' || c == '\\')
            snprintf(code, sizeof code, "\\%c", c);
        else if (known)
            snprintf(code, sizeof code, "\\%c", known[1]);
        else
            snprintf(code, sizeof code, "\\u%04X", c);
        put_text(l, code);
    }
    put_bytes(l, text + from, size - from);
    put_bytes(l, "\"", 1);
}

static void put_integer(line *l, json_int_t value)
{
    char text[24];
    put_bytes(l, text, (size_t)snprintf(text, sizeof text, "%lld", (long long)value));
}

/* A number of six decimals at most by integers; others as jansson writes them. */
static void put_real(line *l, const json_t *real)
{
    const double value = json_real_value(real), scaled = value * 1e6;
    const double whole = round(scaled);
    if (!(fabs(scaled) < 1e15) || fabs(scaled - whole) > 1e-3) {
        char *text = json_dumps(real, JSON_REAL_PRECISION(DIGITS) | JSON_ENCODE_ANY);
        put_text(l, text ? text : "null");
        free(text);
        return;
    }
    unsigned long long n = (unsigned long long)fabs(whole);
    char text[32], *at = text + sizeof text;
    int decimals = DECIMALS;
    while (decimals > 1 && n % 10 == 0) {
        n /= 10;
        decimals--;
    }
    for (; decimals > 0; decimals--) {
        *--at = (char)('0' + n % 10);
        n /= 10;
    }
    *--at = '.';
    do {
        *--at = (char)('0' + n % 10);
        n /= 10;
    } while (n);
    if (whole < 0) *--at = '-';
    put_bytes(l, at, (size_t)(text + sizeof text - at));
}

static void put_value(line *l, json_t *value);

static void put_object(line *l, json_t *object)
{
    const char *separator = "{";
    for (void *at = json_object_iter(object); at;
         at = json_object_iter_next(object, at)) {
        const char *key = json_object_iter_key(at);
        put_text(l, separator);
        put_string(l, key, strlen(key));
        put_bytes(l, ": ", 2);
        put_value(l, json_object_iter_value(at));
        separator = ", ";
    }
    put_text(l, *separator == '{' ? "{}" : "}");
}

static void put_array(line *l, json_t *array)
{
    const size_t count = json_array_size(array);
    put_bytes(l, "[", 1);
    for (size_t i = 0; i < count; i++) {
        if (i) put_bytes(l, ", ", 2);
        put_value(l, json_array_get(array, i));
    }
    put_bytes(l, "]", 1);
}

/* Not deeper than the program nests its own values. */
static void put_value(line *l, json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT: put_object(l, value); return;
    case JSON_ARRAY: put_array(l, value); return;
    case JSON_STRING:
        put_string(l, json_string_value(value), json_string_length(value));
        return;
    case JSON_INTEGER: put_integer(l, json_integer_value(value)); return;
    case JSON_REAL: put_real(l, value); return;
    case JSON_TRUE: put_text(l, "true"); return;
    case JSON_FALSE: put_text(l, "false"); return;
    case JSON_NULL: put_text(l, "null"); return;
    }
}

void json_print_line(FILE *out, json_t *value)
{
    line l; /* its text is not cleared first */
    l.to = out;
    l.size = 0;
    if (value)
        put_value(&l, value);
    else
        put_text(
            &l,
            "{\"error\": {\"code\": \"no_memory\", \"message\": \"out of memory\"}}");
    put_bytes(&l, "\n", 1);
    fwrite(l.text, 1, l.size, out);
    json_decref(value);
}
