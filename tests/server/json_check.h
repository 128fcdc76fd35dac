/* Is that one JSON value in UTF-8? Without making anything of it: a fuzz target asks of
 * thousands of messages a second. */
#ifndef ALEA_TESTS_SERVER_JSON_CHECK_H
#define ALEA_TESTS_SERVER_JSON_CHECK_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Not the code under test: instrumented at each byte it would take most of the
 * time. */
#ifdef __clang__
#define JSON_CHECK_PLAIN                                                               \
    __attribute__((no_sanitize("address", "undefined", "coverage")))
#else
#define JSON_CHECK_PLAIN
#endif

JSON_CHECK_PLAIN static inline const unsigned char *
json_check_hex(const unsigned char *c)
{
    for (int i = 0; i < 4; i++, c++)
        if (!*c || !strchr("0123456789abcdefABCDEF", *c)) return NULL;
    return c;
}

/* `c` is after the quote that begins it; gives what comes after the one that ends
 * it. */
JSON_CHECK_PLAIN static inline const unsigned char *
json_check_string(const unsigned char *c)
{
    while (c && *c != '"') {
        if (*c < ' ') return NULL; /* the NUL at the end, too */
        if (*c == '\\') {
            const unsigned char what = c[1];
            if (!what || !strchr("\"\\/bfnrtu", what)) return NULL;
            c = what == 'u' ? json_check_hex(c + 2) : c + 2;
            continue;
        }
        const int more = *c < 0x80   ? 0
                         : *c < 0xC2 ? -1
                         : *c < 0xE0 ? 1
                         : *c < 0xF0 ? 2
                                     : 3;
        if (more < 0 || *c > 0xF4) return NULL;
        for (int i = 1; i <= more; i++)
            if ((c[i] & 0xC0) != 0x80) return NULL;
        c += more + 1;
    }
    return c ? c + 1 : NULL;
}

JSON_CHECK_PLAIN static inline const unsigned char *
json_check_digits(const unsigned char *c)
{
    if (*c < '0' || *c > '9') return NULL;
    while (*c >= '0' && *c <= '9') c++;
    return c;
}

JSON_CHECK_PLAIN static inline const unsigned char *
json_check_number(const unsigned char *c)
{
    if (*c == '-') c++;
    c = *c == '0' ? c + 1 : json_check_digits(c);
    if (c && *c == '.') c = json_check_digits(c + 1);
    if (c && (*c == 'e' || *c == 'E')) {
        c++;
        if (*c == '+' || *c == '-') c++;
        c = json_check_digits(c);
    }
    return c;
}

/* NULL: it is none. Nothing is written with white space. */
JSON_CHECK_PLAIN static inline const unsigned char *
json_check_value(const unsigned char *c, int depth)
{
    const unsigned char open = *c;
    if (depth > 32) return NULL;
    if (open == '"') return json_check_string(c + 1);
    if (strncmp((const char *)c, "true", 4) == 0) return c + 4;
    if (strncmp((const char *)c, "null", 4) == 0) return c + 4;
    if (strncmp((const char *)c, "false", 5) == 0) return c + 5;
    if (open != '{' && open != '[') return json_check_number(c);
    const unsigned char close = open == '{' ? '}' : ']';
    if (c[1] == close) return c + 2;
    do {
        c++;
        if (open == '{') {
            if (*c != '"' || !(c = json_check_string(c + 1)) || *c != ':') return NULL;
            c++;
        }
        if (!(c = json_check_value(c, depth + 1))) return NULL;
    } while (*c == ',');
    return *c == close ? c + 1 : NULL;
}

/* `text` ends with a NUL at `size`. */
JSON_CHECK_PLAIN static inline bool json_check(const char *text, size_t size)
{
    const unsigned char *end = json_check_value((const unsigned char *)text, 0);
    return end == (const unsigned char *)text + size;
}

#endif
