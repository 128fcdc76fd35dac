/* The texts of an .xg file: names in two alphabets, comments plain or as RTF. */
#ifndef ALEA_FORMATS_MATCHES_XG_TEXTS_H
#define ALEA_FORMATS_MATCHES_XG_TEXTS_H

#include "formats/toolkit/importer.h"

/* Stores a name as a tag: the UTF-16 text at `wide` (may be NULL), else the Pascal
 * string at `ansi` in Windows-1252. */
alea_status xg_read_name(importer *in, const char *key, const uint8_t *ansi,
                         size_t ansi_room, const uint8_t *wide);
/* Appends a comment, plain or RTF, to `out` as plain text; false if letters of an
 * unknown character set are lost. */
bool xg_comment_text(const char *text, size_t length, alea_text *out);

#endif
