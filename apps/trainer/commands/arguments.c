#include "command.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int read_count(const char *text, long low, long high, const char *what, long *out)
{
    char *end = NULL;
    errno = 0;
    long number = strtol(text, &end, 10);
    if (end != text && *end == '\0' && errno == 0 && number >= low && number <= high) {
        *out = number;
        return 0;
    }
    fprintf(stderr,
            "alea-train: %s must be a whole number from %ld to %ld, not '%.40s'\n",
            what, low, high, text);
    return -1;
}
