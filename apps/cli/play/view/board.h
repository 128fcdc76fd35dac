/* The board itself, row by row, in the size of a layout. */
#ifndef ALEA_CLI_PLAY_VIEW_BOARD_H
#define ALEA_CLI_PLAY_VIEW_BOARD_H

#include "face.h"
#include "layout.h"
#include "view.h"

/* One drawing. */
typedef struct play_canvas {
    const play_face *face;
    const play_caps *caps;
    const play_layout *at;
    play_text *out;
} play_canvas;

/* Row 0 to play_face_rows - 1, without its newline; play_board_columns wide, or less in
 * its last columns. */
void play_add_board_row(const play_canvas *c, int row);
/* One row of a man, centred in `columns`; `row` counts from its top. */
void play_add_man_row(const play_canvas *c, bool mine, bool pinned, int row,
                      int columns);
/* The sign of a side's checkers, for a sentence. */
void play_add_sign(const play_canvas *c, bool mine);

#endif
