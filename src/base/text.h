/* Text put together piece by piece, in the caller's buffer or in memory of its own with
 * a bound. A piece that does not fit is dropped and remembered: check once, at the
 * end. */
#ifndef ALEA_BASE_TEXT_H
#define ALEA_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <alea/status.h>

#include "error.h"

typedef struct alea_text {
    char *start;   /* always NUL-terminated while size > 0 */
    size_t length; /* without the NUL */
    size_t size;   /* of the memory behind `start` */
    size_t cap;    /* own memory may grow to this; 0: the buffer is the caller's */
    bool overflowed;
    size_t wanted; /* the length if nothing had been dropped */
} alea_text;

/* Writes into `buffer`; size >= 1. */
alea_text alea_text_in(char *buffer, size_t size);
/* Own memory, growing to at most `cap` bytes with the NUL; end with alea_text_free. */
alea_text alea_text_growing(size_t cap);
/* Gives own memory back; does nothing to a caller's buffer. */
void alea_text_free(alea_text *text);
/* Empties it, keeping the memory. */
void alea_text_reset(alea_text *text);

void alea_text_bytes(alea_text *text, const char *bytes, size_t length);
void alea_text_put(alea_text *text, const char *string);
void alea_text_char(alea_text *text, char c);
void alea_text_integer(alea_text *text, int64_t value);
/* `c` until the text is `length` long; nothing if it is longer already. */
void alea_text_pad(alea_text *text, char c, size_t length);
void alea_text_format(alea_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* ALEA_OK, or ALEA_ERROR_MEMORY if anything was dropped. */
alea_status alea_text_status(const alea_text *text);

/* Appends a code point as UTF-8; U+FFFD for one that is not a scalar value. */
void alea_text_code_point(alea_text *text, uint32_t code_point);

#endif
