/* OGID and FIBS board lines: what alea_position_read needs of them. */
#ifndef ALEA_FORMATS_IDS_OGID_H
#define ALEA_FORMATS_IDS_OGID_H

#include <alea/notation.h>

/* OGID as OpenGammon writes it; `turn_is_next`: without a ply number the turn field
 * names the player to act, not the one who acted. `ambiguous` (may be NULL) is set
 * where that mattered. */
alea_status ogid_read(const char *text, size_t length, bool turn_is_next,
                      alea_position *position, bool *ambiguous, alea_error *error);
/* Do these fields look like an OGID without its prefix? */
bool ogid_looks_like(const char *text, size_t length);

#endif
