#include "parse.h"

#include <string.h>

bool parse_goes_on(const char *text, size_t length, const char *word)
{
    size_t i = 1;
    for (; word[i]; i++)
        if (i >= length || parse_lower(text[i]) != word[i]) return false;
    return true;
}

bool parse_equals(const char *text, size_t length, const char *word)
{
    return strlen(word) == length && parse_starts(text, length, word);
}

bool parse_int(const char *text, size_t length, int *out)
{
    bool negative = length > 0 && text[0] == '-';
    size_t i = negative ? 1 : 0;
    if (length - i < 1 || length - i > 9) return false;
    int value = 0;
    for (; i < length; i++) {
        if (!parse_is_digit(text[i])) return false;
        value = value * 10 + (text[i] - '0');
    }
    *out = negative ? -value : value;
    return true;
}

uint32_t parse_windows(unsigned char c)
{
    /* Where it differs from Latin-1: 0x80..0x9F; 0 = no character. */
    static const uint16_t windows[32] = {
        0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
        0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};
    return c >= 0x80 && c < 0xA0 && windows[c - 0x80] ? windows[c - 0x80] : c;
}

bool parse_utf16(const void *bytes, size_t size, bool *big, size_t *mark)
{
    const unsigned char *b = bytes;
    if (size < 4) return false;
    bool little_mark = b[0] == 0xFF && b[1] == 0xFE;
    bool big_mark = b[0] == 0xFE && b[1] == 0xFF;
    bool little = b[0] && !b[1] && b[2] && !b[3];
    *big = big_mark || (!b[0] && b[1] && !b[2] && b[3]);
    *mark = little_mark || big_mark ? 2 : 0;
    return little_mark || little || *big;
}
