#include "names.h"

#include <ctype.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <strings.h>

typedef struct range {
    uint32_t first, last;
} range;

/* Invisible characters, marks that combine with others, and characters that are other
 * characters in another form (small capitals, fullwidth, mathematical, enclosed). */
static const range refused[] = {
    {0x00AA, 0x00AA},   {0x00AD, 0x00AD},   {0x00BA, 0x00BA},    {0x0250, 0x036F},
    {0x061C, 0x061C},   {0x115F, 0x1160},   {0x17B4, 0x17B5},    {0x180B, 0x180F},
    {0x1AB0, 0x1AFF},   {0x1D00, 0x1DFF},   {0x2000, 0x200F},    {0x2028, 0x202F},
    {0x205F, 0x209F},   {0x20D0, 0x214F},   {0x2460, 0x24FF},    {0x2800, 0x2800},
    {0x3000, 0x3000},   {0x3164, 0x3164},   {0xFE00, 0xFE0E},    {0xFEFF, 0xFEFF},
    {0xFF00, 0xFF5E},   {0xFFA0, 0xFFA0},   {0xFFE0, 0xFFFF},    {0x1D173, 0x1D17A},
    {0x1D400, 0x1D7FF}, {0x1F100, 0x1F1E5}, {0xE0000, 0x10FFFF},
};

/* Scripts whose letters look alike. */
enum { LATIN = 1, GREEK, CYRILLIC, ARMENIAN, CHEROKEE, COPTIC, LISU };
static const struct {
    range range;
    int script;
} letters[] = {
    {{'A', 'Z'}, LATIN},          {{'a', 'z'}, LATIN},
    {{0x00C0, 0x024F}, LATIN},    {{0x0370, 0x03FF}, GREEK},
    {{0x0400, 0x052F}, CYRILLIC}, {{0x0530, 0x058F}, ARMENIAN},
    {{0x13A0, 0x13FF}, CHEROKEE}, {{0x1C80, 0x1C8F}, CYRILLIC},
    {{0x1E00, 0x1EFF}, LATIN},    {{0x1F00, 0x1FFF}, GREEK},
    {{0x2C60, 0x2C7F}, LATIN},    {{0x2C80, 0x2CFF}, COPTIC},
    {{0x2DE0, 0x2DFF}, CYRILLIC}, {{0xA4D0, 0xA4FF}, LISU},
    {{0xA640, 0xA69F}, CYRILLIC}, {{0xA720, 0xA7FF}, LATIN},
    {{0xAB30, 0xAB6F}, LATIN},    {{0xAB70, 0xABBF}, CHEROKEE},
};

/* The next character of valid UTF-8. */
static uint32_t next(const unsigned char **at)
{
    const unsigned char *c = *at;
    const int more = c[0] < 0x80 ? 0 : c[0] < 0xE0 ? 1 : c[0] < 0xF0 ? 2 : 3;
    uint32_t code = more == 0 ? c[0] : c[0] & (0x3FU >> more);
    for (int i = 1; i <= more; i++) code = code << 6 | (c[i] & 0x3FU);
    *at = c + 1 + more;
    return code;
}

static bool is_refused(uint32_t code, uint32_t before)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (code >= refused[i].first && code <= refused[i].last) return true;
    /* The emoji selector is invisible unless it follows a symbol. */
    return code == 0xFE0F && before < 0x2000;
}

static int script_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (code >= letters[i].range.first && code <= letters[i].range.last)
            return letters[i].script;
    return 0;
}

bool name_is_plain(const char *name)
{
    const unsigned char *at = (const unsigned char *)name;
    uint32_t before = 0;
    int script = 0;
    while (*at) {
        const uint32_t code = next(&at);
        const int its = script_of(code);
        if (is_refused(code, before) || (its && script && its != script)) return false;
        if (its) script = its;
        before = code;
    }
    return true;
}

/* ---- names that look alike ---- */

