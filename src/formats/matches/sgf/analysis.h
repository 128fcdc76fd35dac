/* Analysis in the nodes of an SGF game: GNU Backgammon's A and DA, alea's XF. */
#ifndef ALEA_FORMATS_MATCHES_SGF_ANALYSIS_H
#define ALEA_FORMATS_MATCHES_SGF_ANALYSIS_H

#include "formats/matches/sgf/node.h"
#include "formats/toolkit/exporter.h"

/* Keeps that of a node whose play or cube action was just appended as the last entry;
 * `before`: the board as `player` saw it. */
alea_status sgf_keep_analysis(importer *in, const sgf_node *node, alea_player player,
                              const alea_board *before);
/* Appends the properties of an entry's analysis. `extra`: the text kept for a round
 * trip, which may hold the same ones. */
void sgf_put_analysis(const alea_record *record, size_t entry, const char *extra,
                      alea_text *out);

#endif
