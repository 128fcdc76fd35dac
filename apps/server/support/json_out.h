/* JSON text written front to back into one growing buffer: what is sent to many clients
 * many times a second. Commas are put where they belong. */
#ifndef ALEA_SERVER_SUPPORT_JSON_OUT_H
#define ALEA_SERVER_SUPPORT_JSON_OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct json_out {
    char *text; /* not ended by a NUL: out_text_of does that */
    size_t size, capacity;
    bool failed; /* memory was short: the text is not to be used */
} json_out;

/* All zero is an empty one. */
void out_clear(json_out *o); /* gives the memory back */
void out_open(json_out *o, char bracket);
void out_close(json_out *o, char bracket);
void out_key(json_out *o, const char *key); /* plain ASCII */
void out_string(json_out *o, const char *utf8);
void out_int(json_out *o, int64_t number);
/* At most `digits` behind the point; NAN and infinities are null. */
void out_real(json_out *o, double number, int digits);
void out_bool(json_out *o, bool value);
void out_null(json_out *o);
/* A whole JSON value that somebody else wrote. */
void out_value(json_out *o, const char *json, size_t size);
/* NULL if memory was short. */
const char *out_text_of(json_out *o);

/* Shorthands. */
void out_key_string(json_out *o, const char *key, const char *utf8);
void out_key_int(json_out *o, const char *key, int64_t number);
void out_key_bool(json_out *o, const char *key, bool value);
/* null where the text is NULL or empty. */
void out_key_string_or_null(json_out *o, const char *key, const char *utf8);
/* null where the number is negative. */
void out_key_seat(json_out *o, const char *key, int seat);
void out_key_pair(json_out *o, const char *key, int64_t a, int64_t b);

#endif
