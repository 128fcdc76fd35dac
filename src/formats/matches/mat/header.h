/* Match text: what stands before the first game. */
#ifndef ALEA_FORMATS_MATCHES_MAT_HEADER_H
#define ALEA_FORMATS_MATCHES_MAT_HEADER_H

#include "formats/toolkit/lines.h"

/* "; [Tag "value"]" lines and free comments up to the first game, and the match length;
 * begins the record with the rules they imply. Leaves `lines` before the first game. */
alea_status mat_read_header(importer *in, text_lines *lines);

#endif
