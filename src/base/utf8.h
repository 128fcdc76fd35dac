/* Characters of UTF-8 text. */
#ifndef ALEA_BASE_UTF8_H
#define ALEA_BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* Length of the well-formed UTF-8 sequence at the start of bytes[0..length): 1..4, or 0
 * if there is none (overlong forms, surrogates and values past U+10FFFF are
 * refused). */
size_t alea_utf8_length(const char *bytes, size_t length);
/* The same, and stores the code point. */
size_t alea_utf8_decode(const char *bytes, size_t length, uint32_t *code_point);

#endif
