#include "csv.h"

#include <string.h>

void csv_text(FILE *out, const char *text)
{
    fputc('"', out);
    if (*text && strchr("=+-@\t", *text)) fputc('\'', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    fputc('"', out);
}
