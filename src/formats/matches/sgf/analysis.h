/* Analysis in the nodes of an SGF game: GNU Backgammon's A and DA, alea's XF. */
#ifndef ALEA_FORMATS_MATCHES_SGF_ANALYSIS_H
#define ALEA_FORMATS_MATCHES_SGF_ANALYSIS_H

#include "base/text.h"
#include "scan.h"

/* Stores the analysis of a node whose play or cube action is the last entry. `before`:
 * the board that `player` saw; NULL without a play. */
alea_status sgf_keep_analysis(importer *in, const sgf_node *node, alea_player player,
                              const alea_board *before);
/* Appends the analysis of an entry as properties. `extra`: the round-trip text of the
 * node, which may already have them. */
void sgf_put_analysis(const alea_record *record, size_t entry, const char *extra,
                      alea_text *out);

#endif
