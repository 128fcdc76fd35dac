/* The board of a tables game as a drawing. */
#ifndef ALEA_FAMILY_PICTURE_H
#define ALEA_FAMILY_PICTURE_H

#include <alea/drawing.h>
#include <alea/tables.h>

/* Seen and numbered by the player to move, whose checkers are light; a pinned checker
 * lies under the one that pins it, at the edge. `board` must be valid. */
void tables_picture_draw(const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_drawing *out);

#endif
