/* SGF GM[6], read and written. */
#ifndef ALEA_FORMATS_MATCHES_SGF_SGF_H
#define ALEA_FORMATS_MATCHES_SGF_SGF_H

#include "formats/toolkit/exporter.h"
#include "formats/toolkit/importer.h"

/* SGF GM[6], reading. */
alea_status sgf_import(importer *in);

/* SGF GM[6], writing. */
alea_status sgf_export(exporter *out);

#endif
