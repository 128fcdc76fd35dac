/* Where a line of text names a position. */
#ifndef ALEA_FORMATS_POSITIONS_IDENTIFY_H
#define ALEA_FORMATS_POSITIONS_IDENTIFY_H

#include "figures.h"

typedef enum id_form {
    ID_NONE = 0,
    ID_WHOLE,  /* any identifier that alea_position_read reads */
    ID_SNOWIE, /* a Snowie position line */
    ID_BOTH,   /* BGBlitz' "Position-ID: ... Match-ID: ..." */
    ID_HALF    /* GNU Backgammon's "Position ID: ..."; the Match ID stands below */
} id_form;

/* The line's identifier, which may be damaged. ID_BOTH: id[1] is the Match ID. */
id_form identify(span line, span id[2]);
/* The Match ID of a line that has one. */
bool identify_match(span line, span *id);
/* The line is a row or the frame of a board drawn in letters. */
bool is_drawn_board(span line);

#endif
