/* Analysis that a file holds, on its way into the record. */
#ifndef ALEA_FORMATS_MATCHES_FILED_H
#define ALEA_FORMATS_MATCHES_FILED_H

#include "formats/toolkit/importer.h"

/* All fields "not stated". */
alea_filed filed_start(alea_filed_kind kind, alea_player by, const char *program);
alea_filed_candidate filed_candidate_start(void);
/* Copies a name, truncated to `capacity` bytes, without ';' and control characters. */
void filed_name(char *out, size_t capacity, const char *name);
/* Stores the analysis of the last entry, a play. `before` is the board the mover saw;
 * `made` is found by comparing boards. */
alea_status filed_keep_play(importer *in, alea_filed *filed,
                            const alea_filed_candidate *candidate,
                            const alea_board *before);
/* Stores the analysis of a cube decision at `entry`. */
alea_status filed_keep_cube(importer *in, alea_filed *filed, size_t entry);

#endif