/* The letter, digit or sign of ASCII that a character is easily taken for. */
static const struct {
    uint32_t code;
    const char *ascii;
} looks[] = {
    {'0', "o"},
    {'1', "l"},
    {'I', "l"},
    {'i', "l"},
    {'|', "l"},
    {'m', "rn"},
    {'M', "rn"},
    {'w', "vv"},
    {'W', "vv"},
    {'5', "s"},
    {'$', "s"},
    {'`', "'"},
    {'"', "''"},
    {0xB4, "'"},
    /* Latin */
    {0x131, "l"},
    {0x130, "l"},
    {0x17F, "f"},
    {0x142, "l"},
    {0x141, "l"},
    {0xF8, "o"},
    {0xD8, "o"},
    {0xDF, "b"},
    {0x111, "d"},
    {0x110, "d"},
    {0x1C0, "l"},
    {0x1BF, "p"},
    {0x1BD, "s"},
    {0x185, "b"},
    {0x18F, "e"},
    {0x259, "e"},
    {0x180, "b"},
    {0x127, "h"},
    {0x167, "t"},
    /* Greek */
    {0x391, "a"},
    {0x3B1, "a"},
    {0x392, "b"},
    {0x3B2, "b"},
    {0x395, "e"},
    {0x396, "z"},
    {0x397, "h"},
    {0x399, "l"},
    {0x3B9, "l"},
    {0x39A, "k"},
    {0x3BA, "k"},
    {0x39C, "rn"},
    {0x39D, "n"},
    {0x3BD, "v"},
    {0x39F, "o"},
    {0x3BF, "o"},
    {0x3A1, "p"},
    {0x3C1, "p"},
    {0x3C3, "o"},
    {0x3A4, "t"},
    {0x3C4, "t"},
    {0x3A5, "y"},
    {0x3C5, "u"},
    {0x3A7, "x"},
    {0x3C7, "x"},
    {0x3B3, "y"},
    {0x3B7, "n"},
    {0x3F2, "c"},
    {0x3F9, "c"},
    {0x3F3, "j"},
    {0x37F, "j"},
    {0x3AC, "a"},
    {0x3CC, "o"},
    {0x3AF, "l"},
    /* Cyrillic */
    {0x410, "a"},
    {0x430, "a"},
    {0x412, "b"},
    {0x432, "b"},
    {0x415, "e"},
    {0x435, "e"},
    {0x417, "3"},
    {0x437, "3"},
    {0x41A, "k"},
    {0x43A, "k"},
    {0x41C, "rn"},
    {0x43C, "rn"},
    {0x41D, "h"},
    {0x43D, "h"},
    {0x41E, "o"},
    {0x43E, "o"},
    {0x420, "p"},
    {0x440, "p"},
    {0x421, "c"},
    {0x441, "c"},
    {0x422, "t"},
    {0x442, "t"},
    {0x423, "y"},
    {0x443, "y"},
    {0x425, "x"},
    {0x445, "x"},
    {0x405, "s"},
    {0x455, "s"},
    {0x406, "l"},
    {0x456, "l"},
    {0x407, "l"},
    {0x457, "l"},
    {0x408, "j"},
    {0x458, "j"},
    {0x401, "e"},
    {0x451, "e"},
    {0x42C, "b"},
    {0x44C, "b"},
    {0x4AE, "y"},
    {0x4AF, "y"},
    {0x4BB, "h"},
    {0x4BA, "h"},
    {0x4C0, "l"},
    {0x4CF, "l"},
    {0x501, "d"},
    {0x51B, "q"},
    {0x51D, "vv"},
    {0x51A, "q"},
    {0x51C, "vv"},
    {0x4D5, "ae"},
    {0x440, "p"},
    {0x413, "r"},
    {0x433, "r"},
    /* Armenian */
    {0x555, "o"},
    {0x585, "o"},
    {0x54D, "u"},
    {0x57D, "u"},
    {0x570, "h"},
    {0x578, "n"},
    {0x581, "g"},
    {0x584, "f"},
    {0x566, "q"},
    {0x56C, "l"},
    {0x54F, "s"},
    {0x53C, "l"},
    /* Cherokee */
    {0x13AA, "a"},
    {0x13F4, "b"},
    {0x13DF, "c"},
    {0x13AC, "e"},
    {0x13C0, "g"},
    {0x13BB, "h"},
    {0x13AB, "j"},
    {0x13E6, "k"},
    {0x13DE, "l"},
    {0x13B7, "rn"},
    {0x13E2, "p"},
    {0x13D2, "r"},
    {0x13DA, "s"},
    {0x13A2, "t"},
    {0x13D9, "v"},
    {0x13B3, "vv"},
    {0x13C3, "z"},
    {0x13A1, "r"},
    {0x13A0, "d"},
    /* Signs: hyphens, quotes, spaces, dots. */
    {0x2010, "-"},
    {0x2011, "-"},
    {0x2012, "-"},
    {0x2013, "-"},
    {0x2014, "-"},
    {0x2015, "-"},
    {0x2212, "-"},
    {0x2018, "'"},
    {0x2019, "'"},
    {0x201B, "'"},
    {0x2032, "'"},
    {0xA0, " "},
    {0xB7, "."},
    {0x2022, "."},
};

static const char *look_of(uint32_t code)
{
    for (size_t i = 0; i < sizeof looks / sizeof *looks; i++)
        if (looks[i].code == code) return looks[i].ascii;
    return NULL;
}

void name_skeleton(const char *name, char out[NAME_SKELETON_SIZE])
{
    const unsigned char *at = (const unsigned char *)name;
    size_t n = 0;
    while (*at && n + 5 < NAME_SKELETON_SIZE) {
        const unsigned char *from = at;
        const uint32_t code = next(&at);
        const char *look = look_of(code);
        if (look) {
            while (*look) out[n++] = *look++;
        } else if (code < 0x80) {
            out[n++] = (char)tolower((int)code);
        } else {
            while (from < at) out[n++] = (char)*from++;
        }
    }
    out[n] = '\0';
}

static bool looks_like(const char *a, const char *b)
{
    char one[NAME_SKELETON_SIZE], two[NAME_SKELETON_SIZE];
    name_skeleton(a, one);
    name_skeleton(b, two);
    return strcmp(one, two) == 0;
}

bool name_is_reserved(const char *name)
{
    static const char *const words[] = {
        "alea", "somebody", "machine", "admin", "administrator", "moderator", "server"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(name, words[i]) == 0 || looks_like(name, words[i])) return true;
    /* "alea (expert)" and the like are the machine's. */
    char skeleton[NAME_SKELETON_SIZE];
    name_skeleton(name, skeleton);
    return strncmp(skeleton, "alea", 4) == 0 &&
           (skeleton[4] == ' ' || skeleton[4] == '(');
}
