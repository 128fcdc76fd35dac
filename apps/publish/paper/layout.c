#include "layout.h"

#include <math.h>
#include <string.h>

const double paper_margin = 8;

bool paper_find(const char *name, paper_size *out)
{
    if (strcmp(name, "a4") == 0)
        *out = (paper_size){210, 297};
    else if (strcmp(name, "letter") == 0)
        *out = (paper_size){215.9, 279.4};
    else
        return false;
    return true;
}

/* ---- men ---- */

bool men_sheet_of(paper_size paper, double diameter, men_sheet *out)
{
    const double pitch = diameter + 2;
    const double width = paper.width - 2 * paper_margin;
    const double height = paper.height - 2 * paper_margin - 14; /* a heading */
    *out = (men_sheet){.diameter = diameter,
                       .columns = (int)floor(width / pitch),
                       .rows = (int)floor(height / pitch)};
    if (out->columns < 1 || out->columns * out->rows < MEN) return false;
    const double left = (paper.width - (out->columns - 1) * pitch) / 2;
    for (int i = 0; i < MEN; i++)
        out->centre[i] =
            (paper_point){left + i % out->columns * pitch,
                          paper_margin + 14 + diameter / 2 + i / out->columns * pitch};
    return true;
}

paper_point paper_back(paper_size paper, paper_point front)
{
    return (paper_point){paper.width - front.x, front.y};
}

/* ---- the board ---- */

bool board_plan_of(paper_size paper, int sheets, int dots, board_plan *out)
{
    board_plan p = {.sheets = sheets, .landscape = sheets == 4, .dots = dots};
    p.sheet = sheets == 4 ? (paper_size){paper.height, paper.width} : paper;
    p.scale_margin = paper_margin + 5;
    p.half =
        (paper_size){p.sheet.width - 2 * p.scale_margin,
                     (p.sheet.height - 2 * p.scale_margin) * (sheets == 4 ? 2 : 1)};
    p.bar = .055 * p.half.width;
    p.edge = .035 * p.half.width;
    p.band = .035 * p.half.width;
    p.point_width = (p.half.width - p.bar - p.edge) / 6;
    const double inner = p.half.height - 2 * (p.edge + p.band);
    p.man = fmin(.94 * p.point_width, .455 * inner / 5);
    p.point_height = fmin(5.4 * p.man, .48 * inner);
    p.long_track = dots > 25;
    const int a_half = p.long_track ? (dots + 1) / 2 : dots;
    p.dot = dots > 1 ? fmin(6 * p.point_width / a_half, 1.2 * p.point_width) : 0;
    p.dot_radius = fmin(.3 * p.dot, .22 * p.band);
    p.number_base = .45 * p.edge;
    p.number_size = fmin(.3 * p.band, .45 * p.dot);
    p.pin = fmax(5, fmin(p.dot - .4, 9));
    *out = p;
    return (sheets == 2 || sheets == 4) && dots <= BOARD_DOTS && p.man >= 12;
}

paper_point board_man(const board_plan *plan, int point, int number, bool *right)
{
    const bool upper = point > 12;
    *right = point <= 6 || point > 18;
    const int column =
        *right ? (upper ? point - 19 : 6 - point) : (upper ? point - 13 : 12 - point);
    const double left = *right ? plan->bar : plan->edge;
    const double in = plan->edge + plan->band + (number + .5) * plan->man;
    return (paper_point){left + (column + .5) * plan->point_width,
                         upper ? in : plan->half.height - in};
}

paper_point board_dot(const board_plan *plan, bool upper, int number, bool *right)
{
    const double y = plan->edge / 3 + .72 * plan->band;
    const int a_half = plan->long_track ? (plan->dots + 1) / 2 : plan->dots;
    const bool second = number >= a_half;
    const double spare = 6 * plan->point_width - (a_half - 1) * plan->dot;
    /* As the lower player sees them, from the left; the upper one has the board turned
     * round. */
    const double along = spare / 2 + (second ? number - a_half : number) * plan->dot;
    *right = plan->long_track ? second != upper : true;
    const double left = *right ? plan->bar : plan->edge;
    return (paper_point){left + (upper ? 6 * plan->point_width - along : along),
                         upper ? y : plan->half.height - y};
}

paper_size board_folded(const board_plan *plan)
{
    const double width = plan->half.width / (plan->sheets == 4 ? 2 : 1);
    const double height = plan->half.height / 2;
    return (paper_size){fmax(width, height), fmin(width, height)};
}

/* ---- booklets ---- */

int booklet_sides(int pages)
{
    return (pages + 3) / 4 * 2;
}

void booklet_side(int pages, int side, int *left, int *right)
{
    const int all = booklet_sides(pages) * 2;
    *left = side % 2 == 0 ? all - 1 - side : side;
    *right = side % 2 == 0 ? side : all - 1 - side;
    if (*left >= pages) *left = -1;
    if (*right >= pages) *right = -1;
}
