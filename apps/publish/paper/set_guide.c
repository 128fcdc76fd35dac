#include "set_inside.h"
#include "set_plan.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const double left = 18, drawing_width = 62, text_left = 88, text_size = 3.4;

/* Sets `text` in lines from `y` down; where the next begins. */
static double paragraph(canvas *c, const set_options *o, double y, const char *text)
{
    const double width = o->paper.width - text_left - left;
    char line[200];
    while (*text) {
        const size_t fits = canvas_fit(c, text_size, false, width, text);
        snprintf(line, sizeof line, "%.*s", (int)fits, text);
        y += 1.4 * text_size;
        canvas_text(c, (paper_point){text_left, y}, text_size, false, ALIGN_LEFT, line);
        text += fits;
        text += strspn(text, " ");
    }
    return y;
}

static void number(canvas *c, double y, int step)
{
    char text[8];
    snprintf(text, sizeof text, "%d.", step);
    canvas_text(c, (paper_point){left - 7, y + 4.8}, 4.2, true, ALIGN_LEFT, text);
}

/* The two lines that every sheet has. */
static void draw_lines(canvas *c, double y)
{
    const paper_point cut[] = {{left, y + 3}, {left + 22, y + 3}};
    canvas_cut(c, cut, 2, false);
    canvas_text(c, (paper_point){left + 26, y + 4.2}, text_size, false, ALIGN_LEFT,
                "cut");
    canvas_fold(c, (paper_point){left, y + 9}, (paper_point){left + 22, y + 9});
    canvas_text(c, (paper_point){left + 26, y + 10.2}, text_size, false, ALIGN_LEFT,
                "fold");
}

/* The whole board, small; its height. */
static double draw_board(canvas *c, const set_options *o, const board_plan *p, double y)
{
    alea_board start;
    set_start(o, &start);
    const double scale = drawing_width / (2 * p->half.width);
    for (int right = 0; right < 2; right++) {
        canvas_push(c, left + right * drawing_width / 2, y, scale, 0);
        set_draw_half(c, p, &start, right);
        canvas_pop(c);
    }
    return p->half.height * scale;
}

/* A part, scaled into a square of `side`; its height. */
static double draw_small(canvas *c, const part *p, double x, double y, double side)
{
    paper_point corner;
    paper_size size;
    part_extent(p, &corner, &size);
    const double scale = side / (size.width > size.height ? size.width : size.height);
    canvas_push(c, x - scale * corner.x, y - scale * corner.y, scale, 0);
    set_draw_part(c, p);
    canvas_pop(c);
    return scale * size.height;
}

/* Draws the finished parts: the cup, the pyramid, the cube with its 64 up. */
static void draw_finished(canvas *c, const set_options *o, double y)
{
    const double x = left + 2;
    const paper_point cup[] = {{x, y}, {x + 14, y}, {x + 12, y + 20}, {x + 2, y + 20}};
    canvas_cut(c, cup, 4, true);
    canvas_line(c, (paper_point){x, y + 2}, (paper_point){x + 14, y + 2}, .2);
    const double px = x + 22;
    canvas_triangle(c, (paper_point){px, y + 20}, (paper_point){px + 9, y + 20},
                    (paper_point){px + 4.5, y + 4}, INK_LIGHT);
    canvas_line(c, (paper_point){px + 4.5, y + 4}, (paper_point){px + 6.5, y + 20}, .2);
    if (!set_has_cube(o)) return;
    const double q = px + 17, e = 13, d = 4;
    canvas_rectangle(c, q, y + 20 - e, e, e, INK_WHITE);
    const paper_point top[] = {{q, y + 20 - e},
                               {q + d, y + 20 - e - d},
                               {q + e + d, y + 20 - e - d},
                               {q + e, y + 20 - e}};
    canvas_cut(c, top, 4, true);
    const paper_point side[] = {{q + e, y + 20 - e},
                                {q + e + d, y + 20 - e - d},
                                {q + e + d, y + 20 - d},
                                {q + e, y + 20}};
    canvas_cut(c, side, 4, true);
    canvas_text(c, (paper_point){q + e / 2, y + 20 - e / 2 + 2}, 5.5, true,
                ALIGN_MIDDLE, "64");
}

