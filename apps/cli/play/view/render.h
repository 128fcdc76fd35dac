/* The board as a drawing, in three sizes (layout.h): with the facts beside it from 76
 * columns on, with the facts below it from 60; narrower terminals get a list. */
#ifndef ALEA_CLI_PLAY_VIEW_RENDER_H
#define ALEA_CLI_PLAY_VIEW_RENDER_H

#include "face.h"
#include "view.h"

/* Narrower terminals get a list. */
enum { PLAY_BOARD_WIDTH = 60 };

/* What the board shows. */
void play_face_of(const play_view *view, play_face *face);
/* The board: drawn from 60 columns on, a list of points below that. */
void play_render(const play_view *view, const play_caps *caps, play_text *out);
#endif
