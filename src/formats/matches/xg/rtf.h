/* Rich text as plain text. */
#ifndef ALEA_FORMATS_MATCHES_XG_RTF_H
#define ALEA_FORMATS_MATCHES_XG_RTF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Appends the visible text with '\n' line ends. Accepts any bytes, in linear time.
 * False if letters of an unknown character set became U+FFFD. */
bool rtf_read(const char *text, size_t length, alea_text *out);

#endif
