/* Files that are one position with words around it: eXtreme Gammon's, BGBlitz' and GNU
 * Backgammon's texts, and any identifier. */
#ifndef ALEA_FORMATS_POSITIONS_TEXT_H
#define ALEA_FORMATS_POSITIONS_TEXT_H

#include "formats/toolkit/exporter.h"
#include "formats/toolkit/importer.h"

/* The position, the names, and the analysis as that of the decision at hand. */
alea_status xg_text_import(importer *in);
/* The last position in eXtreme Gammon's layout, with the comment, which has the
 * analysis as it was read, or else with the analysis of the decision at hand. */
alea_status xg_text_export(exporter *out);

#endif
