#include "command.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

void train_say(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    fputs("alea-train: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    va_end(values);
}

int read_count(const char *text, long low, long high, const char *what, long *out)
{
    char *end = NULL;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && number >= low && number <= high) {
        *out = number;
        return 0;
    }
    train_say("%s must be a whole number from %ld to %ld, not '%.40s'", what, low, high,
              text);
    return -1;
}
