/* The texts of an .xg file: names in two alphabets, comments plain or as RTF. */
#ifndef ALEA_FORMATS_MATCHES_XG_TEXTS_H
#define ALEA_FORMATS_MATCHES_XG_TEXTS_H

#include "formats/toolkit/importer.h"

/* A name as a tag: the UTF-16 at `wide` (NULL: the file has none), else the Pascal
 * string at `ansi` in Windows' character set. */
alea_status xg_read_name(importer *in, const char *key, const uint8_t *ansi,
                         size_t ansi_room, const uint8_t *wide);
/* A comment, plain or RTF, as plain text at the end of `out`; false if letters of a
 * character set unknown here are lost. */
bool xg_comment_text(const char *text, size_t length, alea_text *out);

#endif
