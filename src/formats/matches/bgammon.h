/* Replays of bgammon.org (.match). */
#ifndef ALEA_FORMATS_MATCHES_BGAMMON_H
#define ALEA_FORMATS_MATCHES_BGAMMON_H

#include "formats/toolkit/importer.h"

alea_status bgammon_import(importer *in);

#endif
