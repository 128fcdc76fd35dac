/* Text into JSON, and JSON as a line of a program's output. */
#ifndef ALEA_JSON_TEXT_H
#define ALEA_JSON_TEXT_H

#include <jansson.h>
#include <stddef.h>
#include <stdio.h>

/* Copies `text`; every byte that is not valid UTF-8 becomes U+FFFD. What does not fit
 * into `capacity` is cut off, never inside a character. */
void utf8_text(const char *text, char *out, size_t capacity);

/* Writes `value` and a newline, with blanks after commas and colons, numbers with at
 * most nine digits; consumes the reference. NULL, which is a value that found no
 * memory, is written as an error. */
void json_print_line(FILE *out, json_t *value);

#endif
