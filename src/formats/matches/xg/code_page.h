/* Windows' character sets, which old files name by a number. */
#ifndef ALEA_FORMATS_MATCHES_XG_CODE_PAGE_H
#define ALEA_FORMATS_MATCHES_XG_CODE_PAGE_H

#include <stdint.h>

/* The code point of byte `c` in the set: 1250 (Central Europe), 1251 (Cyrillic), 1252
 * (the West), 1253 (Greek) or 1254 (Turkish). U+FFFD for one above 127 of another set;
 * bytes a set leaves open are themselves. */
uint32_t code_page_read(int page, unsigned char c);

#endif
