/* The lossless format of alea, read and written. */
#ifndef ALEA_FORMATS_MATCHES_JOURNAL_JOURNAL_H
#define ALEA_FORMATS_MATCHES_JOURNAL_JOURNAL_H

#include "formats/toolkit/exporter.h"
#include "formats/toolkit/importer.h"

/* The journal, reading. */
alea_status journal_import(importer *in);

/* The journal, writing a whole record; <alea/file.h> has it line by line. */
alea_status journal_export(exporter *out);

#endif
