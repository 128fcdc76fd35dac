/* A record that begins with one position. */
#ifndef ALEA_FORMATS_IDS_IMPORT_POSITION_H
#define ALEA_FORMATS_IDS_IMPORT_POSITION_H

#include "formats/toolkit/importer.h"

/* Begins the record under the rules that the position needs and appends the events that
 * lead to it. */
alea_status import_position(importer *in, const alea_position *position, size_t line);

#endif
