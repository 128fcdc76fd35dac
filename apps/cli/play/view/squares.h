/* A board of squares in three rows: each with its number, a sign where it is special,
 * and its man. Rows for the men in reserve and borne off lie above and below. */
#ifndef ALEA_CLI_PLAY_VIEW_SQUARES_H
#define ALEA_CLI_PLAY_VIEW_SQUARES_H

#include "board.h"

/* Row 0 to play_squares_rows - 1, play_board_columns wide, without its newline. */
void play_add_squares_row(const play_canvas *c, int row);
#endif
