/* A decision and what was found about it, as eXtreme Gammon exports it as text
 * (English): identifier, players, diagram, then plays or the cube. Other programs read
 * it by its structure. */
#ifndef ALEA_REPORT_XG_POSITION_H
#define ALEA_REPORT_XG_POSITION_H

#include <alea/file.h>
#include <alea/search.h>

#include <stdio.h>

/* `names` of A and B, each may be NULL. The candidates belong to `position`, whose side
 * on roll has thrown; the best one comes first. Depths are counted as that program
 * does, from 1; below 0: rolled out; `level` (may be NULL) names them instead. False,
 * and nothing written, for a position without an XGID. */
bool xg_text_play(FILE *to, const alea_position *position, const char *const names[2],
                  const alea_candidate *candidate, const char *const level[], int count,
                  const alea_met *met);
/* The same for the cube of the side on roll. */
bool xg_text_cube(FILE *to, const alea_position *position, const char *const names[2],
                  const alea_cube_result *cube, const alea_met *met);

#endif
