/* SGF GM[6], writing. */
#ifndef ALEA_FORMATS_MATCHES_SGF_WRITE_H
#define ALEA_FORMATS_MATCHES_SGF_WRITE_H

#include "formats/toolkit/exporter.h"

alea_status sgf_export(exporter *out);

#endif
