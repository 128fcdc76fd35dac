/* Match text: the cells of a line of a game. */
#ifndef ALEA_FORMATS_MATCHES_MAT_CELLS_H
#define ALEA_FORMATS_MATCHES_MAT_CELLS_H

#include "formats/matches/mat/words.h"
#include "formats/toolkit/importer.h"

/* What a remark says, in lower case, that sets a position. */
#define MAT_SET_POSITION "set pos="

/* How wide some blanks are, tabs among them. */
size_t mat_width(const char *blanks, size_t length);
/* The cells of a line, from after its ")". What they say about the end of the game is
 * only noted in *end; a roll takes a resignation there back. */
alea_status mat_read_cells(importer *in, const char *text, size_t length, size_t column,
                           size_t line, mat_end *end);
/* The same for a game that is not understood any more: only its end is looked for. */
void mat_find_end(const char *text, size_t length, size_t column, mat_end *end);
/* "; ..." inside a game, from its ';' on: a comment, or "Set Pos=". */
alea_status mat_read_remark(importer *in, const char *text, size_t length, size_t line);

#endif
