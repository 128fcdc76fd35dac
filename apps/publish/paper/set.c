#include "set.h"

#include <alea/board.h>

#include <math.h>
#include <stdio.h>

enum { CUBES = 2, DICE = 4, PINS = 4, MOST_DOTS = 41 };

static const double die_edge = 16, cube_edge = 24;

const int *set_cube_faces(alea_preset preset, int cube)
{
    static const int usual[NET_FACES] = {2, 4, 8, 16, 32, 64};
    /* Rulebook 004 prints two cubes that differ. */
    static const int ocastudios[CUBES][NET_FACES] = {{64, 4, 16, 16, 2, 32},
                                                     {8, 8, 2, 4, 64, 32}};
    return preset == ALEA_PRESET_OCASTUDIOS ? ocastudios[cube % CUBES] : usual;
}

static board_plan plan_of(const set_options *o, bool *fits)
{
    board_plan plan;
    *fits = board_plan_of(o->paper, o->board_sheets, o->target + 1, &plan);
    return plan;
}

/* Small enough for the points, and for one sheet. */
static double man_diameter(const board_plan *plan)
{
    return fmin(floor(plan->man * 10) / 10 - .5, 28);
}

const char *set_problem(const set_options *o)
{
    men_sheet men;
    bool fits;
    if (o->target < 0 || o->target >= MOST_DOTS)
        return "the score dots go up to 40 points";
    const board_plan plan = plan_of(o, &fits);
    if (!fits) return "the sheets are too small for a board";
    if (!men_sheet_of(o->paper, man_diameter(&plan), &men))
        return "the sheets are too small for thirty men";
    return NULL;
}

static void heading(canvas *c, paper_size sheet, const char *text)
{
    canvas_text(c, (paper_point){sheet.width / 2, paper_margin + 6}, 4.2, true,
                ALIGN_MIDDLE, text);
}

static void remark(canvas *c, double x, double y, const char *text)
{
    canvas_text(c, (paper_point){x, y}, 3, false, ALIGN_LEFT, text);
}

/* ---- the board ---- */

static void draw_points(canvas *c, const board_plan *p, bool right)
{
    const double left = right ? p->bar : p->edge, in = p->edge + p->band;
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < 6; i++) {
            const double x = left + i * p->point_width;
            const double y = side ? p->half.height - in : in;
            const double tip = side ? y - p->point_height : y + p->point_height;
            canvas_triangle(c, (paper_point){x, y},
                            (paper_point){x + p->point_width, y},
                            (paper_point){x + p->point_width / 2, tip},
                            (i + side) % 2 ? INK_LIGHT : INK_DARK);
        }
}

/* A ring where a man of the lower player stands at first, a double one for the
 * upper. */
static void draw_marks(canvas *c, const board_plan *p, const alea_board *start,
                       bool right)
{
    for (int point = 1; point <= 24; point++) {
        const int count = start->point[point];
        for (int i = 0; i < (count < 0 ? -count : count); i++) {
            bool is_right;
            const paper_point at = board_man(p, point, i, &is_right);
            if (is_right != right) continue;
            canvas_disc(c, at, .16 * p->man, INK_WHITE);
            if (count < 0) canvas_disc(c, at, .09 * p->man, INK_LINE);
        }
    }
}

static void draw_dots(canvas *c, const board_plan *p)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->dots; i++) {
            const paper_point at = board_dot(p, side == 1, i);
            char number[16];
            canvas_disc(c, at, fmin(.22 * p->dot, .3 * p->band), INK_WHITE);
            if (i % 5 && i != p->dots - 1) continue;
            snprintf(number, sizeof number, "%d", i);
            /* Between the dots and the edge. */
            const double y = side ? p->half.height - p->edge / 3 - .1 * p->band
                                  : p->edge / 3 + .37 * p->band;
            canvas_text(c, (paper_point){at.x, y}, 2.2, false, ALIGN_MIDDLE, number);
        }
}

