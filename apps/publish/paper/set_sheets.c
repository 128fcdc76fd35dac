#include "set_inside.h"
#include "set_plan.h"

#include <math.h>
#include <stdio.h>

enum { CUBES = 2, DICE = 4, PINS = 4 };

void set_heading(canvas *c, paper_size sheet, const char *text)
{
    canvas_text(c, (paper_point){sheet.width / 2, paper_margin + 6}, 4.2, true,
                ALIGN_MIDDLE, text);
}

static void remark(canvas *c, double x, double y, const char *text)
{
    canvas_text(c, (paper_point){x, y}, 3, false, ALIGN_LEFT, text);
}

/* ---- men ---- */

void set_draw_man(canvas *c, paper_point at, double radius, bool dark, bool back)
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

void set_draw_men(canvas *c, const set_options *o, double diameter)
{
    const int a_side = set_men_a_side(o);
    char heading[40];
    men_sheet men;
    snprintf(heading, sizeof heading, "Men: %s a side",
             a_side == 5   ? "five"
             : a_side == 7 ? "seven"
                           : "fifteen");
    if (!men_sheet_of(o->paper, diameter, &men)) return;
    for (int back = 0; back < 2; back++) {
        canvas_page(c, o->paper);
        set_heading(
            c, o->paper,
            back ? "Men: backs (print on the back of the sheet before, turned about "
                   "the long edge)"
                 : heading);
        for (int i = 0; i < 2 * a_side; i++) {
            const paper_point front = men.centre[i];
            const paper_point at = back ? paper_back(o->paper, front) : front;
            set_draw_man(c, at, men.diameter / 2, i >= a_side, back);
        }
    }
}

/* ---- dice and cubes ---- */

void set_draw_part(canvas *c, const part *p)
{
    for (int i = 0; i < p->faces; i++)
        for (int k = 0; k < p->face[i].corners; k++) {
            const part_face *f = &p->face[i];
            const paper_point edge[] = {f->corner[k], f->corner[(k + 1) % f->corners]};
            const int other = part_neighbour(p, i, edge[0], edge[1]);
            if (other < 0)
                canvas_cut(c, edge, 2, false);
            else if (other > i)
                canvas_fold(c, edge[0], edge[1]);
        }
}

