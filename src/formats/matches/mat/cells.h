/* Match text: the cells of a line of a game. */
#ifndef ALEA_FORMATS_MATCHES_MAT_CELLS_H
#define ALEA_FORMATS_MATCHES_MAT_CELLS_H

#include "formats/toolkit/importer.h"
#include "words.h"

/* Start of a remark that sets a position, in lower case. */
#define MAT_SET_POSITION "set pos="

/* Width of blanks in columns, tabs included. */
size_t mat_width(const char *blanks, size_t length);
/* Reads the cells of a line, from after its ")". The end of the game is only noted in
 * *end; a roll clears a resignation there. */
alea_status mat_read_cells(importer *in, const char *text, size_t length, size_t column,
                           size_t line, mat_end *end);
/* Searches the rest of a game that could not be understood for its end. */
void mat_find_end(const char *text, size_t length, size_t column, mat_end *end);
/* "; ..." inside a game, from its ';' on: a comment, or "Set Pos=". */
alea_status mat_read_remark(importer *in, const char *text, size_t length, size_t line);

#endif
