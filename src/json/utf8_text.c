#include "utf8_text.h"

#include "base/utf8.h"

#include <string.h>

void utf8_text(const char *text, char *out, size_t capacity)
{
    size_t used = 0;
    for (size_t left = strlen(text); left > 0;) {
        const size_t n = alea_utf8_length(text, left), width = n ? n : 3;
        if (used + width >= capacity) break;
        memcpy(out + used, n ? text : "\xEF\xBF\xBD", width);
        used += width;
        text += n ? n : 1;
        left -= n ? n : 1;
    }
    out[used] = '\0';
}
