/* Detects the format of a file by its content. */
#include <alea/file.h>

#include <stdlib.h>
#include <string.h>

#include "formats/toolkit/parse.h"

/* Words inside a line count only near the top of the file, because comments further
 * down may quote them. */
enum { SNIFFED = 64 << 10, NEAR = 4 << 10, SNIFFED_WIDE = 1 << 20 };

typedef struct view {
    const char *text;
    size_t length;
} view;

static bool contains(view v, const char *word)
{
    size_t n = strlen(word);
    const char *end = v.text + v.length;
    for (const char *at = v.text; (size_t)(end - at) >= n; at++) {
        at = memchr(at, word[0], (size_t)(end - at));
        if (!at || (size_t)(end - at) < n) return false;
        if (memcmp(at, word, n) == 0) return true;
    }
    return false;
}

static bool contains_any_case(view v, const char *word)
{
    for (size_t i = 0; i < v.length; i++)
        if (parse_starts(v.text + i, v.length - i, word)) return true;
    return false;
}

/* The first LF or CR, or the end. Searched in steps: in a text that has only one of
 * them, a search for the other in every line would be quadratic. */
static const char *line_end(const char *at, const char *end)
{
    enum { STEP = 256 };
    for (; at < end; at += STEP) {
        size_t n = end - at < STEP ? (size_t)(end - at) : STEP;
        const char *feed = memchr(at, '\n', n);
        if (feed) n = (size_t)(feed - at);
        const char *back = memchr(at, '\r', n);
        if (back || feed) return back ? back : feed;
        if (end - at <= STEP) break;
    }
    return end;
}

/* Takes the next line off `rest`, without the blanks around it; false at the end. */
static bool next_line(view *rest, view *line)
{
    if (rest->length == 0) return false;
    const char *end = rest->text + rest->length, *at = line_end(rest->text, end);
    *line = (view){rest->text, (size_t)(at - rest->text)};
    if (at < end) at++;
    *rest = (view){at, (size_t)(end - at)};
    while (line->length && (unsigned char)line->text[0] <= ' ')
        line->text++, line->length--;
    while (line->length && (unsigned char)line->text[line->length - 1] <= ' ')
        line->length--;
    return true;
}

/* The first line that is not blank. */
static view first_line(view v)
{
    view line = {v.text, 0};
    while (!line.length && next_line(&v, &line)) continue;
    return line;
}

static bool is_remark(view line)
{
    return line.length && line.text[0] == ';';
}

static view capped(view v)
{
    return v.length > SNIFFED ? (view){v.text, SNIFFED} : v;
}

/* The text after all leading remarks and blank lines. */
static view behind_remarks(view v)
{
    view rest = v, line;
    while (next_line(&rest, &line)) {
        if (line.length && !is_remark(line)) break;
        v = rest;
    }
    return v;
}

static size_t count(view v, char c)
{
    size_t n = 0;
    for (size_t i = 0; i < v.length; i++) n += v.text[i] == c;
    return n;
}

/* True if there are no control bytes; bytes above ASCII are letters. */
static bool is_text(view v)
{
    for (size_t i = 0; i < v.length; i++) {
        unsigned char c = (unsigned char)v.text[i];
        if (c < 32 && !strchr("\t\n\v\f\r\x1A", c ? c : 1)) return false;
    }
    return true;
}

static size_t digits(view v)
{
    size_t n = 0;
    while (n < v.length && parse_is_digit(v.text[n])) n++;
    return n;
}

/* "7 point match". */
static bool is_length_line(view line)
{
    size_t n = digits(line);
    view rest = {line.text + n, line.length - n};
    return n && contains_any_case(rest, "point match");
}

/* "Score is 3-1 in a 5 point match." */
static bool is_score_line(view line)
{
    return line.length > 9 && parse_starts(line.text, line.length, "score is ") &&
           parse_is_digit(line.text[9]) && contains_any_case(line, " match");
}

