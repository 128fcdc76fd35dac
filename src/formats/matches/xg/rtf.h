/* Rich text as plain text. */
#ifndef ALEA_FORMATS_MATCHES_XG_RTF_H
#define ALEA_FORMATS_MATCHES_XG_RTF_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* Appends what a reader of the text sees, lines ended by '\n'. Any bytes will do, in
 * linear time. False if letters of a character set unknown here became U+FFFD. */
bool rtf_read(const char *text, size_t length, alea_text *out);

#endif
