#include "text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

alea_text alea_text_in(char *buffer, size_t size)
{
    buffer[0] = '\0';
    return (alea_text){.start = buffer, .size = size};
}

alea_text alea_text_growing(size_t cap)
{
    return (alea_text){.cap = cap};
}

void alea_text_free(alea_text *text)
{
    if (text->cap) free(text->start);
    *text = (alea_text){.cap = text->cap};
}

void alea_text_reset(alea_text *text)
{
    text->length = text->wanted = 0;
    text->overflowed = false;
    if (text->size) text->start[0] = '\0';
}

/* Grows the text for `more` bytes and the NUL; without memory sets the failed flag and
 * returns false. */
static bool make_room(alea_text *text, size_t more)
{
    if (text->overflowed) return false;
    if (text->size && more < text->size - text->length) return true;
    if (!text->cap || text->cap - text->length <= more) {
        text->overflowed = true;
        return false;
    }
    const size_t needed = text->length + more + 1;
    size_t size = text->size ? text->size : 256;
    while (size < needed) size = size > text->cap / 2 ? text->cap : size * 2;
    if (size > text->cap) size = text->cap;
    char *start = realloc(text->start, size);
    if (!start) {
        text->overflowed = true;
        return false;
    }
    text->start = start;
    text->size = size;
    return true;
}

void alea_text_bytes(alea_text *text, const char *bytes, size_t length)
{
    text->wanted += length;
    if (!make_room(text, length)) return;
    if (length) memcpy(text->start + text->length, bytes, length);
    text->length += length;
    text->start[text->length] = '\0';
}

void alea_text_put(alea_text *text, const char *string)
{
    alea_text_bytes(text, string, strlen(string));
}

void alea_text_char(alea_text *text, char c)
{
    alea_text_bytes(text, &c, 1);
}

void alea_text_integer(alea_text *text, int64_t value)
{
    char digits[24];
    char *end = digits + sizeof digits, *at = end;
    /* Unsigned, so that the lowest value has a magnitude. */
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--at = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (value < 0) *--at = '-';
    alea_text_bytes(text, at, (size_t)(end - at));
}

void alea_text_pad(alea_text *text, char c, size_t length)
{
    while (text->length < length && !text->overflowed) alea_text_char(text, c);
}

void alea_text_format(alea_text *text, const char *format, ...)
{
    va_list values, again;
    va_start(values, format);
    va_copy(again, values);
    const int length = vsnprintf(NULL, 0, format, values);
    if (length > 0) text->wanted += (size_t)length;
    if (length < 0)
        text->overflowed = true;
    else if (make_room(text, (size_t)length)) {
        vsnprintf(text->start + text->length, (size_t)length + 1, format, again);
        text->length += (size_t)length;
    }
    va_end(again);
    va_end(values);
}

alea_status alea_text_status(const alea_text *text)
{
    return text->overflowed ? ALEA_ERROR_MEMORY : ALEA_OK;
}

void alea_text_code_point(alea_text *text, uint32_t c)
{
    char out[4];
    size_t n = 0;
    if (c > 0x10FFFF || (c >= 0xD800 && c <= 0xDFFF)) c = 0xFFFD;
    if (c < 0x80)
        out[n++] = (char)c;
    else {
        if (c < 0x800)
            out[n++] = (char)(0xC0 | c >> 6);
        else {
            if (c < 0x10000)
                out[n++] = (char)(0xE0 | c >> 12);
            else {
                out[n++] = (char)(0xF0 | c >> 18);
                out[n++] = (char)(0x80 | (c >> 12 & 0x3F));
            }
            out[n++] = (char)(0x80 | (c >> 6 & 0x3F));
        }
        out[n++] = (char)(0x80 | (c & 0x3F));
    }
    alea_text_bytes(text, out, n);
}
