/* BGBlitz' binary match files (.bgf), reading. */
#ifndef ALEA_FORMATS_MATCHES_BGF_READ_H
#define ALEA_FORMATS_MATCHES_BGF_READ_H

#include "formats/toolkit/importer.h"

alea_status bgf_import(importer *in);

#endif
