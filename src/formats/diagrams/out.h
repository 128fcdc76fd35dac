/* Text into a caller's buffer, counted even where it no longer fits. */
#ifndef ALEA_FORMATS_DIAGRAMS_OUT_H
#define ALEA_FORMATS_DIAGRAMS_OUT_H

#include <stddef.h>

typedef struct out {
    char *text;
    size_t room, used; /* used may pass room: the whole length */
} out;

void out_put(out *o, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* With &, <, >, " and ' as entities; bytes below 32 become blanks. */
void out_put_xml(out *o, const char *text);

#endif
