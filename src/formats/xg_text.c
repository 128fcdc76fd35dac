/* The texts of an .xg file: names in two alphabets, comments plain or as RTF. */
#include <string.h>

#include "formats/parse.h"
#include "formats/xg.h"

enum { WIDE_ROOM = 128 }; /* of a UTF-16 name, without its end */

static bool is_high(uint32_t unit)
{
    return unit >= 0xD800 && unit < 0xDC00;
}

static bool is_low(uint32_t unit)
{
    return unit >= 0xDC00 && unit < 0xE000;
}

static uint32_t joined(uint32_t high, uint32_t low)
{
    return 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
}

alea_status xg_read_name(importer *in, const char *key, const uint8_t *ansi,
                         size_t ansi_room, const uint8_t *wide)
{
    alea_text text = alea_text_growing(2000);
    for (size_t i = 0; wide && i < WIDE_ROOM; i++) {
        uint32_t unit = (uint32_t)wide[2 * i] | (uint32_t)wide[2 * i + 1] << 8;
        if (unit == 0) break;
        if (is_high(unit) && i + 1 < WIDE_ROOM) {
            uint32_t low = (uint32_t)wide[2 * i + 2] | (uint32_t)wide[2 * i + 3] << 8;
            if (is_low(low)) {
                unit = joined(unit, low);
                i++;
            }
        }
        alea_text_code_point(&text, unit);
    }
    if (text.length == 0) {
        size_t n = ansi[0] < ansi_room ? ansi[0] : ansi_room;
        for (size_t i = 1; i <= n; i++)
            alea_text_code_point(&text, parse_windows(ansi[i]));
    }
    alea_status status = ALEA_OK;
    if (text.length) status = import_tag(in, key, text.start, text.length);
    alea_text_free(&text);
    return status;
}

typedef struct rtf_reader {
    const char *text;
    size_t at, length;
    int depth;     /* of braces; deeper than 1 are fonts and colours */
    int fallbacks; /* characters that stand behind a \u for who cannot read it */
    int skip;      /* of those still to come */
    uint32_t high; /* the first half of a pair of \u */
    alea_text *out;
} rtf_reader;

static void rtf_put(rtf_reader *r, uint32_t c)
{
    if (r->depth > 1) return;
    if (r->skip > 0)
        r->skip--;
    else if (c >= 32 || c == '\n')
        alea_text_code_point(r->out, c);
}

/* \uN: a UTF-16 unit, as a signed number. */
static void rtf_unit(rtf_reader *r, int number)
{
    uint32_t unit = (uint32_t)number & 0xFFFF;
    r->skip = 0;
    if (is_high(unit))
        r->high = unit;
    else
        rtf_put(r, r->high && is_low(unit) ? joined(r->high, unit) : unit);
    if (!is_high(unit)) r->high = 0;
    r->skip = r->fallbacks;
}

static int hex_digit(char c)
{
    if (parse_is_digit(c)) return c - '0';
    c = parse_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Behind a backslash, not a letter: a character in hexadecimal, or as it stands. */
static void rtf_symbol(rtf_reader *r)
{
    char c = r->text[r->at++];
    if (c == '\\' || c == '{' || c == '}') {
        rtf_put(r, (unsigned char)c);
    } else if (c == '~') {
        rtf_put(r, ' ');
    } else if (c == '\'' && r->length - r->at >= 2) {
        int a = hex_digit(r->text[r->at]), b = hex_digit(r->text[r->at + 1]);
        if (a < 0 || b < 0) return;
        r->at += 2;
        rtf_put(r, parse_windows((unsigned char)(16 * a + b)));
    }
}

/* Behind a backslash: a word, maybe a number, maybe the blank that ends it. */
static void rtf_word(rtf_reader *r)
{
    const char *word = r->text + r->at;
    size_t start = r->at;
    while (r->at < r->length && parse_is_letter(r->text[r->at])) r->at++;
    size_t length = r->at - start;
    bool negative = r->at < r->length && r->text[r->at] == '-';
    int number = 0;
    if (negative) r->at++;
    for (; r->at < r->length && parse_is_digit(r->text[r->at]); r->at++)
        if (number < 100000) number = 10 * number + (r->text[r->at] - '0');
    if (r->at < r->length && r->text[r->at] == ' ') r->at++;
    bool line = (length == 3 && memcmp(word, "par", 3) == 0) ||
                (length == 4 && memcmp(word, "line", 4) == 0);
    if (line || (length == 3 && memcmp(word, "tab", 3) == 0)) {
        r->skip = 0;
        rtf_put(r, line ? '\n' : ' ');
    } else if (length == 1 && word[0] == 'u') {
        rtf_unit(r, negative ? -number : number);
    } else if (length == 2 && memcmp(word, "uc", 2) == 0) {
        r->fallbacks = number < 8 ? number : 1;
    }
}

static void rtf_read(rtf_reader *r)
{
    while (r->at < r->length) {
        unsigned char c = (unsigned char)r->text[r->at++];
        if (c == '{' || c == '}') {
            r->depth += c == '{' ? 1 : -1;
            r->skip = 0;
        } else if (c == '\\' && r->at < r->length) {
            if (parse_is_letter(r->text[r->at]))
                rtf_word(r);
            else
                rtf_symbol(r);
        } else if (c >= 32) { /* line ends between the controls say nothing */
            rtf_put(r, parse_windows(c));
        }
    }
}

void xg_comment_text(const char *text, size_t length, alea_text *out)
{
    if (length > 5 && memcmp(text, "{\\rtf", 5) == 0) {
        rtf_reader r = {.text = text, .length = length, .fallbacks = 1, .out = out};
        rtf_read(&r);
    } else {
        /* Bytes 1 and 2 stand for a line end. */
        for (size_t i = 0; i < length; i++) {
            unsigned char c = (unsigned char)text[i];
            if (c == 2)
                alea_text_char(out, '\n');
            else if (c >= 32)
                alea_text_code_point(out, parse_windows(c));
        }
    }
    while (out->length &&
           (out->start[out->length - 1] == '\n' || out->start[out->length - 1] == ' '))
        out->start[--out->length] = '\0';
}
