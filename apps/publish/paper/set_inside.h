/* The sheets of the print-and-play set, for the files that draw it. */
#ifndef ALEA_PUBLISH_PAPER_SET_INSIDE_H
#define ALEA_PUBLISH_PAPER_SET_INSIDE_H

#include "part.h"
#include "set.h"

#include <alea/board.h>

/* What the sheet is for, at its head. */
void set_heading(canvas *c, paper_size sheet, const char *text);
/* How it is put together and how one plays with it, with drawings. */
void set_draw_guide(canvas *c, const set_options *o, const board_plan *plan);
void set_draw_board(canvas *c, const set_options *o, const board_plan *plan);
void set_draw_men(canvas *c, const set_options *o, const board_plan *plan);
/* Dice, cubes, cup, pins and box. */
void set_draw_parts(canvas *c, const set_options *o, const board_plan *plan);
/* Half a board with its upper left corner at the origin; the bar is at the joint. */
void set_draw_half(canvas *c, const board_plan *p, const alea_board *start, bool right);
/* A wheel for one side, rings for the other, so that they differ without colour. */
void set_draw_man(canvas *c, paper_point at, double radius, bool dark, bool back);
/* Its cuts and folds. */
void set_draw_part(canvas *c, const part *p);

#endif
