/* Bytes that somebody typed, as text that JSON can hold. */
#ifndef ALEA_JSON_UTF8_TEXT_H
#define ALEA_JSON_UTF8_TEXT_H

#include <stddef.h>

/* Copies `text`; every byte that is not valid UTF-8 becomes U+FFFD. What does not fit
 * into `capacity` is cut off, never inside a character. */
void utf8_text(const char *text, char *out, size_t capacity);

#endif
