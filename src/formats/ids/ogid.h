/* OGID, as alea_position_read and the file reader use it. */
#ifndef ALEA_FORMATS_IDS_OGID_H
#define ALEA_FORMATS_IDS_OGID_H

#include <alea/notation.h>

/* Reads an OGID as OpenGammon writes it. `turn_is_next`: without a ply number the turn
 * field names the player to act, not the one who acted last. `ambiguous` (may be NULL)
 * is set if that mattered. */
alea_status ogid_read(const char *text, size_t length, bool turn_is_next,
                      alea_position *position, bool *ambiguous, alea_error *error);
/* True if the text looks like an OGID without its prefix. */
bool ogid_looks_like(const char *text, size_t length);

#endif
