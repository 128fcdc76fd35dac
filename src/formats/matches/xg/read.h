/* eXtreme Gammon's .xg and .xgp files, reading. */
#ifndef ALEA_FORMATS_MATCHES_XG_READ_H
#define ALEA_FORMATS_MATCHES_XG_READ_H

#include "formats/toolkit/importer.h"

alea_status xg_import(importer *in);

#endif
