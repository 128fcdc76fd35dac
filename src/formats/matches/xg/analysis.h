/* The analysis in the records of an .xg file. */
#ifndef ALEA_FORMATS_MATCHES_XG_ANALYSIS_H
#define ALEA_FORMATS_MATCHES_XG_ANALYSIS_H

#include "reader.h"

/* Keeps the analysis of the move record `r->record`, whose play is the last entry;
 * `before`: the board as the mover saw it. */
alea_status xg_keep_play(xg_reader *r, alea_player player, const alea_board *before);
/* Keeps that of a cube record: of the double, or of not doubling, at `entry`. */
alea_status xg_keep_double(xg_reader *r, const uint8_t *record, alea_player player,
                           size_t entry);
/* Keeps that of the answer to the double of `player`, made at `entry`. */
alea_status xg_keep_answer(xg_reader *r, const uint8_t *record, alea_player player,
                           size_t entry);

#endif
