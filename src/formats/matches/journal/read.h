/* The journal, reading. */
#ifndef ALEA_FORMATS_MATCHES_JOURNAL_READ_H
#define ALEA_FORMATS_MATCHES_JOURNAL_READ_H

#include "formats/toolkit/importer.h"

alea_status journal_import(importer *in);

#endif
