/* FIBS "oldmoves" transcripts. */
#ifndef ALEA_FORMATS_MATCHES_OLDMOVES_H
#define ALEA_FORMATS_MATCHES_OLDMOVES_H

#include "formats/toolkit/importer.h"

alea_status oldmoves_import(importer *in);

#endif
