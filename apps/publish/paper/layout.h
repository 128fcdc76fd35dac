/* The geometry of what is printed, cut and folded: millimetres, y downwards from the
 * upper left corner. Pure functions, no drawing; any thread. */
#ifndef ALEA_PUBLISH_PAPER_LAYOUT_H
#define ALEA_PUBLISH_PAPER_LAYOUT_H

#include <stdbool.h>

typedef struct paper_point {
    double x, y;
} paper_point;
typedef struct paper_size {
    double width, height;
} paper_size;

/* "a4" or "letter", upright; false for any other name. */
bool paper_find(const char *name, paper_size *out);
/* What no printer reaches on each side. */
extern const double paper_margin;

/* ---- a cube's net: a column of four faces, one on each side of its second ---- */

enum { NET_FACES = 6, NET_FLAPS = 7, NET_FLAP_CORNERS = 4 };

typedef struct cube_net {
    double edge;
    paper_point corner[NET_FACES]; /* upper left of each face */
    /* Trapezoids at free edges; the first two corners are the edge's. Every free edge
     * of the folded net meets exactly one flap. */
    paper_point flap[NET_FLAPS][NET_FLAP_CORNERS];
    paper_size size; /* of all of it, flaps included, from (0, 0) */
} cube_net;

/* Faces 0 to 3 follow each other down the column, 4 is left and 5 right of face 1; so 0
 * and 2, 1 and 3, 4 and 5 are opposite. */
cube_net cube_net_of(double edge);

/* ---- the men ---- */

enum { MEN_A_SIDE = 15, MEN = 2 * MEN_A_SIDE };

typedef struct men_sheet {
    double diameter;
    int columns, rows;
    paper_point centre[MEN];
} men_sheet;

/* False if they do not fit. */
bool men_sheet_of(paper_size paper, double diameter, men_sheet *out);
/* Where the back of what stands at `front` has to stand on the next page, for paper
 * that is turned about its long edge (upright: the left and right edges). */
paper_point paper_back(paper_size paper, paper_point front);

/* ---- the board, in 2 or 4 sheets ---- */

typedef struct board_plan {
    int sheets;             /* 2 or 4 */
    bool landscape;         /* the sheets lie on their side */
    paper_size sheet, half; /* the sheet as printed; a half board */
    double scale_margin;    /* from the sheet's edge to the drawing */
    double bar, edge,
        band; /* width of the half of the bar, of the frame, of the dots */
    double point_width, point_height, man;
    int dots;   /* of each player, 0 and the target included */
    double dot; /* from dot to dot */
} board_plan;

/* `dots` score dots under each home board. False if the sheets are too small for men of
 * 12 mm. */
bool board_plan_of(paper_size paper, int sheets, int dots, board_plan *out);
/* The middle of checker `number` (0 = at the edge) on a point, 1 to 24 of the lower
 * player's numbering, in the half board that it is in: *right says which. */
paper_point board_man(const board_plan *plan, int point, int number, bool *right);
/* Score dot `number` of the lower (or upper) player in the right half. */
paper_point board_dot(const board_plan *plan, bool upper, int number);

/* ---- a booklet: sheets folded once, two pages a side ---- */

/* Pages (from 0) on the left and right of printed side `side` of `pages` pages, which
 * is filled up to a multiple of four; -1 = empty. The back is turned about the short
 * edge of the sheet on its side. */
void booklet_side(int pages, int side, int *left, int *right);
int booklet_sides(int pages);

#endif
