/* OGXM version 2, the binary match files of HedgeHog and OpenGammon. */
#ifndef ALEA_FORMATS_MATCHES_OGXM_H
#define ALEA_FORMATS_MATCHES_OGXM_H

#include "formats/toolkit/importer.h"

alea_status ogxm_import(importer *in);

#endif
