#include "sorted.h"

#include <stdbool.h>
#include <string.h>

/* Whether the line sorts after the key. */
static bool is_after(const char *line, const char *key, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (line[i] == '\n' || line[i] != key[i])
            return line[i] != '\n' && (unsigned char)line[i] > (unsigned char)key[i];
    return line[size] != '\n';
}

const char *sorted_line(const char *start, const char *end, const char *key,
                        size_t size)
{
    const char *found = NULL;
    while (start < end) {
        const char *line = start + (end - start) / 2;
        while (line > start && line[-1] != '\n') line--;
        if (is_after(line, key, size)) {
            end = line;
        } else {
            found = line;
            start = strchr(line, '\n') + 1;
        }
    }
    return found;
}