/* Two men of each side, front and back. */
static void draw_men(canvas *c, double y)
{
    for (int i = 0; i < 4; i++)
        set_draw_man(c, (paper_point){left + 7 + 15 * i, y + 7}, 6, i >= 2, i % 2);
}

static double lower(double a, double b)
{
    return a > b ? a : b;
}

void set_draw_guide(canvas *c, const set_options *o, const board_plan *plan)
{
    alea_board start;
    const bool marked = set_start(o, &start);
    const double gap = 7;
    int step = 1;
    double y = 24;
    char text[600];
    canvas_page(c, o->paper);
    snprintf(text, sizeof text, "%s, to print, cut and fold", set_name(o));
    text[0] = (char)toupper((unsigned char)text[0]);
    set_heading(c, o->paper, text);

    number(c, y, step++);
    draw_lines(c, y);
    y = lower(y + 12,
              paragraph(c, o, y,
                        "Print all sheets at 100 %, the men on both sides of one "
                        "sheet, turned about its long edge. Card of 160 to 200 g/m2 "
                        "holds its shape. Cut along the lines, fold along the dashes, "
                        "away from the print.")) +
        gap;

    number(c, y, step++);
    snprintf(text, sizeof text,
             "The board: lay its sheets so that the same letters meet, "
             "tape them from behind. It folds at the tape, and for the box once more "
             "at the short dashes.%s%s",
             marked ? " Each ring is a man's place at the start: "
                      "a plain ring for the player who sits below, a ring with a dot "
                      "for the one who sits above."
                    : "",
             plan->dots > 1 ? " The small dots at the edge are for the score." : "");
    const double board = draw_board(c, o, plan, y);
    y = lower(y + board, paragraph(c, o, y, text)) + gap;

    number(c, y, step++);
    draw_men(c, y);
    snprintf(
        text, sizeof text,
        "Fifteen men for each player: the light wheels for one, the dark rings for "
        "the other.%s",
        marked ? " Lay them on the rings of the board."
               : " The rules say where they start.");
    y = lower(y + 14, paragraph(c, o, y, text)) + gap;

    number(c, y, step++);
    const part die = part_cube(set_die_edge),
               cup = part_cup(set_cup_radius, set_cup_high);
    const double nets = lower(draw_small(c, &die, left, y, 24),
                              draw_small(c, &cup, left + 28, y + 2, 34));
    snprintf(text, sizeof text,
             "Dice%s: fold the six faces to a cube, glue the flaps inside. Cup: roll "
             "the wall, glue its strip, fold the teeth in, glue one floor inside and "
             "one outside. Pins: fold the triangles to a pyramid.",
             set_has_cube(o) ? " and doubling cubes" : "");
    y = lower(y + nets, paragraph(c, o, y, text)) + gap;

    number(c, y, step++);
    draw_finished(c, o, y);
    snprintf(text, sizeof text, "%s%s%s",
             plan->dots > 1 ? "Each player stands a pin on his 0 and moves it one dot "
                              "to his right for each point that he wins. "
                            : "",
             set_has_cube(o) ? "The doubling cube lies between the players with the 64 "
                               "up: the game counts 1. After the first double it shows "
                               "2, and lies on the side of the player who took it. One "
                               "cube is spare. "
                             : "",
             set_dice(o) == 3 ? "Shake three dice in the cup; the fourth is spare."
                              : "Shake two dice in the cup; "
                                "two are for the other player.");
    y = lower(y + 22, paragraph(c, o, y, text)) + gap;

    number(c, y, step++);
    const part half = part_half_box(set_box(plan, false), set_box_wall, true);
    draw_small(c, &half, left, y, 40);
    paragraph(c, o, y,
              "The box: tray and lid are two halves each. Fold the walls, "
              "glue the corner flaps inside, then glue the halves together "
              "by the three flaps in the middle. The folded board goes in "
              "first; cup, dice, cubes, pins and men lie on it.");
}
