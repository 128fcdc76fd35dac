/* The texts of an .xg file: names in two alphabets, comments plain or as RTF. */
#include <string.h>

#include "formats/toolkit/parse.h"
#include "formats/toolkit/utf16.h"
#include "texts.h"

enum { WIDE_ROOM = 128 }; /* of a UTF-16 name, without its end */

alea_status xg_read_name(importer *in, const char *key, const uint8_t *ansi,
                         size_t ansi_room, const uint8_t *wide)
{
    alea_text text = alea_text_growing(2000);
    for (size_t i = 0; wide && i < WIDE_ROOM; i++) {
        uint32_t unit = (uint32_t)wide[2 * i] | (uint32_t)wide[2 * i + 1] << 8;
        if (unit == 0) break;
        if (utf16_is_high(unit) && i + 1 < WIDE_ROOM) {
            uint32_t low = (uint32_t)wide[2 * i + 2] | (uint32_t)wide[2 * i + 3] << 8;
            if (utf16_is_low(low)) {
                unit = utf16_joined(unit, low);
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

bool xg_comment_text(const char *text, size_t length, alea_text *out)
{
    bool known = true;
    if (length > 5 && memcmp(text, "{\\rtf", 5) == 0) {
        known = rtf_read(text, length, out);
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
    return known;
}
