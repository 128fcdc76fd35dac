/* SGF GM[6], reading. */
#ifndef ALEA_FORMATS_MATCHES_SGF_READ_H
#define ALEA_FORMATS_MATCHES_SGF_READ_H

#include "formats/toolkit/importer.h"

alea_status sgf_import(importer *in);

#endif
