/* A JSON value as one line of a program's output. */
#ifndef ALEA_JSON_LINE_H
#define ALEA_JSON_LINE_H

#include <jansson.h>
#include <stdio.h>

/* Writes `value` and a newline, with blanks after commas and colons, numbers with at
 * most nine digits; consumes the reference. NULL, which is a value that found no
 * memory, is written as an error. */
void json_print_line(FILE *out, json_t *value);

#endif
