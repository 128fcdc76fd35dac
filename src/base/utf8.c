#include "utf8.h"

size_t alea_utf8_length(const char *bytes, size_t length)
{
    const unsigned char *b = (const unsigned char *)bytes;
    size_t wanted;
    unsigned low = 0x80, high = 0xBF; /* bounds of the second byte */
    if (length == 0) return 0;
    if (b[0] < 0x80) return 1;
    if (b[0] >= 0xC2 && b[0] <= 0xDF)
        wanted = 2;
    else if ((b[0] & 0xF0) == 0xE0)
        wanted = 3;
    else if (b[0] >= 0xF0 && b[0] <= 0xF4)
        wanted = 4;
    else
        return 0;
    if (b[0] == 0xE0) low = 0xA0;
    if (b[0] == 0xED) high = 0x9F;
    if (b[0] == 0xF0) low = 0x90;
    if (b[0] == 0xF4) high = 0x8F;
    if (length < wanted || b[1] < low || b[1] > high) return 0;
    for (size_t i = 2; i < wanted; i++)
        if ((b[i] & 0xC0) != 0x80) return 0;
    return wanted;
}

size_t alea_utf8_decode(const char *bytes, size_t length, uint32_t *code_point)
{
    const size_t size = alea_utf8_length(bytes, length);
    if (size == 0) return 0;
    const unsigned char first = (unsigned char)bytes[0];
    uint32_t value = size == 1 ? first : first & (0x7FU >> size);
    for (size_t i = 1; i < size; i++)
        value = value << 6 | ((unsigned char)bytes[i] & 0x3FU);
    *code_point = value;
    return size;
}