/* Half a board with its upper left corner at the origin; the bar is at the joint. */
static void draw_half(canvas *c, const board_plan *p, const alea_board *start,
                      bool right)
{
    const double in = p->edge + p->band;
    canvas_rectangle(c, 0, 0, p->half.width, p->half.height, INK_FRAME);
    canvas_rectangle(c, right ? p->bar : p->edge, in, 6 * p->point_width,
                     p->half.height - 2 * in, INK_FIELD);
    canvas_rectangle(c, right ? 0 : p->half.width - p->bar, 0, p->bar, p->half.height,
                     INK_WHITE);
    if (right && p->dots > 1)
        for (int side = 0; side < 2; side++)
            canvas_rectangle(c, p->bar,
                             side ? p->half.height - in + p->edge / 3
                                  : p->edge * 2 / 3 - p->edge / 3,
                             6 * p->point_width, p->band, INK_FIELD);
    draw_points(c, p, right);
    draw_marks(c, p, start, right);
    if (right && p->dots > 1) draw_dots(c, p);
}

/* A letter and a small triangle on both sides of a joint: the same letters meet. */
static void joining_mark(canvas *c, paper_point at, paper_point out, const char *letter)
{
    const paper_point side = {-out.y, out.x};
    const double size = 2.4;
    canvas_triangle(c, (paper_point){at.x + size * side.x, at.y + size * side.y},
                    (paper_point){at.x - size * side.x, at.y - size * side.y},
                    (paper_point){at.x + size * out.x * .9, at.y + size * out.y * .9},
                    INK_LINE);
    canvas_text(c,
                (paper_point){at.x + 2 * size * out.x + 3.4 * side.x,
                              at.y + 2 * size * out.y + 3.4 * side.y + 1},
                2.8, true, ALIGN_MIDDLE, letter);
}

static void draw_board(canvas *c, const set_options *o, const board_plan *p)
{
    const alea_board start = alea_board_start(alea_rules_preset(o->preset).setup);
    const double margin = p->scale_margin;
    const paper_size shown = {p->half.width, p->half.height / (p->sheets == 4 ? 2 : 1)};
    for (int sheet = 0; sheet < p->sheets; sheet++) {
        const bool right = sheet % 2 == 1, lower = sheet >= 2;
        canvas_page(c, p->sheet);
        canvas_push(c, margin, margin, 1, 0);
        canvas_clip(c, -.2, -.2, shown.width + .4, shown.height + .4);
        canvas_push(c, 0, lower ? -shown.height : 0, 1, 0);
        draw_half(c, p, &start, right);
        canvas_pop(c);
        canvas_pop(c);
        canvas_push(c, margin, margin, 1, 0);
        const paper_point corner[] = {
            {0, 0}, {shown.width, 0}, {shown.width, shown.height}, {0, shown.height}};
        canvas_cut(c, corner, 4, true);
        const double x = right ? 0 : shown.width;
        const paper_point out = {right ? -1 : 1, 0};
        joining_mark(c, (paper_point){x, shown.height / 3}, out, lower ? "C" : "A");
        joining_mark(c, (paper_point){x, shown.height * 2 / 3}, out, lower ? "D" : "B");
        if (p->sheets == 4)
            for (int i = 1; i <= 2; i++) {
                const char letter[] = {(char)("EFGH"[(right ? 2 : 0) + i - 1]), '\0'};
                joining_mark(
                    c, (paper_point){shown.width * i / 3, lower ? 0 : shown.height},
                    (paper_point){0, lower ? -1 : 1}, letter);
            }
        canvas_pop(c);
    }
}

/* ---- men ---- */

