/* Analysis as eXtreme Gammon writes it for people. */
#ifndef ALEA_FORMATS_POSITIONS_WRITE_H
#define ALEA_FORMATS_POSITIONS_WRITE_H

#include <alea/record.h>

#include "base/text.h"

/* The first analysis of the decision at `entry`, in English, with its program; nothing
 * if there is none. */
void analysed_write(const alea_record *record, size_t entry, alea_text *out);

#endif
