/* The board as a drawing. Two sizes: with the facts beside it from 76 columns on, with
 * the facts below it from 60; narrower terminals get a list. */
#ifndef ALEA_CLI_PLAY_RENDER_H
#define ALEA_CLI_PLAY_RENDER_H

#include "view.h"

/* The board: drawn from 60 columns on, a list of points below that. */
void play_render(const play_view *view, const play_caps *caps, play_text *out);

#endif
