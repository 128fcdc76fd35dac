#include "lines.h"

#include <string.h>

#include "base/utf8.h"
#include "parse.h"
#include "utf16.h"

static void from_windows(alea_text *out, const unsigned char *bytes, size_t size)
{
    size_t plain = 0;
    for (size_t i = 0; i <= size; i++) {
        if (i < size && bytes[i] < 128) continue;
        alea_text_bytes(out, (const char *)bytes + plain, i - plain);
        plain = i + 1;
        if (i == size) break;
        alea_text_code_point(out, parse_windows(bytes[i]));
    }
}

static void from_utf16(alea_text *out, const unsigned char *bytes, size_t size,
                       bool big)
{
    for (size_t i = 0; i + 1 < size; i += 2) {
        uint32_t unit =
            (uint32_t)bytes[i + (big ? 0 : 1)] << 8 | bytes[i + (big ? 1 : 0)];
        if (utf16_is_high(unit) && i + 3 < size) {
            uint32_t low =
                (uint32_t)bytes[i + (big ? 2 : 3)] << 8 | bytes[i + (big ? 3 : 2)];
            if (utf16_is_low(low)) {
                unit = utf16_joined(unit, low);
                i += 2;
            }
        }
        alea_text_code_point(out, unit);
    }
}

/* How many bytes below 128 come first, to within eight. */
static size_t plain(const char *bytes, size_t size)
{
    size_t n = 0;
    uint64_t eight;
    for (; size - n >= sizeof eight; n += sizeof eight) {
        memcpy(&eight, bytes + n, sizeof eight);
        if (eight & 0x8080808080808080u) break;
    }
    return n;
}

static bool is_utf8(const char *bytes, size_t size)
{
    for (size_t i = plain(bytes, size); i < size;) {
        if ((unsigned char)bytes[i] < 128) {
            i += 1 + plain(bytes + i + 1, size - i - 1);
            continue;
        }
        size_t n = alea_utf8_length(bytes + i, size - i);
        if (n == 0) return false;
        i += n;
    }
    return true;
}

void lines_rewind(text_lines *lines, importer *in)
{
    lines->at = lines->own.length ? lines->own.start : in->bytes;
    lines->end = lines->at + (lines->own.length ? lines->own.length : in->size);
    if (lines->end - lines->at >= 3 && memcmp(lines->at, "\xEF\xBB\xBF", 3) == 0)
        lines->at += 3;
    lines->number = 0;
    lines->found[0] = lines->found[1] = NULL;
}

/* Replaces NULs by blanks, so that readers need not handle them. */
static void blank_zeros(text_lines *lines, importer *in)
{
    alea_text *own = &lines->own;
    char *at = own->length ? memchr(own->start, 0, own->length) : NULL;
    if (!at) return;
    size_t line = 1;
    for (const char *c = own->start; c < at; c++) line += *c == '\n';
    import_warn(in, line, "NUL bytes are read as blanks");
    for (; at < own->start + own->length; at++)
        if (!*at) *at = ' ';
}

alea_status lines_start(text_lines *lines, importer *in)
{
    const unsigned char *bytes = (const unsigned char *)in->bytes;
    memset(lines, 0, sizeof *lines);
    lines->own = alea_text_growing(3 * in->size + 16);
    bool big;
    size_t mark;
    if (parse_utf16(bytes, in->size, &big, &mark))
        from_utf16(&lines->own, bytes + mark, in->size - mark, big);
    else if (!is_utf8(in->bytes, in->size))
        from_windows(&lines->own, bytes, in->size);
    else if (memchr(in->bytes, 0, in->size))
        alea_text_bytes(&lines->own, in->bytes, in->size);
    if (alea_text_status(&lines->own)) {
        alea_text_free(&lines->own);
        return import_fail(in, ALEA_ERROR_MEMORY, 0, 0, "not enough memory");
    }
    blank_zeros(lines, in);
    lines_rewind(lines, in);
    return ALEA_OK;
}

/* The next such character. The last one found is kept: a search of its own for each
 * line would be quadratic where only one of the two ends lines. */
static const char *find(text_lines *lines, int which, char wanted)
{
    const char *at = lines->at;
    if (!lines->found[which] || at < lines->from[which] || at > lines->found[which]) {
        const char *found = memchr(at, wanted, (size_t)(lines->end - at));
        lines->from[which] = at;
        lines->found[which] = found ? found : lines->end;
    }
    return lines->found[which];
}

bool lines_next(text_lines *lines)
{
    if (lines->at >= lines->end) return false;
    const char *feed = find(lines, 0, '\n'), *back = find(lines, 1, '\r');
    const char *end = feed < back ? feed : back;
    lines->text = lines->at;
    lines->length = (size_t)(end - lines->at);
    lines->number++;
    if (end + 1 < lines->end && end[0] == '\r' && end[1] == '\n') end++;
    lines->at = end < lines->end ? end + 1 : end;
    return true;
}

void lines_finish(text_lines *lines)
{
    alea_text_free(&lines->own);
}