/* "1) 31: 8/5 6/5" or "Game 1". */
static bool is_game_line(view line)
{
    size_t n = digits(line);
    if (n) return n < line.length && line.text[n] == ')';
    return parse_starts(line.text, line.length, "game 1");
}

/* "; [Player 1 "Ann"]". */
static bool is_tag_line(view line)
{
    size_t at = 1;
    if (!is_remark(line)) return false;
    while (at < line.length && parse_is_blank(line.text[at])) at++;
    return at < line.length && line.text[at] == '[';
}

typedef struct facts {
    bool tags; /* in remarks; the others outside of them */
    bool xgid, position_id, match_id, length, any_length, score, x, game;
} facts;

static void note_line(view line, bool near_top, facts *f)
{
    if (is_remark(line)) {
        f->tags |= is_tag_line(line);
        return;
    }
    f->xgid |= near_top ? contains(line, "XGID=")
                        : line.length > 5 && memcmp(line.text, "XGID=", 5) == 0;
    f->position_id |=
        near_top && (contains(line, "Position-ID:") || contains(line, "Position ID:"));
    f->match_id |=
        near_top && (contains(line, "Match-ID:") || contains(line, "Match ID"));
    f->length |= is_length_line(line);
    f->any_length |= near_top && contains_any_case(line, "point match");
    f->score |= is_score_line(line);
    f->x |= contains(line, "X is ") || contains(line, " is X");
    f->game |= near_top && is_game_line(line);
}

static facts gather(view v)
{
    facts f = {0};
    view body = behind_remarks(v), line;
    /* Scans the leading remarks and the text after them, each up to its own limit. */
    view parts[2] = {capped((view){v.text, (size_t)(body.text - v.text)}),
                     capped(body)};
    for (int i = 0; i < 2; i++)
        for (const char *top = parts[i].text; next_line(&parts[i], &line);)
            note_line(line, line.text - top < NEAR, &f);
    return f;
}

static bool is_base64(char c)
{
    return parse_is_letter(c) || parse_is_digit(c) || c == '+' || c == '/';
}

/* "4HPwATDgc/ABMA:cAkAAAAAAAAE"; up to two wrong characters are tolerated. */
static bool looks_like_gnubg_id(view line)
{
    static const char *const prefix[] = {"gnubgid", "gnuid"};
    for (size_t i = 0; i < 2; i++) {
        size_t n = strlen(prefix[i]);
        if (line.length <= n || !parse_starts(line.text, line.length, prefix[i]))
            continue;
        char next = line.text[n];
        if (next == '=' || next == ':' || parse_is_blank(next)) return true;
    }
    const char *colon = memchr(line.text, ':', line.length);
    if (!colon) return false;
    size_t before = (size_t)(colon - line.text), after = line.length - before - 1;
    if (before < 13 || before > 15 || after < 11 || after > 13) return false;
    int wrong = 0;
    for (size_t i = 0; i < line.length; i++) {
        if ((unsigned char)line.text[i] <= ' ') return false;
        wrong += i != before && !is_base64(line.text[i]);
    }
    return wrong <= 2;
}

static bool is_position(view v)
{
    alea_position position;
    return alea_position_read(v.text, v.length, &position, NULL) == ALEA_OK;
}

/* "(;" at the start of the text or of a later line. GM[6] may follow a long comment, so
 * the whole text is searched. */
static bool is_sgf(view v, view first)
{
    bool begins = first.text[0] == '(';
    view rest = capped(v), line;
    while (!begins && next_line(&rest, &line))
        begins = line.length >= 2 && memcmp(line.text, "(;", 2) == 0;
    return begins && contains(v, "GM[6]");
}

