#include "utf8_text.h"

#include <string.h>

/* Bytes of the character at `s`, which ends with a NUL; 0 if there is none. No overlong
 * forms, no surrogates, nothing above U+10FFFF. */
static size_t character(const unsigned char *s)
{
    unsigned char low = 0x80, high = 0xBF;
    size_t n;
    if (s[0] < 0x80) return s[0] ? 1 : 0;
    if (s[0] >= 0xC2 && s[0] <= 0xDF)
        n = 2;
    else if (s[0] >= 0xE0 && s[0] <= 0xEF)
        n = 3;
    else if (s[0] >= 0xF0 && s[0] <= 0xF4)
        n = 4;
    else
        return 0;
    if (s[0] == 0xE0) low = 0xA0;
    if (s[0] == 0xED) high = 0x9F;
    if (s[0] == 0xF0) low = 0x90;
    if (s[0] == 0xF4) high = 0x8F;
    for (size_t i = 1; i < n; i++) {
        if (s[i] < low || s[i] > high) return 0;
        low = 0x80;
        high = 0xBF;
    }
    return n;
}

void utf8_text(const char *text, char *out, size_t room)
{
    size_t used = 0;
    while (*text) {
        size_t n = character((const unsigned char *)text), width = n ? n : 3;
        if (used + width >= room) break;
        memcpy(out + used, n ? text : "\xEF\xBF\xBD", width);
        used += width;
        text += n ? n : 1;
    }
    out[used] = '\0';
}
