/* The texts of an .xg file: names in two alphabets, comments plain or as RTF. */
#ifndef ALEA_FORMATS_MATCHES_XG_TEXTS_H
#define ALEA_FORMATS_MATCHES_XG_TEXTS_H

#include "base/text.h"
#include "formats/toolkit/importer.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Stores a name as a tag: the UTF-16 text at `wide` (may be NULL), else the Pascal
 * string at `ansi` in Windows-1252. */
alea_status xg_read_name(importer *in, const char *key, const uint8_t *ansi,
                         size_t ansi_room, const uint8_t *wide);
/* Appends a comment, plain or RTF, to `out` as plain text; false if letters of an
 * unknown character set are lost. */
bool xg_comment_text(const char *text, size_t length, alea_text *out);

/* Windows' character sets, which old files name by a number. */

/* The code point of byte `c` in the set: 1250 (Central Europe), 1251 (Cyrillic), 1252
 * (the West), 1253 (Greek) or 1254 (Turkish). U+FFFD for one above 127 of another set;
 * bytes a set leaves open are themselves. */
uint32_t code_page_read(int page, unsigned char c);

/* Rich text as plain text. */

/* Appends the visible text with '\n' line ends. Accepts any bytes, in linear time.
 * False if letters of an unknown character set became U+FFFD. */
bool rtf_read(const char *text, size_t length, alea_text *out);

#endif
