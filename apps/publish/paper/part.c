#include "part.h"

#include <math.h>

static const double pi = 3.14159265358979323846;

static void add(part *p, int corners, const paper_point *corner)
{
    part_face *f = &p->face[p->faces++];
    f->corners = corners;
    for (int i = 0; i < corners; i++) f->corner[i] = corner[i];
}

static bool is_same(paper_point a, paper_point b)
{
    return fabs(a.x - b.x) + fabs(a.y - b.y) < 1e-6;
}

int part_neighbour(const part *p, int face, paper_point from, paper_point to)
{
    for (int i = 0; i < p->faces; i++) {
        if (i == face) continue;
        const part_face *f = &p->face[i];
        for (int k = 0; k < f->corners; k++) {
            const paper_point a = f->corner[k], b = f->corner[(k + 1) % f->corners];
            if ((is_same(a, from) && is_same(b, to)) ||
                (is_same(a, to) && is_same(b, from)))
                return i;
        }
    }
    return -1;
}

void part_extent(const part *p, paper_point *corner, paper_size *size)
{
    paper_point low = p->face[0].corner[0], high = low;
    for (int i = 0; i < p->faces; i++)
        for (int k = 0; k < p->face[i].corners; k++) {
            const paper_point at = p->face[i].corner[k];
            low = (paper_point){fmin(low.x, at.x), fmin(low.y, at.y)};
            high = (paper_point){fmax(high.x, at.x), fmax(high.y, at.y)};
        }
    *corner = low;
    *size = (paper_size){high.x - low.x, high.y - low.y};
}

/* A flap on the edge a to b, on the side `out` of it, whose far side is shorter by
 * `slant` at each end. */
static void add_flap(part *p, paper_point a, paper_point b, paper_point out,
                     double depth, double slant)
{
    const double length = hypot(b.x - a.x, b.y - a.y);
    const paper_point along = {(b.x - a.x) / length * slant,
                               (b.y - a.y) / length * slant};
    const paper_point corner[] = {
        a,
        b,
        {b.x - along.x + depth * out.x, b.y - along.y + depth * out.y},
        {a.x + along.x + depth * out.x, a.y + along.y + depth * out.y}};
    add(p, 4, corner);
}

static void add_rectangle(part *p, double x, double y, double width, double height)
{
    const paper_point corner[] = {
        {x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}};
    add(p, 4, corner);
}

part part_cube(double edge)
{
    part p = {0};
    for (int i = 0; i < 4; i++) add_rectangle(&p, edge, i * edge, edge, edge);
    add_rectangle(&p, 0, edge, edge, edge);
    add_rectangle(&p, 2 * edge, edge, edge, edge);
    const double left = edge, right = 2 * edge, depth = .28 * edge, slant = .3 * edge;
    const paper_point up = {0, -1}, west = {-1, 0}, east = {1, 0};
    /* The wings' free edges meet those of faces 0, 2 and 3; face 0's upper edge meets
     * the lower one of face 3. */
    add_flap(&p, (paper_point){left, 0}, (paper_point){right, 0}, up, depth, slant);
    for (int i = 0; i < 4; i++) {
        if (i == 1) continue; /* the wings' place */
        const double y = i * edge, end = y + edge;
        add_flap(&p, (paper_point){left, y}, (paper_point){left, end}, west, depth,
                 slant);
        add_flap(&p, (paper_point){right, y}, (paper_point){right, end}, east, depth,
                 slant);
    }
    return p;
}

part part_pin(double base, double high)
{
    part p = {0};
    const double slope = hypot(high, base / 2), middle = base / 2;
    const paper_point square[] = {{0, 0}, {base, 0}, {base, base}, {0, base}};
    const paper_point tip[] = {{middle, -slope},
                               {base + slope, middle},
                               {middle, base + slope},
                               {-slope, middle}};
    add(&p, 4, square);
    for (int i = 0; i < 4; i++) {
        const paper_point side[] = {square[i], tip[i], square[(i + 1) % 4]};
        add(&p, 3, side);
    }
    for (int i = 0; i < 4; i++) {
        const paper_point foot = square[(i + 1) % 4];
        const double length = hypot(tip[i].x - foot.x, tip[i].y - foot.y);
        const paper_point along = {(tip[i].x - foot.x) / length,
                                   (tip[i].y - foot.y) / length};
        const paper_point out = {-along.y, along.x};
        const paper_point flap[] = {
            foot,
            tip[i],
            {foot.x + .7 * length * along.x + .22 * base * out.x,
             foot.y + .7 * length * along.y + .22 * base * out.y},
            {foot.x + .2 * length * along.x + .28 * base * out.x,
             foot.y + .2 * length * along.y + .28 * base * out.y}};
        add(&p, 4, flap);
    }
    return p;
}

part part_cup(double radius, double high)
{
    part p = {0};
    const double around = 2 * pi * radius, step = around / CUP_TEETH;
    paper_point wall[CUP_TEETH + 3] = {{0, 0}, {around, 0}};
    for (int i = 0; i <= CUP_TEETH; i++)
        wall[2 + i] = (paper_point){around - i * step, high};
    add(&p, CUP_TEETH + 3, wall);
    for (int i = 0; i < CUP_TEETH; i++)
        add_flap(&p, wall[2 + i], wall[3 + i], (paper_point){0, 1}, .3 * radius,
                 .2 * step);
    add_flap(&p, wall[1], wall[2], (paper_point){1, 0}, 9, 3);
    return p;
}

part part_half_box(paper_size floor, double wall, bool joins)
{
    part p = {0};
    const double w = floor.width / 2, h = floor.height, flap = .4 * wall, join = 12;
    const paper_point west = {-1, 0}, east = {1, 0};
    add_rectangle(&p, 0, 0, w, h);
    add_rectangle(&p, 0, -wall, w, wall);
    add_rectangle(&p, 0, h, w, wall);
    add_rectangle(&p, -wall, 0, wall, h);
    add_flap(&p, (paper_point){0, -wall}, (paper_point){0, 0}, west, flap, 3);
    add_flap(&p, (paper_point){0, h}, (paper_point){0, h + wall}, west, flap, 3);
    if (!joins) return p;
    add_flap(&p, (paper_point){w, -wall}, (paper_point){w, 0}, east, join, 3);
    add_flap(&p, (paper_point){w, 0}, (paper_point){w, h}, east, join, 3);
    add_flap(&p, (paper_point){w, h}, (paper_point){w, h + wall}, east, join, 3);
    return p;
}
