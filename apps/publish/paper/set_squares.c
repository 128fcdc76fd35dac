#include "set_inside.h"

#include <alea/tables.h>

#include <math.h>
#include <stdio.h>

enum { UR_COLUMNS = 8, TEN = 10 };

/* Column and row of own point r: four squares and two of a side's own, eight for both
 * in the middle. */
static void ur_place(const alea_tables_rules *rules, int side, int r, int *column,
                     int *row)
{
    const int square = rules->path + 1 - r;
    const bool common = rules->shared >> r & 1;
    *column = square <= 4 ? 4 - square : common ? square - 5 : 20 - square;
    *row = common ? 1 : side ? 0 : 2;
}

/* The same for three rows of ten, of which the second goes back. */
static void place(const alea_tables_rules *rules, int side, int r, int *column,
                  int *row)
{
    if (rules->path != ALEA_TABLES_LONG) {
        ur_place(rules, side, r, column, row);
        return;
    }
    const int house = rules->path - r;
    *row = house / TEN;
    *column = *row % 2 ? TEN - 1 - house % TEN : house % TEN;
}

/* Eight petals on a square whose landing gives another throw. */
static void draw_rosette(canvas *c, paper_point at, double radius)
{
    for (int i = 0; i < 8; i++) {
        const double angle = i * 3.14159265358979 / 4;
        canvas_disc(c,
                    (paper_point){at.x + .6 * radius * cos(angle),
                                  at.y + .6 * radius * sin(angle)},
                    .26 * radius, INK_LIGHT);
    }
    canvas_disc(c, at, .3 * radius, INK_DARK);
}

/* The signs of the long path: a flower where all must stop, waves for the trap, a
 * cross where it leads, and behind it as many dots as take a man off. */
static void draw_house(canvas *c, const alea_tables_rules *rules, int r,
                       paper_point corner, double edge)
{
    const paper_point middle = {corner.x + edge / 2, corner.y + edge / 2};
    if (r == rules->gate) draw_rosette(c, middle, .4 * edge);
    for (int line = -1; r == rules->trap && line <= 1; line++)
        for (int k = 0; k < 6; k++) {
            const double left = corner.x + (.2 + .1 * k) * edge;
            const double y = middle.y + .18 * line * edge, up = .05 * edge;
            canvas_line(c, (paper_point){left, y + (k % 2 ? up : -up)},
                        (paper_point){left + .1 * edge, y + (k % 2 ? -up : up)}, .5);
        }
    if (r == rules->trap_to) {
        canvas_line(c, (paper_point){middle.x, middle.y - .25 * edge},
                    (paper_point){middle.x, middle.y + .3 * edge}, .8);
        canvas_line(c, (paper_point){middle.x - .2 * edge, middle.y - .05 * edge},
                    (paper_point){middle.x + .2 * edge, middle.y - .05 * edge}, .8);
    }
    for (int k = 0; r < rules->trap && k < r; k++)
        canvas_disc(c,
                    (paper_point){middle.x + .2 * edge * (k - (r - 1) / 2.0), middle.y},
                    .06 * edge, INK_DARK);
}

static void draw_square(canvas *c, const alea_tables_rules *rules, int side, int r,
                        double edge)
{
    int column, row;
    char number[16];
    place(rules, side, r, &column, &row);
    const double x = column * edge, y = row * edge;
    const paper_point corner[] = {
        {x, y}, {x + edge, y}, {x + edge, y + edge}, {x, y + edge}};
    canvas_rectangle(c, x, y, edge, edge, INK_FIELD);
    for (int k = 0; k < 4; k++) canvas_line(c, corner[k], corner[(k + 1) % 4], .4);
    if (rules->trap) draw_house(c, rules, r, (paper_point){x, y}, edge);
    if (rules->again >> r & 1)
        draw_rosette(c, (paper_point){x + edge / 2, y + edge / 2}, .4 * edge);
    snprintf(number, sizeof number, "%d", r);
    canvas_push(c, x + edge / 2, y + edge / 2, 1, side ? 2 : 0);
    canvas_text(c, (paper_point){-.44 * edge, .45 * edge}, 3, false, ALIGN_LEFT,
                number);
    canvas_pop(c);
}

void set_draw_squares(canvas *c, const set_options *o)
{
    const alea_tables_rules *rules = &o->series->game[0];
    const paper_size lying = {o->paper.height, o->paper.width};
    const bool houses = rules->path == ALEA_TABLES_LONG;
    const int columns = houses ? TEN : UR_COLUMNS;
    const double edge = floor((lying.width - 2 * (paper_margin + 5)) / columns);
    canvas_page(c, lying);
    set_heading(c, lying,
                houses ? "The board: from 30 along the rows, back through the second, "
                         "and off behind 1"
                       : "The board: each player starts at 14, beside the middle, and "
                         "leaves it behind 1");
    canvas_push(c, (lying.width - columns * edge) / 2,
                (lying.height - 3 * edge) / 2 + 4, 1, 0);
    /* The common squares carry the numbers of the lower player. */
    for (int side = 1; side >= 0; side--)
        for (int r = 1; r <= rules->path; r++)
            if (side == 0 || (!houses && !(rules->shared >> r & 1)))
                draw_square(c, rules, side, r, edge);
    canvas_pop(c);
    set_draw_men(c, o, fmin(floor(.8 * edge), 28));
    set_draw_dice(c, o);
}
