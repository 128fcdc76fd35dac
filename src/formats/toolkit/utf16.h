/* Pairs of UTF-16 units. */
#ifndef ALEA_FORMATS_TOOLKIT_UTF16_H
#define ALEA_FORMATS_TOOLKIT_UTF16_H

#include <stdbool.h>
#include <stdint.h>

static inline bool utf16_is_high(uint32_t unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

static inline bool utf16_is_low(uint32_t unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

static inline uint32_t utf16_joined(uint32_t high, uint32_t low)
{
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

#endif
