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

/* ---- cubes ---- */

static void put_flap(cube_net *net, int index, paper_point a, paper_point b,
                     paper_point out)
{
    const double depth = .28 * net->edge, cut = .18;
    net->flap[index][0] = a;
    net->flap[index][1] = b;
    net->flap[index][2] = (paper_point){b.x + cut * (a.x - b.x) + depth * out.x,
                                        b.y + cut * (a.y - b.y) + depth * out.y};
    net->flap[index][3] = (paper_point){a.x + cut * (b.x - a.x) + depth * out.x,
                                        a.y + cut * (b.y - a.y) + depth * out.y};
}

cube_net cube_net_of(double edge)
{
    cube_net net = {.edge = edge};
    const double depth = .28 * edge, left = edge, top = depth;
    for (int i = 0; i < 4; i++) net.corner[i] = (paper_point){left, top + i * edge};
    net.corner[4] = (paper_point){0, top + edge};
    net.corner[5] = (paper_point){left + edge, top + edge}; /* right of face 1 */
    const double right = left + edge, y1 = top + edge, y2 = top + 2 * edge,
                 y3 = top + 3 * edge, y4 = top + 4 * edge;
    const paper_point up = {0, -1}, west = {-1, 0}, east = {1, 0};
    /* The wings' free edges meet those of faces 0, 2 and 3; face 0's upper edge meets
     * the lower one of face 3. */
    put_flap(&net, 0, (paper_point){left, top}, (paper_point){right, top}, up);
    put_flap(&net, 1, (paper_point){left, top}, (paper_point){left, y1}, west);
    put_flap(&net, 2, (paper_point){right, top}, (paper_point){right, y1}, east);
    put_flap(&net, 3, (paper_point){left, y2}, (paper_point){left, y3}, west);
    put_flap(&net, 4, (paper_point){right, y2}, (paper_point){right, y3}, east);
    put_flap(&net, 5, (paper_point){left, y3}, (paper_point){left, y4}, west);
    put_flap(&net, 6, (paper_point){right, y3}, (paper_point){right, y4}, east);
    net.size = (paper_size){3 * edge, depth + 4 * edge};
    return net;
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
    p.scale_margin = paper_margin + 3;
    p.half =
        (paper_size){p.sheet.width - 2 * p.scale_margin,
                     (p.sheet.height - 2 * p.scale_margin) * (sheets == 4 ? 2 : 1)};
    p.bar = .055 * p.half.width;
    p.edge = .035 * p.half.width;
    p.band = .035 * p.half.width;
    p.point_width = (p.half.width - p.bar - p.edge) / 6;
    const double inner = p.half.height - 2 * (p.edge + p.band);
    p.man = fmin(.94 * p.point_width, .455 * inner / 5);
    p.point_height = fmin(5.1 * p.man, .44 * inner);
    p.dot = dots > 1 ? fmin(6 * p.point_width / dots, 1.2 * p.point_width) : 0;
    *out = p;
    return (sheets == 2 || sheets == 4) && dots <= 41 && p.man >= 12;
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

paper_point board_dot(const board_plan *plan, bool upper, int number)
{
    const double y = plan->edge / 3 + .64 * plan->band;
    const double spare = 6 * plan->point_width - (plan->dots - 1) * plan->dot;
    return (paper_point){plan->bar + spare / 2 + number * plan->dot,
                         upper ? y : plan->half.height - y};
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
