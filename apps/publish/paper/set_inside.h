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
/* As many of each side as the game has. */
void set_draw_men(canvas *c, const set_options *o, double diameter);
/* Dice, cubes, cup, pins and box. */
void set_draw_parts(canvas *c, const set_options *o, const board_plan *plan);
/* Dice alone, without the doubling cubes where the game has none. */
void set_draw_dice(canvas *c, const set_options *o);
/* The rules of another tables game, each with its board at the start. */
void set_draw_rules(canvas *c, const set_options *o);
/* Board, men and dice of the Royal Game of Ur. */
void set_draw_ur(canvas *c, const set_options *o);
bool set_is_ur(const set_options *o);
/* Of the game: a name for headings; whether it has a cube; men of a side; dice thrown
 * at once. */
const char *set_name(const set_options *o);
bool set_has_cube(const set_options *o);
int set_men_a_side(const set_options *o);
int set_dice(const set_options *o);
/* The men at the start, seen by the lower player; false, and an empty board, if all
 * enter from outside or the games of a series differ. */
bool set_start(const set_options *o, alea_board *out);
/* Half a board with its upper left corner at the origin; the bar is at the joint. */
void set_draw_half(canvas *c, const board_plan *p, const alea_board *start, bool right);
/* A wheel for one side, rings for the other, so that they differ without colour. */
void set_draw_man(canvas *c, paper_point at, double radius, bool dark, bool back);
/* Its cuts and folds. */
void set_draw_part(canvas *c, const part *p);

#endif
