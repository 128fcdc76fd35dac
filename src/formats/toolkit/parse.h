/* Small helpers shared by the readers of this layer: ASCII
 * case, bounded numbers. Nothing here allocates. */
#ifndef ALEA_FORMATS_TOOLKIT_PARSE_H
#define ALEA_FORMATS_TOOLKIT_PARSE_H

#include <stdbool.h>
#include <stdint.h>

#include <stddef.h>

/* ASCII only: independent of the locale. */
static inline char parse_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static inline bool parse_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool parse_is_blank(char c)
{
    return c == ' ' || c == '\t';
}

static inline bool parse_is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/* Code point of a Windows-1252 byte; undefined bytes map to themselves. */
uint32_t parse_windows(unsigned char c);

/* Detects UTF-16 by its byte order mark or by zero bytes in the first two characters.
 * *big: big-endian; *mark: size of the mark in bytes. */
bool parse_utf16(const void *bytes, size_t size, bool *big, size_t *mark);

/* `c` for a message: itself if printable ASCII, otherwise '?'. */
static inline char parse_shown(char c)
{
    return c >= 32 && c < 127 ? c : '?';
}

/* parse_starts behind the first letter of `word`, which `text` begins with. */
bool parse_goes_on(const char *text, size_t length, const char *word);
/* `text` begins with the lower-case `word`, whatever its case; inline, because most
 * words part at their first letter. */
static inline bool parse_starts(const char *text, size_t length, const char *word)
{
    return length > 0 && parse_lower(text[0]) == word[0] &&
           parse_goes_on(text, length, word);
}
/* `text` is the lower-case `word`, whatever its case. */
bool parse_equals(const char *text, size_t length, const char *word);
/* A whole field as a number: optional '-', 1 to 9 digits, nothing else. */
bool parse_int(const char *text, size_t length, int *out);

#endif
