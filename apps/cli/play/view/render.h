/* The board as a drawing. Two sizes: with the facts beside it from 76 columns on, with
 * the facts below it from 60; narrower terminals get a list. */
#ifndef ALEA_CLI_PLAY_VIEW_RENDER_H
#define ALEA_CLI_PLAY_VIEW_RENDER_H

#include "view.h"

/* The board: drawn from 60 columns on, a list of points below that. */
void play_render(const play_view *view, const play_caps *caps, play_text *out);
/* The point drawn at a row and column of the drawn board, in the viewer's numbers; 25
 * on the bar, 0 right of the board in the viewer's half (off); -1 elsewhere. */
int play_point_at(const play_view *view, int row, int column);
/* Where the number of a point stands (1..24), the bar (25) or the place for checkers
 * borne off (0); false for any other number. */
bool play_label_of(const play_view *view, int point, int *row, int *column, int *width);

#endif
