/* Build tool: writes data/scripts.txt and data/looks.txt into a folder, from the Unicode
 * data of libicu. data/looks.md says what they are. `make_looks --unicode` prints the
 * version of the data. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum { LAST = 0x3FFFF, TEXT = 64 };

/* What Unicode Technical Standard 39 does not have, as characters of ASCII. */
static const struct {
    UChar32 from;
    const char *to;
} ours[] = {{'i', "l"},   {'w', "vv"},   {'5', "s"},   {'$', "s"},   {'"', "''"},
            {'`', "'"},   {0xB7, "."},   {0xDF, "b"},  {0x18F, "e"}, {0x259, "e"},
            {0x53C, "l"}, {0x2022, "."}, {0x30FC, "-"}};

static USpoofChecker *spoof;
static const USet *recommended;

/* The form that UTS 39 compares, of ASCII in small letters, without strokes through or below
 * it. `out` is all 0. */
static void look_once(const UChar32 *text, UChar32 out[TEXT])
{
    UErrorCode error = U_ZERO_ERROR;
    UChar short_text[TEXT], skeleton[TEXT];
    UChar32 full[TEXT];
    int n = 0, size = 0;
    u_strFromUTF32(short_text, TEXT, NULL, text, -1, &error);
    uspoof_getSkeleton(spoof, 0, short_text, -1, skeleton, TEXT, &error);
    u_strToUTF32(full, TEXT, &size, skeleton, -1, &error);
    for (int k = 0; k < size; k++) {
        const UChar32 c = full[k] < 0x80 ? u_tolower(full[k]) : full[k];
        const char *to = NULL;
        for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
            if (ours[i].from == c) to = ours[i].to;
        if (to)
            while (*to) out[n++] = *to++;
        else if ((c < 0x334 || c > 0x338) && c != 0x329)
            out[n++] = c;
    }
}

static void look_of(UChar32 c, UChar32 out[TEXT])
{
    UChar32 before[TEXT] = {c};
    for (int i = 0; i < 8; i++) {
        memset(out, 0, sizeof before);
        look_once(before, out);
        if (memcmp(before, out, sizeof before) == 0) return;
        memcpy(before, out, sizeof before);
    }
    fprintf(stderr, "U+%04X looks like one after another\n", (unsigned)c);
}

/* A letter that looks like none of ASCII looks like its other case, or like its capital. */
static void look_in_any_case(UChar32 c, UChar32 out[TEXT])
{
    const UChar32 cases[] = {c, u_tolower(c), u_toupper(c)};
    for (int i = 0; i < 3; i++) {
        look_of(cases[i], out);
        if (out[0] < 0x80) return;
    }
}

static bool is_in(UChar32 c, UBlockCode block)
{
    return ublock_getCode(c) == block;
}

/* Letters for scholars, among which Unicode recommends few for names. */
static bool is_technical(UChar32 c)
{
    static const UBlockCode blocks[] = {
        UBLOCK_IPA_EXTENSIONS,      UBLOCK_SPACING_MODIFIER_LETTERS,
        UBLOCK_PHONETIC_EXTENSIONS, UBLOCK_PHONETIC_EXTENSIONS_SUPPLEMENT,
        UBLOCK_LATIN_EXTENDED_C,    UBLOCK_LATIN_EXTENDED_D,
        UBLOCK_LATIN_EXTENDED_E,    UBLOCK_LATIN_EXTENDED_F,
        UBLOCK_LATIN_EXTENDED_G};
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        if (is_in(c, blocks[i])) return !uset_contains(recommended, c);
    return false;
}

/* The letters "-": refused; "any": of every script; else the script. NULL: unassigned, as
 * whatever is before it. */
