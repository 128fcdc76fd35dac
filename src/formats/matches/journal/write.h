/* The journal, writing a whole record; <alea/file.h> has it line by line. */
#ifndef ALEA_FORMATS_MATCHES_JOURNAL_WRITE_H
#define ALEA_FORMATS_MATCHES_JOURNAL_WRITE_H

#include "formats/toolkit/exporter.h"

alea_status journal_export(exporter *out);

#endif
