/* Gibbon Match Dump files (.gmd). */
#ifndef ALEA_FORMATS_MATCHES_GIBBON_H
#define ALEA_FORMATS_MATCHES_GIBBON_H

#include "formats/toolkit/importer.h"

alea_status gibbon_import(importer *in);

#endif