/* A wheel for one side, rings for the other, so that they differ without colour. */
static void draw_man(canvas *c, paper_point at, double radius, bool dark, bool back)
{
    canvas_disc(c, at, radius, dark ? INK_DARK : INK_LIGHT);
    canvas_disc(c, at, .72 * radius, dark ? INK_LIGHT : INK_WHITE);
    if (dark || back) canvas_disc(c, at, .5 * radius, dark ? INK_DARK : INK_LIGHT);
    if (back) {
        for (int i = 0; i < 8; i++) {
            const double angle = i * 3.14159265358979 / 4;
            canvas_line(c,
                        (paper_point){at.x + .5 * radius * cos(angle),
                                      at.y + .5 * radius * sin(angle)},
                        (paper_point){at.x + .72 * radius * cos(angle),
                                      at.y + .72 * radius * sin(angle)},
                        .3);
        }
    }
    canvas_ring(c, at, radius, .3);
}

static void draw_men(canvas *c, const set_options *o, const board_plan *plan)
{
    men_sheet men;
    if (!men_sheet_of(o->paper, man_diameter(plan), &men)) return;
    for (int back = 0; back < 2; back++) {
        canvas_page(c, o->paper);
        heading(c, o->paper,
                back
                    ? "Men: backs (print on the back of the sheet before, turned about "
                      "the long edge)"
                    : "Men: fifteen a side");
        for (int i = 0; i < MEN; i++) {
            const paper_point front = men.centre[i];
            draw_man(c, back ? paper_back(o->paper, front) : front, men.diameter / 2,
                     i >= MEN_A_SIDE, back);
        }
    }
}

/* ---- dice and cubes ---- */

static void draw_net(canvas *c, const cube_net *net)
{
    for (int i = 0; i < NET_FLAPS; i++) {
        const paper_point *f = net->flap[i];
        const paper_point open[] = {f[0], f[3], f[2], f[1]};
        canvas_cut(c, open, NET_FLAP_CORNERS, false);
        canvas_fold(c, f[0], f[1]);
    }
    const double e = net->edge;
    for (int i = 0; i < NET_FACES; i++) {
        const paper_point at = net->corner[i];
        if (i < 3)
            canvas_fold(c, (paper_point){at.x, at.y + e},
                        (paper_point){at.x + e, at.y + e});
    }
    const paper_point wing = net->corner[4], second = net->corner[1],
                      last = net->corner[3];
    canvas_fold(c, second, (paper_point){second.x, second.y + e});
    canvas_fold(c, (paper_point){second.x + e, second.y},
                (paper_point){second.x + e, second.y + e});
    const paper_point left[] = {
        {wing.x + e, wing.y}, wing, {wing.x, wing.y + e}, {wing.x + e, wing.y + e}};
    canvas_cut(c, left, 4, false);
    const paper_point right[] = {{second.x + e, second.y},
                                 {second.x + 2 * e, second.y},
                                 {second.x + 2 * e, second.y + e},
                                 {second.x + e, second.y + e}};
    canvas_cut(c, right, 4, false);
    canvas_line(c, (paper_point){last.x, last.y + e},
                (paper_point){last.x + e, last.y + e}, .3);
}

static paper_point face_middle(const cube_net *net, int face)
{
    const paper_point at = net->corner[face];
    return (paper_point){at.x + net->edge / 2, at.y + net->edge / 2};
}

static void draw_pips(canvas *c, paper_point at, double edge, int pips)
{
    static const unsigned on[7] = {0, 0x010, 0x044, 0x054, 0x145, 0x155, 0x16d};
    for (int i = 0; i < 9; i++)
        if (on[pips] >> i & 1)
            canvas_disc(c,
                        (paper_point){at.x + (i % 3 - 1) * .27 * edge,
                                      at.y + (i / 3 - 1) * .27 * edge},
                        .09 * edge, INK_LINE);
}