/* Formats recognized by their first line. */
static alea_format by_first_line(view v)
{
    view line = first_line(v);
    if (line.length == 0) return ALEA_FORMAT_UNKNOWN;
    if (parse_starts(line.text, line.length, "{\"format\":\"alea-journal\""))
        return ALEA_FORMAT_JOURNAL;
    if (parse_starts(line.text, line.length, "bgammon-replay"))
        return ALEA_FORMAT_BGAMMON;
    if (parse_starts(line.text, line.length, "javafibs internal match"))
        return ALEA_FORMAT_JAVAFIBS;
    if (line.length > 4 && memcmp(line.text, "GMD-", 4) == 0 &&
        parse_is_digit(line.text[4]))
        return ALEA_FORMAT_GIBBON;
    if (is_sgf(v, line)) return ALEA_FORMAT_SGF;
    if (!is_remark(line) && count(line, ';') >= 39) return ALEA_FORMAT_SNOWIE;
    if (parse_starts(line.text, line.length, "board:") ||
        parse_starts(line.text, line.length, "ogid=") || is_position(capped(v)))
        return ALEA_FORMAT_ID;
    return ALEA_FORMAT_UNKNOWN;
}

static alea_format sniff_text(view v)
{
    alea_format format = by_first_line(v);
    if (format != ALEA_FORMAT_UNKNOWN) return format;
    facts f = gather(v);
    view line = first_line(v), body = capped(behind_remarks(v));
    if (f.position_id && f.match_id) return ALEA_FORMAT_BGBLITZ;
    if (f.xgid) return ALEA_FORMAT_XG_TEXT;
    if (is_position(line) || looks_like_gnubg_id(line)) return ALEA_FORMAT_ID;
    if (f.length || f.tags) return ALEA_FORMAT_MAT;
    if (f.score && f.x) return ALEA_FORMAT_OLDMOVES;
    /* An XGID only in remarks, and no sign of a match. */
    if (contains(capped(v), "XGID=")) return ALEA_FORMAT_XG_TEXT;
    if (f.any_length) return ALEA_FORMAT_MAT;
    return f.game && is_text(body) ? ALEA_FORMAT_GAM : ALEA_FORMAT_UNKNOWN;
}

/* The ASCII part of UTF-16 text is enough for detection. */
static alea_format sniff_wide(const unsigned char *bytes, size_t size, bool big)
{
    size_t high = big ? 0 : 1, n = 0;
    if (size > SNIFFED_WIDE) size = SNIFFED_WIDE;
    char *narrow = malloc(size / 2);
    if (!narrow) return ALEA_FORMAT_UNKNOWN;
    for (size_t i = 0; i + 1 < size; i += 2)
        narrow[n++] = bytes[i + high] ? '?' : (char)bytes[i + 1 - high];
    alea_format format = sniff_text((view){narrow, n});
    free(narrow);
    return format;
}

/* A line of JSON followed by the gzip magic number. */
static bool is_bgf(const char *text, size_t size)
{
    if (size < 20 || text[0] != '{') return false;
    const char *line = memchr(text, '\n', size < 400 ? size : 400);
    return line && (size_t)(line - text) + 3 < size && line[1] == '\x1F' &&
           line[2] == '\x8B' &&
           contains((view){text, (size_t)(line - text)}, "\"compression\"");
}

alea_format alea_format_sniff(const void *bytes, size_t size)
{
    const char *text = bytes;
    if (size == 0) return ALEA_FORMAT_UNKNOWN;
    if (size >= 4 && memcmp(text, "RGMH", 4) == 0) return ALEA_FORMAT_XG;
    if (size >= 4 && memcmp(text, "OGXM", 4) == 0) return ALEA_FORMAT_OGXM;
    if (is_bgf(text, size)) return ALEA_FORMAT_BGF;
    bool big;
    size_t mark;
    if (parse_utf16(bytes, size, &big, &mark))
        return sniff_wide((const unsigned char *)bytes + mark, size - mark, big);
    if (size >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) text += 3, size -= 3;
    return sniff_text((view){text, size});
}
