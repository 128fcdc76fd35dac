/* A board with its facts: the drawing, and the lines beside or below it, or a list. */
#ifndef ALEA_CLI_PLAY_VIEW_PANEL_H
#define ALEA_CLI_PLAY_VIEW_PANEL_H

#include "board.h"

enum { PANEL_SIZE = 160, PANEL_ROWS = 13 };

/* The facts. 1 to 3 are the name, men and score of the side above, 11 to 9 those of the
 * side below, 5 to 7 the rest. */
typedef struct play_panel {
    char line[PANEL_ROWS][PANEL_SIZE];
} play_panel;

/* Draws the board from PLAY_BOARD_WIDTH columns on: beside it the lines of the panel,
 * or some of them below it. */
void play_panel_draw(const play_face *face, const play_caps *caps, const play_panel *p,
                     play_text *out);
/* The men of both sides as a list of points, `sum` and the lines 5 to 7, in any width.
 * `name`: the viewer's, the other's. */
void play_panel_list(const play_face *face, const play_caps *caps, const play_panel *p,
                     const char *const name[2], const char *sum, play_text *out);

#endif
