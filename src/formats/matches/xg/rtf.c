/* Converts RTF to plain text. Input is untrusted: groups nested too deeply or never
 * closed are safe. */
#include "texts.h"

#include <string.h>

#include "formats/toolkit/parse.h"
#include "formats/toolkit/utf16.h"

enum { FONTS = 256, DEPTH = 64, WESTERN = 1252 };

/* State that ends with its group. */
typedef struct rtf_group {
    int font;
    int fallbacks; /* number of fallback characters after \u */
} rtf_group;

typedef struct rtf_reader {
    const char *text;
    size_t at, length;
    rtf_group now, outer[DEPTH];
    size_t depth;    /* of braces */
    size_t hidden;   /* the depth of the group whose contents are no text; 0 = none */
    bool font_table; /* and that one is it */
    int default_page, default_font;
    int font_page[FONTS]; /* 0 = the default */
    int skip;             /* of the fallbacks, still to come */
    uint32_t high;        /* the first half of a pair of \u */
    bool unknown;         /* a letter was */
    alea_text *out;
} rtf_reader;

static void put(rtf_reader *r, uint32_t c)
{
    if (r->hidden) return;
    if (r->skip > 0)
        r->skip--;
    else if (c >= 32 || c == '\n')
        alea_text_code_point(r->out, c);
}

/* A byte in the character set of its font. */
static void put_byte(rtf_reader *r, unsigned char c)
{
    int font = r->now.font;
    int page = font >= 0 && font < FONTS ? r->font_page[font] : 0;
    uint32_t code = code_page_read(page ? page : r->default_page, c);
    if (code == 0xFFFD && !r->hidden && r->skip == 0) r->unknown = true;
    put(r, code);
}

/* \uN: a UTF-16 unit, as a signed number. */
static void put_unit(rtf_reader *r, int number)
{
    uint32_t unit = (uint32_t)number & 0xFFFF;
    r->skip = 0;
    if (utf16_is_high(unit))
        r->high = unit;
    else
        put(r, r->high && utf16_is_low(unit) ? utf16_joined(r->high, unit) : unit);
    if (!utf16_is_high(unit)) r->high = 0;
    r->skip = r->now.fallbacks;
}

static void open_group(rtf_reader *r)
{
    if (r->depth < DEPTH) r->outer[r->depth] = r->now;
    r->depth++;
    r->skip = 0;
}

static void close_group(rtf_reader *r)
{
    r->skip = 0;
    if (r->depth == 0) return;
    r->depth--;
    if (r->depth < DEPTH) r->now = r->outer[r->depth];
    if (r->hidden > r->depth) r->hidden = 0, r->font_table = false;
}

/* Marks the group as not text, except the outermost. */
static void hide_group(rtf_reader *r)
{
    if (!r->hidden && r->depth > 1) r->hidden = r->depth;
}

static int hex_digit(char c)
{
    if (parse_is_digit(c)) return c - '0';
    c = parse_lower(c);
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Behind \': a byte in hexadecimal. */
static void read_hex(rtf_reader *r)
{
    if (r->length - r->at < 2) return;
    int a = hex_digit(r->text[r->at]), b = hex_digit(r->text[r->at + 1]);
    if (a < 0 || b < 0) return;
    r->at += 2;
    put_byte(r, (unsigned char)(16 * a + b));
}

/* A control symbol: a backslash and no letter. */
static void read_symbol(rtf_reader *r)
{
    char c = r->text[r->at++];
    switch (c) {
    case '\\':
    case '{':
    case '}': put(r, (unsigned char)c); break;
    case '~': put(r, ' '); break;
    case '_': put(r, '-'); break; /* they do not break the line */
    case '*': hide_group(r); break;
    case '\'': read_hex(r); break;
    case '\r':
    case '\n': put(r, '\n'); break;
    default: break;
    }
}

/* Code page of a font's Windows character set; 0 = the default. */
static int page_of_charset(int charset)
{
    static const struct {
        int charset, page;
    } pages[] = {{0, WESTERN}, {2, WESTERN}, {77, 10000}, {128, 932},
                 {129, 949},   {134, 936},   {136, 950},  {161, 1253},
                 {162, 1254},  {163, 1258},  {177, 1255}, {178, 1256},
                 {186, 1257},  {204, 1251},  {222, 874},  {238, 1250}};
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++)
        if (pages[i].charset == charset) return pages[i].page;
    return 0;
}

typedef enum rtf_kind {
    RTF_OTHER,
    RTF_CHARACTER,
    RTF_HIDDEN,
    RTF_FONT_TABLE,
    RTF_FONT,
    RTF_CHARSET,
    RTF_PLAIN,
    RTF_DEFAULT_FONT,
    RTF_DEFAULT_PAGE,
    RTF_UNIT,
    RTF_FALLBACKS,
    RTF_BYTES
} rtf_kind;

typedef struct rtf_word {
    const char *name;
    rtf_kind kind;
    uint32_t character;
} rtf_word;