static void draw_cubes(canvas *c, const set_options *o)
{
    /* Opposite faces of the net are 0 and 2, 1 and 3, 4 and 5: they add up to seven. */
    static const int pips[NET_FACES] = {1, 2, 6, 5, 3, 4};
    const cube_net die = cube_net_of(die_edge), cube = cube_net_of(cube_edge);
    canvas_page(c, o->paper);
    heading(c, o->paper,
            "Dice and doubling cubes: cut along the lines, fold along the dashes");
    const double gap = (o->paper.width - 3 * die.size.width) / 4;
    const double second = 18 + die.size.height + 5;
    const double third = second + cube.size.height + 5;
    for (int i = 0; i < DICE; i++) {
        canvas_push(c, gap + i % 3 * (die.size.width + gap), i < 3 ? 18 : third, 1, 0);
        draw_net(c, &die);
        for (int f = 0; f < NET_FACES; f++)
            draw_pips(c, face_middle(&die, f), die.edge, pips[f]);
        canvas_pop(c);
    }
    const double apart = (o->paper.width - CUBES * cube.size.width) / (CUBES + 1);
    for (int i = 0; i < CUBES; i++) {
        canvas_push(c, apart + i * (cube.size.width + apart), second, 1, 0);
        draw_net(c, &cube);
        for (int f = 0; f < NET_FACES; f++) {
            const paper_point at = face_middle(&cube, f);
            char value[8];
            snprintf(value, sizeof value, "%d", set_cube_faces(o->preset, i)[f]);
            canvas_text(c, (paper_point){at.x, at.y + .16 * cube.edge}, .44 * cube.edge,
                        true, ALIGN_MIDDLE, value);
        }
        canvas_pop(c);
    }
    remark(c, gap + die.size.width + gap, third + 20, "Glue the flaps inside.");
    remark(c, gap + die.size.width + gap, third + 26,
           "Thin card holds its shape better than paper.");
}

/* ---- pins, box and cup ---- */

/* A pyramid on a square, opened at its edges. */
static void draw_pin(canvas *c, double x, double y)
{
    const double base = 9, high = 16;
    const paper_point a = {x, y}, b = {x + base, y}, d = {x, y + base},
                      e = {x + base, y + base};
    const paper_point north = {x + base / 2, y - high},
                      south = {x + base / 2, y + base + high},
                      west = {x - high, y + base / 2},
                      east = {x + base + high, y + base / 2};
    const paper_point outline[] = {a, north, b, east, e, south, d, west};
    canvas_cut(c, outline, 8, true);
    canvas_fold(c, a, b);
    canvas_fold(c, b, e);
    canvas_fold(c, e, d);
    canvas_fold(c, d, a);
    /* a flap on one side of each triangle */
    const paper_point tip[] = {north, east, south, west}, foot[] = {b, e, d, a};
    for (int i = 0; i < 4; i++) {
        const double ux = tip[i].x - foot[i].x, uy = tip[i].y - foot[i].y;
        const double length = hypot(ux, uy), nx = -uy / length, ny = ux / length;
        const paper_point flap[] = {
            foot[i],
            {foot[i].x + .2 * ux + 2.6 * nx, foot[i].y + .2 * uy + 2.6 * ny},
            {foot[i].x + .75 * ux + 2 * nx, foot[i].y + .75 * uy + 2 * ny},
            tip[i]};
        canvas_cut(c, flap, 4, false);
        canvas_fold(c, foot[i], tip[i]);
    }
}

/* An open tray: a floor, four walls, flaps at the corners. */
static void draw_tray(canvas *c, double x, double y, paper_size floor, double wall)
{
    const double w = floor.width, h = floor.height, cut = 2;
    const paper_point outline[] = {
        {x, y - wall},         {x + w, y - wall},     {x + w, y - cut},
        {x + w + wall, y},     {x + w + wall, y + h}, {x + w, y + h + cut},
        {x + w, y + h + wall}, {x, y + h + wall},     {x, y + h + cut},
        {x - wall, y + h},     {x - wall, y},         {x, y - cut}};
    canvas_cut(c, outline, 12, true);
    const paper_point a = {x, y}, b = {x + w, y}, d = {x + w, y + h}, e = {x, y + h};
    canvas_fold(c, a, b);
    canvas_fold(c, b, d);
    canvas_fold(c, d, e);
    canvas_fold(c, e, a);
    for (int i = 0; i < 4; i++) {
        const double side = i % 2 ? 1 : -1;
        const double fx = i % 2 ? x + w : x, fy = i < 2 ? y : y + h;
        const double end = i < 2 ? fy - wall : fy + wall,
                     shy = i < 2 ? fy - cut : fy + cut;
        const paper_point flap[] = {{fx, end},
                                    {fx + side * .55 * wall, end - (end - shy) * .15},
                                    {fx + side * .55 * wall, shy},
                                    {fx, shy}};
        canvas_cut(c, flap, 4, false);
        canvas_fold(c, (paper_point){fx, end}, (paper_point){fx, shy});
    }
}

