#include "set_inside.h"

#include <stdio.h>

enum { MOST_STACK = 5 };

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
 * upper. A stack of more than five has five rings and its number. */
static void draw_marks(canvas *c, const board_plan *p, const alea_board *start,
                       bool right)
{
    for (int point = 1; point <= 24; point++) {
        const int count = start->point[point], men = count < 0 ? -count : count;
        for (int i = 0; i < men && i < MOST_STACK; i++) {
            bool is_right;
            const paper_point at = board_man(p, point, i, &is_right);
            if (is_right != right) continue;
            canvas_disc(c, at, .1 * p->man, INK_WHITE);
            if (count < 0) canvas_disc(c, at, .05 * p->man, INK_LINE);
            if (men <= MOST_STACK || i > 0) continue;
            char number[8];
            snprintf(number, sizeof number, "%d", men);
            canvas_push(c, at.x, at.y, 1, count < 0 ? 2 : 0);
            canvas_text(c, (paper_point){.3 * p->man, .08 * p->man}, .24 * p->man, true,
                        ALIGN_MIDDLE, number);
            canvas_pop(c);
        }
    }
}

static void draw_dots(canvas *c, const board_plan *p, bool right)
{
    for (int side = 0; side < 2; side++)
        for (int i = 0; i < p->dots; i++) {
            const bool upper = side == 1;
            bool is_right;
            const paper_point at = board_dot(p, upper, i, &is_right);
            char number[16];
            if (is_right != right) continue;
            canvas_disc(c, at, p->dot_radius, INK_WHITE);
            if (i % 5 && i != p->dots - 1) continue;
            if (i % 5 && i % 5 < 2 && p->long_track) continue; /* too near a fifth */
            snprintf(number, sizeof number, "%d", i);
            canvas_push(c, at.x,
                        upper ? p->number_base : p->half.height - p->number_base, 1,
                        upper ? 2 : 0);
            canvas_text(c, (paper_point){0, 0}, p->number_size, false, ALIGN_MIDDLE,
                        number);
            canvas_pop(c);
        }
}

/* The band that the dots lie on. */
static void draw_track(canvas *c, const board_plan *p, bool right)
{
    if (p->dots <= 1 || (!right && !p->long_track)) return;
    for (int side = 0; side < 2; side++)
        canvas_rectangle(c, right ? p->bar : p->edge,
                         side ? p->half.height - p->edge / 3 - p->band : p->edge / 3,
                         6 * p->point_width, p->band, INK_FIELD);
    draw_dots(c, p, right);
}

/* Short dashes where the half board is folded for the box, away from the joints. */
static void draw_fold_marks(canvas *c, const board_plan *p, bool right)
{
    const double length = 5;
    if (p->sheets == 4) {
        const double x = p->half.width / 2;
        canvas_fold(c, (paper_point){x, 0}, (paper_point){x, length});
        canvas_fold(c, (paper_point){x, p->half.height - length},
                    (paper_point){x, p->half.height});
        return;
    }
    const double y = p->half.height / 2, outer = right ? p->half.width : 0;
    canvas_fold(c, (paper_point){outer, y},
                (paper_point){outer + (right ? -length : length), y});
    canvas_fold(c, (paper_point){right ? 0 : p->half.width, y},
                (paper_point){right ? length : p->half.width - length, y});
}

void set_draw_half(canvas *c, const board_plan *p, const alea_board *start, bool right)
{
    const double in = p->edge + p->band;
    canvas_rectangle(c, 0, 0, p->half.width, p->half.height, INK_FRAME);
    canvas_rectangle(c, right ? p->bar : p->edge, in, 6 * p->point_width,
                     p->half.height - 2 * in, INK_FIELD);
    canvas_rectangle(c, right ? 0 : p->half.width - p->bar, 0, p->bar, p->half.height,
                     INK_WHITE);
    draw_points(c, p, right);
    draw_marks(c, p, start, right);
    draw_track(c, p, right);
    draw_fold_marks(c, p, right);
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
                (paper_point){at.x + 1.4 * size * out.x + 3.4 * side.x,
                              at.y + 1.4 * size * out.y + 3.4 * side.y + 1},
                2.8, true, ALIGN_MIDDLE, letter);
}

void set_draw_board(canvas *c, const set_options *o, const board_plan *p)
{
    alea_board start;
    set_start(o, &start);
    const double margin = p->scale_margin;
    const paper_size shown = {p->half.width, p->half.height / (p->sheets == 4 ? 2 : 1)};
    for (int sheet = 0; sheet < p->sheets; sheet++) {
        const bool right = sheet % 2 == 1, lower = sheet >= 2;
        canvas_page(c, p->sheet);
        canvas_push(c, margin, margin, 1, 0);
        canvas_clip(c, -.2, -.2, shown.width + .4, shown.height + .4);
        canvas_push(c, 0, lower ? -shown.height : 0, 1, 0);
        set_draw_half(c, p, &start, right);
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
