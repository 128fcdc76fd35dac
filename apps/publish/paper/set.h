/* The print-and-play set: everything that a game needs, made of paper. */
#ifndef ALEA_PUBLISH_PAPER_SET_H
#define ALEA_PUBLISH_PAPER_SET_H

#include "canvas.h"

#include <alea/rules.h>

typedef struct set_options {
    alea_preset preset; /* whose set-up is marked, and whose faces the cubes have */
    paper_size paper;   /* upright */
    int board_sheets;   /* 2 or 4 */
    int target;         /* points of a match: 0..40; as many score dots and one more */
} set_options;

/* NULL, or a sentence that says what does not fit. */
const char *set_problem(const set_options *o);
/* Draws every sheet; each sheet of men is followed by its back. */
void set_draw(canvas *c, const set_options *o);
/* The values on a doubling cube, in the order of the net's faces; of cube 0 or 1. */
const int *set_cube_faces(alea_preset preset, int cube);

#endif
