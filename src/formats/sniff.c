/* Which format some bytes are: by what they say, never by the file's name. */
#include <alea/file.h>

#include <string.h>

#include "formats/parse.h"

enum { SNIFFED = 4096 };

typedef struct view {
    const char *text;
    size_t length;
} view;

static bool contains(view v, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= v.length; i++)
        if (memcmp(v.text + i, word, n) == 0) return true;
    return false;
}

static bool contains_any_case(view v, const char *word)
{
    for (size_t i = 0; i < v.length; i++)
        if (parse_starts(v.text + i, v.length - i, word)) return true;
    return false;
}

/* The first line that is not blank. */
static view first_line(view v)
{
    size_t at = 0;
    while (at < v.length && (unsigned char)v.text[at] <= ' ') at++;
    size_t end = at;
    while (end < v.length && v.text[end] != '\n' && v.text[end] != '\r') end++;
    return (view){v.text + at, end - at};
}

static size_t count(view v, char c)
{
    size_t n = 0;
    for (size_t i = 0; i < v.length; i++) n += v.text[i] == c;
    return n;
}

/* "7 point match" somewhere. */
static bool has_length_line(view v)
{
    return contains_any_case(v, "point match");
}

static alea_format sniff_text(view v)
{
    view line = first_line(v);
    if (parse_starts(line.text, line.length, "{\"format\":\"alea-journal\""))
        return ALEA_FORMAT_JOURNAL;
    if (parse_starts(line.text, line.length, "bgammon-replay"))
        return ALEA_FORMAT_BGAMMON;
    if (line.length && line.text[0] == '(' && contains(v, "GM[6]"))
        return ALEA_FORMAT_SGF;
    if (count(line, ';') >= 39) return ALEA_FORMAT_SNOWIE;
    if (parse_starts(line.text, line.length, "board:") ||
        parse_starts(line.text, line.length, "ogid="))
        return ALEA_FORMAT_ID;
    alea_position position;
    if (alea_position_read(v.text, v.length, &position, NULL) == ALEA_OK)
        return ALEA_FORMAT_ID;
    if (contains(v, "Position-ID:") && contains(v, "Match-ID:"))
        return ALEA_FORMAT_BGBLITZ;
    if (contains(v, "XGID=")) return ALEA_FORMAT_XG_TEXT;
    if (alea_position_read(line.text, line.length, &position, NULL) == ALEA_OK)
        return ALEA_FORMAT_ID; /* and more behind it */
    if (contains_any_case(v, "score is ") && contains_any_case(v, " match") &&
        contains(v, "X is "))
        return ALEA_FORMAT_OLDMOVES;
    if (has_length_line(v) || contains(v, "; [")) return ALEA_FORMAT_MAT;
    if (contains(v, "Game 1") || contains(v, "1)")) return ALEA_FORMAT_GAM;
    return ALEA_FORMAT_UNKNOWN;
}

alea_format alea_format_sniff(const void *bytes, size_t size)
{
    const char *text = bytes;
    if (size >= 4 && memcmp(text, "RGMH", 4) == 0) return ALEA_FORMAT_XG;
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3, size -= 3;
    if (size > SNIFFED) size = SNIFFED;
    /* UTF-16: every other byte of its ASCII part is enough to tell. */
    char narrow[SNIFFED / 2];
    if (size >= 4 &&
        (memcmp(text, "\xFF\xFE", 2) == 0 || memcmp(text, "\xFE\xFF", 2) == 0)) {
        size_t odd = text[0] == '\xFF' ? 0 : 1, n = 0;
        for (size_t i = 2; i + 1 < size; i += 2) narrow[n++] = text[i + odd];
        return sniff_text((view){narrow, n});
    }
    return sniff_text((view){text, size});
}
