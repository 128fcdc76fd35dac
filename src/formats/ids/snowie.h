/* Snowie position lines. */
#ifndef ALEA_FORMATS_IDS_SNOWIE_H
#define ALEA_FORMATS_IDS_SNOWIE_H

#include "formats/toolkit/importer.h"

/* A file of one such line. */
alea_status snowie_import(importer *in);
/* One line; `error` (may be NULL) gets no line number. */
alea_status snowie_read_line(const char *text, size_t length, alea_position *position,
                             alea_error *error);

#endif
