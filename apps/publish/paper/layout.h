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
/* The margin on each side that no printer reaches. */
extern const double paper_margin;

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

enum { BOARD_DOTS = 65 };

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
    double dot_radius, number_base,
        number_size; /* of the dots' numbers: from the edge, and their height */
    bool long_track; /* the dots run along both halves of the board */
    double pin;      /* the side of a pin's foot */
} board_plan;

/* `dots` score dots under each home board, or along the whole board if they are many,
 * BOARD_DOTS at most. False if the sheets are too small for men of 12 mm. */
bool board_plan_of(paper_size paper, int sheets, int dots, board_plan *out);
/* The middle of checker `number` (0 = at the edge) on a point, 1 to 24 of the lower
 * player's numbering, in the half board that it is in: *right says which. */
paper_point board_man(const board_plan *plan, int point, int number, bool *right);
/* Score dot `number` of the lower (or upper) player and the half board that it is in.
 * Each player's dots run to his own right. */
paper_point board_dot(const board_plan *plan, bool upper, int number, bool *right);
/* The board folded at its bar and joints to a quarter of a sheet, the longer side
 * first. */
paper_size board_folded(const board_plan *plan);

/* ---- a booklet: sheets folded once, two pages per side ---- */

/* Pages (from 0) on the left and right of printed side `side` of `pages` pages, which
 * is filled up to a multiple of four; -1 = empty. The back is turned about the short
 * edge of the sheet on its side. */
void booklet_side(int pages, int side, int *left, int *right);
int booklet_sides(int pages);

#endif
