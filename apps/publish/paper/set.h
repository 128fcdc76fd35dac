/* The print-and-play set: everything that a game needs, made of paper. */
#ifndef ALEA_PUBLISH_PAPER_SET_H
#define ALEA_PUBLISH_PAPER_SET_H

#include "canvas.h"
#include "part.h"

#include <alea/rules.h>

enum { SET_MOST_TARGET = BOARD_DOTS - 1, SET_PARTS = 8 };

typedef struct set_options {
    alea_rules rules; /* whose set-up is marked; without a cube none is printed */
    paper_size paper; /* upright */
    int board_sheets; /* 2 or 4 */
    int target;       /* points of a match: as many score dots and one more */
} set_options;

/* The points of a match by these rules, as many as there is room for; 13 without an
 * end. */
int set_target(const alea_rules *rules);
/* NULL, or a sentence that says what does not fit. */
const char *set_problem(const set_options *o);
/* Draws every sheet; each sheet of men is followed by its back. */
void set_draw(canvas *c, const set_options *o);
/* The floor of the tray, or of the lid: the folded board lies in it, the cup on the
 * board. */
paper_size set_box(const board_plan *plan, bool lid);
/* Every part that is folded, SET_PARTS of them at `out`; how many. The first two are a
 * die and a doubling cube, the third is the cup. */
int set_parts(const board_plan *plan, part *out);

#endif
