/* The sheets of the print-and-play set, for the files that draw it. */
#ifndef ALEA_PUBLISH_PAPER_SET_INSIDE_H
#define ALEA_PUBLISH_PAPER_SET_INSIDE_H

#include "part.h"
#include "set.h"

#include <alea/board.h>

/* Draws the heading of a sheet. */
void set_heading(canvas *c, paper_size sheet, const char *text);
/* Draws the sheet that says how the set is put together and used. */
void set_draw_guide(canvas *c, const set_options *o, const board_plan *plan);
void set_draw_board(canvas *c, const set_options *o, const board_plan *plan);
/* Draws the men of both sides, as many as the game has. */
void set_draw_men(canvas *c, const set_options *o, double diameter);
/* Draws the sheets to fold: dice, doubling cubes, cup, pins and box. */
void set_draw_parts(canvas *c, const set_options *o, const board_plan *plan);
/* Draws the sheet of dice, with doubling cubes if the game has them. */
void set_draw_dice(canvas *c, const set_options *o);
/* Draws the rules of a tables game, with the board at the start. */
void set_draw_rules(canvas *c, const set_options *o);
/* Board, men and dice of a game on squares: the Royal Game of Ur, Senet. */
void set_draw_squares(canvas *c, const set_options *o);
bool set_has_squares(const set_options *o);
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
/* Draws a man: a wheel for one side, rings for the other, to differ without colour. */
void set_draw_man(canvas *c, paper_point at, double radius, bool dark, bool back);
/* Draws the cuts and folds of a part. */
void set_draw_part(canvas *c, const part *p);

#endif
