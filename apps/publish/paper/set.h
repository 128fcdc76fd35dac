/* The print-and-play set: everything that a game needs, made of paper. */
#ifndef ALEA_PUBLISH_PAPER_SET_H
#define ALEA_PUBLISH_PAPER_SET_H

#include "canvas.h"

#include <alea/rules.h>
#include <alea/tables_match.h>

enum { SET_MOST_TARGET = BOARD_DOTS - 1 };

typedef struct set_options {
    alea_rules rules; /* whose set-up is marked; without a cube none is printed */
    paper_size paper; /* upright */
    int board_sheets; /* 2 or 4 */
    int target;       /* points of a match: as many score dots and one more */
    /* Another tables game, or several in turn, in place of `rules`; NULL: none. */
    const alea_tables_series *series;
} set_options;

/* The points of a match by these rules, as many as there is room for; 13 without an
 * end. */
int set_target(const alea_rules *rules);
int set_series_target(const alea_tables_series *series);
/* NULL, or a sentence that says what does not fit. */
const char *set_problem(const set_options *o);
/* Draws every sheet; each sheet of men is followed by its back. */
void set_draw(canvas *c, const set_options *o);

#endif
