/* Strict JSON (RFC 8259), one value at a time, without allocation: the text becomes a
 * flat list of tokens in the caller's document. Bounded depth and size. */
#ifndef ALEA_FORMATS_MATCHES_JOURNAL_JSON_H
#define ALEA_FORMATS_MATCHES_JOURNAL_JSON_H

#include <stdbool.h>
#include <stdint.h>

#include "base/text.h"

enum { JSON_TOKENS = 1024, JSON_DEPTH = 16, JSON_NONE = -1 };

typedef enum js_type {
    JSON_OBJECT = 0,
    JSON_ARRAY,
    JSON_STRING,
    JSON_NUMBER,
    JSON_TRUE,
    JSON_FALSE,
    JSON_NULL
} js_type;

typedef struct js_token {
    js_type type;
    uint32_t start, end; /* in the text; a string without its quotes */
    int next;            /* the token after this value and all in it */
} js_token;

/* Token 0 is the value; the members of an object follow it as key, value, key,
 * value. */
typedef struct js_document {
    const char *text;
    int tokens;
    js_token token[JSON_TOKENS];
} js_document;

/* The whole text must be one value (blanks around it allowed). The text must outlive
 * the document. */
alea_status js_read(js_document *document, const char *text, size_t length,
                    alea_error *error);
/* The value of a member, or JSON_NONE; `object` may be JSON_NONE or no object. */
int js_member(const js_document *document, int object, const char *key);
/* A value is a number without fraction that fits. */
bool js_integer(const js_document *document, int value, int64_t *out);
/* Appends a string's characters, escapes undone; false if the value is no string. */
bool js_string(const js_document *document, int value, alea_text *out);
/* The string is exactly this word, written without escapes. */
bool js_is(const js_document *document, int value, const char *word);

/* Writing: a string with its quotes. */
void js_put_string(alea_text *out, const char *string);

#endif
