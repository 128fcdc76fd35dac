/* Text files embedded in the program, with lines sorted by their bytes. */
#ifndef ALEA_SERVER_PEOPLE_SORTED_H
#define ALEA_SERVER_PEOPLE_SORTED_H

#include <stddef.h>

/* The last line of start..end, which ends with '\n', that does not come after the key;
 * NULL if all do. */
const char *sorted_line(const char *start, const char *end, const char *key,
                        size_t size);

#endif
