/* Match text (.mat, .txt) and Jellyfish .gam, read and written. */
#ifndef ALEA_FORMATS_MATCHES_MAT_MAT_H
#define ALEA_FORMATS_MATCHES_MAT_MAT_H

#include "formats/toolkit/exporter.h"
#include "formats/toolkit/importer.h"
#include "formats/toolkit/lines.h"

/* Match text (.mat, .txt) and Jellyfish .gam, reading. */
alea_status mat_import(importer *in);
alea_status gam_import(importer *in);

/* Match text, writing. */
alea_status mat_export(exporter *out);

/* Match text: what stands before the first game. */

/* "; [Tag "value"]" lines and free comments up to the first game, and the match length;
 * begins the record with the rules they imply. Leaves `lines` before the first game. */
alea_status mat_read_header(importer *in, text_lines *lines);

#endif
