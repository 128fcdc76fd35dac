/* The board of a tables game as an SVG picture. */
#ifndef ALEA_CLI_TABLES_PICTURE_H
#define ALEA_CLI_TABLES_PICTURE_H

#include <alea/tables.h>

/* Seen and numbered by the player to move, whose checkers are light; a pinned checker
 * lies under the one that pins it, at the edge. Returns the length without the NUL; at
 * most `size` bytes are written, the last a NUL. `board` must be valid. */
size_t tables_picture_svg(const alea_tables_rules *rules,
                          const alea_tables_board *board, char *out, size_t size);

#endif
