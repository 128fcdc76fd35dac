#include "names.h"

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

bool name_is_reserved(const char *name)
{
    static const char *const words[] = {
        "alea", "somebody", "machine", "admin", "administrator", "moderator", "server"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(name, words[i]) == 0) return true;
    /* "alea (expert)" and the like are the machine's. */
    return strncasecmp(name, "alea", 4) == 0 && (name[4] == ' ' || name[4] == '(');
}
