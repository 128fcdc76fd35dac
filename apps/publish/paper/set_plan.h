/* The sizes of the print-and-play set's parts, in millimetres. Pure functions; any
 * thread. */
#ifndef ALEA_PUBLISH_PAPER_SET_PLAN_H
#define ALEA_PUBLISH_PAPER_SET_PLAN_H

#include "part.h"

enum { SET_PARTS = 8 };

/* Edges of the cubes; the cup; pins; walls of the tray, in which the cup lies on the
 * folded board, and of the lid. */
extern const double set_die_edge, set_cube_edge, set_cup_radius, set_cup_high,
    set_pin_high, set_box_wall, set_lid_wall;

/* The diameter of a man: that of a point of the board, at most 28 mm. All men then fit
 * on one sheet. */
double set_man_diameter(const board_plan *plan);
/* The floor of the tray, or of the lid. */
paper_size set_box(const board_plan *plan, bool lid);
/* Writes all folded parts to `out`, SET_PARTS of them; returns how many. The first two
 * are a die and a doubling cube, then cup, pin, two halves of the tray and two of the
 * lid. */
int set_parts(const board_plan *plan, part *out);

#endif
