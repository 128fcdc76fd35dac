/* Match text (.mat, .txt) and Jellyfish .gam, reading. */
#ifndef ALEA_FORMATS_MATCHES_MAT_READ_H
#define ALEA_FORMATS_MATCHES_MAT_READ_H

#include "formats/toolkit/importer.h"

alea_status mat_import(importer *in);
alea_status gam_import(importer *in);

#endif