static const char *script_of(UChar32 c)
{
    static const UScriptCode eastern[] = {USCRIPT_HAN, USCRIPT_HIRAGANA,
                                          USCRIPT_KATAKANA, USCRIPT_BOPOMOFO,
                                          USCRIPT_HANGUL};
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode list[64];
    const uint32_t kind = U_GET_GC_MASK(c);
    if (kind & U_GC_CN_MASK) return c < 0xE000 || c > 0xF8FF ? NULL : "-";
    const int count = uscript_getScriptExtensions(c, list, 64, &error);
    bool any = count != 1 || list[0] == USCRIPT_COMMON || list[0] == USCRIPT_INHERITED;
    bool alike = false; /* of the scripts whose letters are most alike */
    for (int i = 0; i < count; i++)
        alike |= list[i] == USCRIPT_LATIN || list[i] == USCRIPT_GREEK ||
                 list[i] == USCRIPT_CYRILLIC || (any && count == 1);
    const int form = u_getIntPropertyValue(c, UCHAR_DECOMPOSITION_TYPE);
    if ((c < ' ') || (c > ' ' && kind & (U_GC_Z_MASK | U_GC_C_MASK)) ||
        (u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT) && c != 0xFE0F) ||
        (form != U_DT_NONE && form != U_DT_CANONICAL &&
         !(is_in(c, UBLOCK_GREEK) && kind & (U_GC_LU_MASK | U_GC_LL_MASK))) ||
        u_getIntPropertyValue(c, UCHAR_NFC_QUICK_CHECK) == UNORM_NO ||
        is_in(c, UBLOCK_HANGUL_JAMO) || is_in(c, UBLOCK_LETTERLIKE_SYMBOLS) ||
        is_in(c, UBLOCK_ENCLOSED_ALPHANUMERICS) ||
        (is_in(c, UBLOCK_ENCLOSED_ALPHANUMERIC_SUPPLEMENT) && c < 0x1F1E6) ||
        c == 0x2800 || is_in(c, UBLOCK_SPECIALS) ||
        (alike && kind & U_GC_M_MASK && c != 0xFE0F) || is_technical(c))
        return "-";
    if (any) return "any";
    for (size_t i = 0; i < sizeof eastern / sizeof *eastern; i++)
        if (list[0] == eastern[i]) return "East";
    return uscript_getShortName(list[0]);
}

static int write_scripts(FILE *file)
{
    const char *before = "";
    for (UChar32 c = 0; c <= LAST; c++) {
        const char *script = script_of(c);
        if (!script || strcmp(script, before) == 0) continue;
        fprintf(file, "%05X %s\n", (unsigned)c, script);
        before = script;
    }
    fprintf(file, "%05X -\n", LAST + 1);
    return fclose(file);
}

static int write_looks(FILE *file)
{
    for (UChar32 c = ' '; c <= LAST; c++) {
        UErrorCode error = U_ZERO_ERROR;
        UChar32 look[TEXT];
        UChar short_look[TEXT];
        char text[TEXT * 4];
        const char *script = script_of(c);
        if (!script || strcmp(script, "-") == 0 || (c >= 0xAC00 && c <= 0xD7A3))
            continue;
        look_in_any_case(c, look);
        if (look[0] == c && look[1] == 0) continue;
        u_strFromUTF32(short_look, TEXT, NULL, look, -1, &error);
        u_strToUTF8(text, sizeof text, NULL, short_look, -1, &error);
        fprintf(file, "%05X %s\n", (unsigned)c, text);
    }
    return fclose(file);
}

int main(int argc, char **argv)
{
    UErrorCode error = U_ZERO_ERROR;
    char path[4096];
    if (argc == 2 && strcmp(argv[1], "--unicode") == 0)
        return puts(U_UNICODE_VERSION) < 0;
    if (argc != 2) {
        fprintf(stderr, "usage: make_looks FOLDER | --unicode\n");
        return 2;
    }
    spoof = uspoof_open(&error);
    recommended = uspoof_getRecommendedSet(&error);
    snprintf(path, sizeof path, "%s/scripts.txt", argv[1]);
    FILE *scripts = fopen(path, "w");
    snprintf(path, sizeof path, "%s/looks.txt", argv[1]);
    FILE *looks = fopen(path, "w");
    if (U_SUCCESS(error) && scripts && looks && write_scripts(scripts) == 0 &&
        write_looks(looks) == 0)
        return 0;
    fprintf(stderr, "%s: cannot be written\n", path);
    return 1;
}
