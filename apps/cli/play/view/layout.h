/* Where everything stands on the drawn board, in three sizes. */
#ifndef ALEA_CLI_PLAY_VIEW_LAYOUT_H
#define ALEA_CLI_PLAY_VIEW_LAYOUT_H

#include "face.h"

#include <stdbool.h>

enum { PLAY_SCALES = 3 };

typedef struct play_layout {
    int cell;   /* columns of a point */
    int bar;    /* columns of the bar between its walls */
    int tall;   /* rows of a checker */
    int shown;  /* checkers of a point that are drawn; the last shows how many more */
    int middle; /* rows between the halves */
} play_layout;

const play_layout *play_layout_of(int scale);
/* The largest size, 0 to 2, that leaves room for messages on a full screen. */
int play_scale_for(int columns, int rows);
/* Columns on a board of squares: before it, and in the rows of the reserves. */
enum { SQUARES_LEFT = 1, BAR_COLUMN = 2, OFF_COLUMN = 12, DICE_COLUMN = 22 };
/* Rows of a square with the border above it, and of the whole board. */
int play_square_rows(const play_layout *at);
int play_squares_rows(const play_layout *at);
/* The square in a row of the drawing, 0 at the top; NULL where there is none. */
const play_square *play_square_in(const play_face *face, int row, int column);
/* Columns of the board at that size with the facts beside it. */
int play_picture_columns(int scale);
/* Columns of the board alone, and its rows. */
int play_board_columns(const play_layout *at);
int play_board_rows(const play_layout *at);
/* Rows that this board has; one of squares has others. */
int play_face_rows(const play_face *face, const play_layout *at);
/* The point that stands in the upper or lower half, `column` 0..11 from the left. */
int play_point_in(const play_face *face, bool upper, int column);
/* The point drawn at a row and column of the board, in the viewer's numbers; 25 on the
 * bar, 0 right of the board in the viewer's half (off); -1 elsewhere. Where there are
 * squares 25 and 0 are words in a row of their own. */
int play_point_at(const play_face *face, int scale, int row, int column);
/* Where the number of a point stands (1..24, or that of a square), the bar (25) or the
 * place for checkers borne off (0); false for any other number. */
bool play_label_of(const play_face *face, int scale, int point, int *row, int *column,
                   int *width);

#endif
