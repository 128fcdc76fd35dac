/* Analysis that a file holds as text: in the journal, and in SGF as property XF.
 *
 *     play A;eXtreme Gammon;4-ply;0;0.012;-0.2;1;0
 *     8/5 6/5;4-ply;0.165;0.55,0.16,0.01,0.12,0.005;0;-
 *     cube B;eXtreme Gammon;XG Roller++;0;0;-;-1;0
 *     0.31;0.2;1;0.6,0.1,0,0.1,0;0.6,0.1,0,0.1,0;-;-
 *
 * decider, program, level, flagged + 2 x mwc, loss, luck, play made, games of a
 * rollout; then a line for each candidate, or for the cube. "-": not stated. */
#ifndef ALEA_FORMATS_MATCHES_FILED_TEXT_H
#define ALEA_FORMATS_MATCHES_FILED_TEXT_H

#include "formats/toolkit/importer.h"

/* Appends all analysis of that entry; nothing if there is none. */
void filed_text_write(const alea_record *record, size_t entry, alea_text *out);
/* Parses such a text and stores the analysis at `entry`. Malformed parts are dropped
 * with a warning. */
alea_status filed_text_read(importer *in, size_t entry, const char *text, size_t length,
                            size_t line);

#endif