static paper_point face_middle(const part_face *face)
{
    return (paper_point){(face->corner[0].x + face->corner[2].x) / 2,
                         (face->corner[0].y + face->corner[2].y) / 2};
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

/* Begins drawing with the upper left corner of a part at (x, y). */
static void push_part(canvas *c, const part *p, double x, double y)
{
    paper_point corner;
    paper_size size;
    part_extent(p, &corner, &size);
    canvas_push(c, x - corner.x, y - corner.y, 1, 0);
}

void set_draw_dice(canvas *c, const set_options *o)
{
    /* Opposite faces are 0 and 2, 1 and 3, 4 and 5: they add up to seven. */
    static const int pips[CUBE_FACES] = {1, 2, 6, 5, 3, 4};
    /* One face of each opposite pair: a half of all throws. */
    static const int marked[CUBE_FACES] = {1, 1, 0, 0, 1, 0};
    const bool binary = set_dice(o) == 1;
    static const int values[CUBE_FACES] = {2, 4, 8, 16, 32, 64};
    const part die = part_cube(set_die_edge), cube = part_cube(set_cube_edge);
    const int cubes = set_has_cube(o) ? CUBES : 0;
    paper_point corner;
    paper_size small, large;
    part_extent(&die, &corner, &small);
    part_extent(&cube, &corner, &large);
    canvas_page(c, o->paper);
    set_heading(c, o->paper,
                cubes ? "Dice and doubling cubes: "
                        "cut along the lines, fold along the dashes"
                      : "Dice: cut along the lines, fold along the dashes");
    const double gap = (o->paper.width - 3 * small.width) / 4;
    const double second = 18 + small.height + 5;
    const double third = second + large.height + 5;
    for (int i = 0; i < DICE; i++) {
        push_part(c, &die, gap + i % 3 * (small.width + gap), i < 3 ? 18 : third);
        set_draw_part(c, &die);
        for (int f = 0; f < CUBE_FACES; f++)
            draw_pips(c, face_middle(&die.face[f]), set_die_edge,
                      binary ? marked[f] : pips[f]);
        canvas_pop(c);
    }
    const double apart = (o->paper.width - CUBES * large.width) / (CUBES + 1);
    for (int i = 0; i < cubes; i++) {
        push_part(c, &cube, apart + i * (large.width + apart), second);
        set_draw_part(c, &cube);
        for (int f = 0; f < CUBE_FACES; f++) {
            const paper_point at = face_middle(&cube.face[f]);
            char value[8];
            snprintf(value, sizeof value, "%d", values[f]);
            canvas_text(c, (paper_point){at.x, at.y + .16 * set_cube_edge},
                        .44 * set_cube_edge, true, ALIGN_MIDDLE, value);
        }
        canvas_pop(c);
    }
    remark(c, gap + small.width + gap, third + 20, "Glue the flaps inside.");
    remark(c, gap + small.width + gap, third + 26,
           "Thin card holds its shape better than paper.");
}

/* ---- pins, cup and box ---- */

static void draw_cup(canvas *c, const set_options *o, const board_plan *plan)
{
    const part cup = part_cup(set_cup_radius, set_cup_high);
    const part pin = part_pin(plan->pin, set_pin_high);
    paper_point corner;
    paper_size size, pin_size;
    part_extent(&cup, &corner, &size);
    part_extent(&pin, &corner, &pin_size);
    canvas_page(c, o->paper);
    set_heading(c, o->paper, "Dice cup and score pins");
    const double x = (o->paper.width - size.width) / 2, y = 22;
    push_part(c, &cup, x, y);
    set_draw_part(c, &cup);
    canvas_pop(c);
    const double floor_y = y + size.height + 8 + set_cup_radius;
    canvas_ring(c, (paper_point){x + set_cup_radius, floor_y}, set_cup_radius - .3, .3);
    canvas_ring(c, (paper_point){x + 3.3 * set_cup_radius, floor_y}, set_cup_radius,
                .3);
    const double text_x = x + 4.6 * set_cup_radius;
    remark(c, text_x, floor_y - 4, "Roll the wall, glue its strip,");
    remark(c, text_x, floor_y + 1, "fold the teeth in. Glue the small");
    remark(c, text_x, floor_y + 6, "floor inside, the large one outside.");
    const double pin_y = floor_y + set_cup_radius + 14;
    const double room = (o->paper.width - 2 * paper_margin) / PINS;
    for (int i = 0; i < PINS; i++) {
        push_part(c, &pin, paper_margin + room * (i + .5) - pin_size.width / 2, pin_y);
        set_draw_part(c, &pin);
        canvas_pop(c);
    }
    remark(c, paper_margin + 4, pin_y + pin_size.height + 12,
           "Pins: fold the triangles up to a pyramid, glue the flaps inside. One for "
           "each player stands");
    remark(c, paper_margin + 4, pin_y + pin_size.height + 17,
           "on the score dots; two are spare.");
}

static void draw_box(canvas *c, const set_options *o, const board_plan *plan)
{
    for (int half = 0; half < 4; half++) {
        const bool lid = half >= 2, joins = half % 2 == 0;
        const paper_size floor = set_box(plan, lid);
        const part p = part_half_box(floor, lid ? set_lid_wall : set_box_wall, joins);
        paper_point corner;
        paper_size size;
        part_extent(&p, &corner, &size);
        canvas_page(c, o->paper);
        set_heading(
            c, o->paper,
            lid     ? (joins ? "Box: the lid, first half" : "Box: the lid, second half")
            : joins ? "Box: the tray, first half"
                    : "Box: the tray, second half");
        const double x = (o->paper.width - size.width) / 2, y = 18;
        push_part(c, &p, x, y);
        set_draw_part(c, &p);
        if (lid) {
            /* The word runs over both halves. */
            canvas_clip(c, 0, 0, floor.width / 2, floor.height);
            canvas_push(c, floor.width / 2, floor.height / 2, 1, joins ? 0 : 2);
            canvas_text(c, (paper_point){0, 5}, 15, true, ALIGN_MIDDLE,
                        o->series ? "tables" : "backgammon");
            canvas_pop(c);
        }
        canvas_pop(c);
        const double below = y + size.height + 7;
        remark(c, paper_margin + 4, below,
               joins ? "1. Cut along the lines.  2. Fold the three walls away from "
                       "the print.  3. Glue each corner flap inside the wall beside it."
                     : "4. Glue the three flaps of the first half inside the floor and "
                       "the walls of this one.");
    }
}

void set_draw_parts(canvas *c, const set_options *o, const board_plan *plan)
{
    set_draw_dice(c, o);
    draw_cup(c, o, plan);
    draw_box(c, o, plan);
}
