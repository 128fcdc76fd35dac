/* Parts of paper that are cut out and folded: flat faces joined at shared edges. An
 * edge of one face alone is cut, an edge that two faces share is folded, so no fold is
 * cut and every flap hangs on its face. Millimetres, y downwards. Pure functions; any
 * thread. */
#ifndef ALEA_PUBLISH_PAPER_PART_H
#define ALEA_PUBLISH_PAPER_PART_H

#include "layout.h"

enum { PART_FACES = 20, PART_CORNERS = 20 };

typedef struct part_face {
    int corners;
    paper_point corner[PART_CORNERS]; /* in order round the face, which is convex */
} part_face;

typedef struct part {
    int faces;
    part_face face[PART_FACES];
} part;

/* The face that shares the edge `from` to `to` with face `face`; -1 = none, the edge is
 * cut. */
int part_neighbour(const part *p, int face, paper_point from, paper_point to);
/* The rectangle that holds the part: its upper left corner and its size. */
void part_extent(const part *p, paper_point *corner, paper_size *size);

enum { CUBE_FACES = 6 };
/* Faces 0 to 3 follow each other down a column, 4 is left and 5 right of face 1; so 0
 * and 2, 1 and 3, 4 and 5 are opposite. Then seven flaps: each free edge of the folded
 * cube meets one. */
part part_cube(double edge);
/* A pyramid `high` on a square: the square, four triangles, a flap on each. */
part part_pin(double base, double high);

enum { CUP_TEETH = 16 };
/* The wall of a cup, CUP_TEETH teeth that carry its floor, a strip that is glued. */
part part_cup(double radius, double high);
/* Half of an open box of that floor, cut in the middle of its longer side: the floor,
 * three walls, flaps at two corners; with `joins` three flaps for the other half. */
part part_half_box(paper_size floor, double wall, bool joins);

#endif
