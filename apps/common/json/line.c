#include "line.h"

#include <stdlib.h>

enum { DIGITS = 9 }; /* more than a float has; numbers are rounded when they are made */

void json_print_line(FILE *out, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_REAL_PRECISION(DIGITS)) : NULL;
    fputs(
        text ? text
             : "{\"error\": {\"code\": \"no_memory\", \"message\": \"out of memory\"}}",
        out);
    putc('\n', out);
    free(text);
    json_decref(value);
}