static void draw_box(canvas *c, const set_options *o)
{
    const double wall = 24;
    const paper_size inner = {o->paper.width - 2 * paper_margin - 2 * wall - 4, 96};
    for (int lid = 0; lid < 2; lid++) {
        const paper_size floor = {inner.width + 1.5 * lid, inner.height + 1.5 * lid};
        canvas_page(c, o->paper);
        heading(c, o->paper, lid ? "Box: the lid, a little wider" : "Box: the tray");
        draw_tray(c, (o->paper.width - floor.width) / 2, 24 + wall, floor, wall);
        remark(
            c, paper_margin + 4, 24 + floor.height + 2 * wall + 14,
            "1. Cut along the lines.  2. Fold the four walls up.  3. Glue each corner "
            "flap behind the next wall.");
        if (!lid) continue;
        canvas_text(c, (paper_point){o->paper.width / 2, 24 + wall + floor.height / 2},
                    12, true, ALIGN_MIDDLE, "backgammon");
    }
}

static void draw_cup(canvas *c, const set_options *o)
{
    const double radius = 23, high = 62, pi = 3.14159265358979, glue = 9, tab = 6;
    const double around = 2 * pi * radius, x = (o->paper.width - around - glue) / 2,
                 y = 26;
    canvas_page(c, o->paper);
    heading(c, o->paper, "Dice cup and score pins");
    const paper_point wall[] = {{x, y},
                                {x + around, y},
                                {x + around + glue, y + 3},
                                {x + around + glue, y + high - 3},
                                {x + around, y + high},
                                {x, y + high}};
    canvas_cut(c, wall, 6, true);
    canvas_fold(c, (paper_point){x + around, y}, (paper_point){x + around, y + high});
    enum { TABS = 16 };
    for (int i = 0; i < TABS; i++) {
        const double left = x + i * around / TABS, step = around / TABS;
        const paper_point teeth[] = {{left, y + high},
                                     {left + .2 * step, y + high + tab},
                                     {left + .8 * step, y + high + tab},
                                     {left + step, y + high}};
        canvas_cut(c, teeth, 4, false);
    }
    canvas_fold(c, (paper_point){x, y + high}, (paper_point){x + around, y + high});
    const double floor_y = y + high + tab + 8 + radius;
    canvas_ring(c, (paper_point){x + radius, floor_y}, radius, .3);
    canvas_ring(c, (paper_point){x + 3.4 * radius, floor_y}, radius - .4, .3);
    remark(c, x + 4.8 * radius, floor_y - 4, "Roll the wall, glue its strip,");
    remark(c, x + 4.8 * radius, floor_y + 1, "fold the teeth in, glue a floor");
    remark(c, x + 4.8 * radius, floor_y + 6, "inside and one outside.");
    for (int i = 0; i < PINS; i++)
        draw_pin(c, o->paper.width * (i + .5) / PINS - 4.5, floor_y + radius + 32);
    remark(
        c, paper_margin + 4, floor_y + radius + 76,
        "Pins: fold the triangles up to a pyramid. One for each player stands on the "
        "score dots; two are spare.");
}

void set_draw(canvas *c, const set_options *o)
{
    bool fits;
    const board_plan plan = plan_of(o, &fits);
    draw_board(c, o, &plan);
    draw_men(c, o, &plan);
    draw_cubes(c, o);
    draw_cup(c, o);
    draw_box(c, o);
}
