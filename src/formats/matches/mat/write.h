/* Match text, writing. */
#ifndef ALEA_FORMATS_MATCHES_MAT_WRITE_H
#define ALEA_FORMATS_MATCHES_MAT_WRITE_H

#include "formats/toolkit/exporter.h"

alea_status mat_export(exporter *out);

#endif
