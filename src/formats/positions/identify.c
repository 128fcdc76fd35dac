#include "identify.h"

#include <alea/notation.h>

#include <string.h>

#include "formats/ids/files.h"
#include "formats/toolkit/parse.h"

static size_t count_of(span s, char c)
{
    size_t count = 0;
    for (size_t i = 0; i < s.length; i++) count += s.text[i] == c;
    return count;
}

static bool is_id_char(char c)
{
    return parse_is_letter(c) || parse_is_digit(c) || (c && strchr("=:-+/", c));
}

/* From `at` on, as far as identifiers have characters. */
static span id_from(span line, const char *at)
{
    span s = {at, 0};
    const char *end = line.text + line.length;
    while (at + s.length < end && is_id_char(at[s.length])) s.length++;
    return s;
}

/* An XGID or OGID anywhere in the line, behind its name. */
static bool find_named(span line, span *id)
{
    static const char *const names[] = {"XGID=", "OGID="};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = line_find(line, names[i]);
        if (!at) continue;
        *id = id_from(line, at);
        return true;
    }
    return false;
}

/* "GNUBGID 4HPwATDgc/ABMA:cAkAAAAAAAAE", "GNUID=...". */
static bool find_gnubg(span line, span *id)
{
    static const char *const names[] = {"GNUBGID", "gnubgid", "GNUID", "gnuid"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *at = line_find(line, names[i]), *end = line.text + line.length;
        if (!at) continue;
        at += strlen(names[i]);
        while (at < end && (parse_is_blank(*at) || *at == '=' || *at == ':')) at++;
        *id = id_from(line, at);
        return id->length > 0;
    }
    return false;
}

/* The form of a Position ID and a Match ID, whatever their letters. */
static bool is_pair(span word)
{
    const char *colon = memchr(word.text, ':', word.length);
    if (!colon || count_of(word, ':') != 1) return false;
    const size_t before = (size_t)(colon - word.text);
    return before == ALEA_POSITION_ID_SIZE - 1 && word.length - before == 13;
}

/* Without brackets, stops and commas around it. */
static span bare(span word)
{
    while (word.length && strchr("(\"'", word.text[0])) word.text++, word.length--;
    while (word.length && strchr(".,;!?)\"'", word.text[word.length - 1]))
        word.length--;
    return word;
}

/* A word that is an identifier without its name. */
static bool find_bare(span line, span *id)
{
    alea_position position;
    const char *at = line.text, *end = line.text + line.length;
    while (at < end) {
        while (at < end && (unsigned char)*at <= ' ') at++;
        span word = {at, 0};
        while (at < end && (unsigned char)*at > ' ') at++;
        word.length = (size_t)(at - word.text);
        const bool alone = word.length == line.length;
        word = bare(word);
        const size_t colons = count_of(word, ':');
        if (is_pair(word) || (colons == 9 && word.length > 40) ||
            (alone && (parse_starts(word.text, word.length, "xgid=") ||
                       parse_starts(word.text, word.length, "ogid="))) ||
            (alone && (colons > 1 || word.length == ALEA_POSITION_ID_SIZE - 1) &&
             alea_position_read(word.text, word.length, &position, NULL) == ALEA_OK)) {
            *id = word;
            return true;
        }
    }
    return false;
}

bool identify_match(span line, span *id)
{
    static const char *const names[] = {"Match-ID", "Match ID"};
    for (size_t i = 0; i < 2; i++) {
        const char *at = line_find(line, names[i]);
        if (at && line_behind(line_from(line, at), ":", id)) return true;
    }
    return false;
}

id_form identify(span line, span id[2])
{
    if (line.length < ALEA_POSITION_ID_SIZE - 1) return ID_NONE;
    id[0] = line;
    if (parse_starts(line.text, line.length, "board:")) return ID_WHOLE;
    if (find_named(line, &id[0])) return ID_WHOLE;
    if (line.text[0] != ';' && count_of(line, ';') >= 39) return ID_SNOWIE;
    if (line_behind(line, "Position-ID:", &id[0]))
        return identify_match(line, &id[1]) ? ID_BOTH : ID_HALF;
    if (line_behind(line, "Position ID:", &id[0]))
        return identify_match(line, &id[1]) ? ID_BOTH : ID_HALF;
    if (find_gnubg(line, &id[0]) || find_bare(line, &id[0])) return ID_WHOLE;
    return ID_NONE;
}

bool is_drawn_board(span line)
{
    if (!line.length) return false;
    if (line.text[0] == '|' || line.text[0] == '+') return true;
    return line.length > 1 && strchr("v^", line.text[0]) && line.text[1] == '|';
}