static const rtf_word words[] = {
    {"par", RTF_CHARACTER, '\n'},
    {"line", RTF_CHARACTER, '\n'},
    {"page", RTF_CHARACTER, '\n'},
    {"sect", RTF_CHARACTER, '\n'},
    {"row", RTF_CHARACTER, '\n'},
    {"tab", RTF_CHARACTER, ' '},
    {"cell", RTF_CHARACTER, ' '},
    {"emspace", RTF_CHARACTER, ' '},
    {"enspace", RTF_CHARACTER, ' '},
    {"qmspace", RTF_CHARACTER, ' '},
    {"lquote", RTF_CHARACTER, 0x2018},
    {"rquote", RTF_CHARACTER, 0x2019},
    {"ldblquote", RTF_CHARACTER, 0x201C},
    {"rdblquote", RTF_CHARACTER, 0x201D},
    {"endash", RTF_CHARACTER, 0x2013},
    {"emdash", RTF_CHARACTER, 0x2014},
    {"bullet", RTF_CHARACTER, 0x2022},
    {"fonttbl", RTF_FONT_TABLE, 0},
    {"filetbl", RTF_HIDDEN, 0},
    {"colortbl", RTF_HIDDEN, 0},
    {"stylesheet", RTF_HIDDEN, 0},
    {"listtable", RTF_HIDDEN, 0},
    {"listoverridetable", RTF_HIDDEN, 0},
    {"revtbl", RTF_HIDDEN, 0},
    {"info", RTF_HIDDEN, 0},
    {"pict", RTF_HIDDEN, 0},
    {"object", RTF_HIDDEN, 0},
    {"fldinst", RTF_HIDDEN, 0},
    {"header", RTF_HIDDEN, 0},
    {"headerl", RTF_HIDDEN, 0},
    {"headerr", RTF_HIDDEN, 0},
    {"headerf", RTF_HIDDEN, 0},
    {"footer", RTF_HIDDEN, 0},
    {"footerl", RTF_HIDDEN, 0},
    {"footerr", RTF_HIDDEN, 0},
    {"footerf", RTF_HIDDEN, 0},
    {"f", RTF_FONT, 0},
    {"fcharset", RTF_CHARSET, 0},
    {"plain", RTF_PLAIN, 0},
    {"deff", RTF_DEFAULT_FONT, 0},
    {"ansicpg", RTF_DEFAULT_PAGE, 0},
    {"u", RTF_UNIT, 0},
    {"uc", RTF_FALLBACKS, 0},
    {"bin", RTF_BYTES, 0},
};

static rtf_word find_word(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strncmp(words[i].name, name, length) == 0 && !words[i].name[length])
            return words[i];
    return (rtf_word){"", RTF_OTHER, 0};
}

static void obey(rtf_reader *r, rtf_word word, int number)
{
    switch (word.kind) {
    case RTF_CHARACTER: put(r, word.character); break;
    case RTF_HIDDEN: hide_group(r); break;
    case RTF_FONT_TABLE:
        r->font_table = !r->hidden && r->depth > 1;
        hide_group(r);
        break;
    case RTF_FONT:
        if (r->font_table || !r->hidden) r->now.font = number;
        break;
    case RTF_CHARSET:
        if (r->font_table && r->now.font >= 0 && r->now.font < FONTS)
            r->font_page[r->now.font] = page_of_charset(number);
        break;
    case RTF_PLAIN: r->now.font = r->default_font; break;
    case RTF_DEFAULT_FONT: r->now.font = r->default_font = number; break;
    case RTF_DEFAULT_PAGE: r->default_page = number; break;
    case RTF_UNIT: put_unit(r, number); break;
    case RTF_FALLBACKS:
        r->now.fallbacks = number >= 0 && number < 8 ? number : 1;
        break;
    case RTF_BYTES:
        if (number > 0)
            r->at =
                (size_t)number < r->length - r->at ? r->at + (size_t)number : r->length;
        break;
    case RTF_OTHER: break;
    }
}

/* A control word: letters, an optional number, an optional blank. */
static void read_word(rtf_reader *r)
{
    size_t start = r->at;
    while (r->at < r->length && parse_is_letter(r->text[r->at])) r->at++;
    rtf_word word = find_word(r->text + start, r->at - start);
    bool negative = r->at < r->length && r->text[r->at] == '-';
    int number = 0;
    if (negative) r->at++;
    for (; r->at < r->length && parse_is_digit(r->text[r->at]); r->at++)
        if (number < 100000) number = 10 * number + (r->text[r->at] - '0');
    if (r->at < r->length && r->text[r->at] == ' ') r->at++;
    obey(r, word, negative ? -number : number);
}

bool rtf_read(const char *text, size_t length, alea_text *out)
{
    rtf_reader r = {.text = text,
                    .length = length,
                    .now = {.fallbacks = 1},
                    .default_page = WESTERN,
                    .out = out};
    while (r.at < r.length) {
        unsigned char c = (unsigned char)r.text[r.at++];
        if (c == '{') {
            open_group(&r);
        } else if (c == '}') {
            close_group(&r);
        } else if (c == '\\' && r.at < r.length) {
            if (parse_is_letter(r.text[r.at]))
                read_word(&r);
            else
                read_symbol(&r);
        } else if (c >= 32) { /* line ends in RTF source have no meaning */
            put_byte(&r, c);
        }
    }
    return !r.unknown;
}
