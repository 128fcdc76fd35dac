/* Match formats of one file each, reading. */
#ifndef ALEA_FORMATS_MATCHES_READERS_H
#define ALEA_FORMATS_MATCHES_READERS_H

#include "formats/toolkit/importer.h"

/* Replays of bgammon.org (.match). */
alea_status bgammon_import(importer *in);

/* Gibbon Match Dump files (.gmd). */
alea_status gibbon_import(importer *in);

/* JavaFIBS' own match files (.match). */
alea_status javafibs_import(importer *in);

/* OGXM version 2, the binary match files of HedgeHog and OpenGammon. */
alea_status ogxm_import(importer *in);

/* FIBS "oldmoves" transcripts. */
alea_status oldmoves_import(importer *in);

#endif
