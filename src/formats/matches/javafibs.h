/* JavaFIBS' own match files (.match). */
#ifndef ALEA_FORMATS_MATCHES_JAVAFIBS_H
#define ALEA_FORMATS_MATCHES_JAVAFIBS_H

#include "formats/toolkit/importer.h"

alea_status javafibs_import(importer *in);

#endif
