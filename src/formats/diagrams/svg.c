/* A board as one SVG element. The unit is a pixel at the natural size, 620 by 440. */
#include <alea/diagram.h>

#include "base/text.h"

#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 620,
    HEIGHT = 440,
    EDGE = 20,  /* frame above and below, where the numbers stand */
    TRAY = 50,  /* left: the cube; right: checkers off */
    POINT = 40, /* a point's width */
    BAR = 40,
    TALL = 172, /* a point's height */
    RADIUS = 18,
    STACK = 5 /* checkers drawn in full on a point */
};

typedef struct drawing {
    alea_text *o;
    const alea_position *position;
    const alea_diagram *options;
    alea_board board; /* seen by the lower player */
    alea_player lower;
    bool home_left;
} drawing;

/* Middle of a point's column; 0 and 25 are the bar. */
static int column_x(const drawing *d, int point)
{
    int x = TRAY + 6 * POINT + BAR / 2;
    if (point >= 1 && point <= 24) {
        int column = point <= 12 ? 12 - point : point - 13;
        x = TRAY + column * POINT + (column >= 6 ? BAR : 0) + POINT / 2;
    }
    return d->home_left ? WIDTH - x : x;
}

/* Middle of checker `n` (0 = at the edge) of `count` on a point. Checkers on the bar
 * stand in the half where they enter. */
static int checker_y(int point, int n, int count)
{
    int step = count > STACK ? 2 * RADIUS * (STACK - 1) / (count - 1) : 2 * RADIUS;
    if (point == 0) return HEIGHT / 2 + 34 + n * (count > 4 ? 100 / count : 2 * RADIUS);
    if (point == ALEA_BAR)
        return HEIGHT / 2 - 34 - n * (count > 4 ? 100 / count : 2 * RADIUS);
    return point <= 12 ? HEIGHT - EDGE - RADIUS - n * step : EDGE + RADIUS + n * step;
}

static void draw_points(const drawing *d)
{
    for (int p = 1; p <= 24; p++) {
        int x = column_x(d, p), base = p <= 12 ? HEIGHT - EDGE : EDGE;
        int tip = p <= 12 ? base - TALL : base + TALL;
        alea_text_format(d->o, "<path class=\"%s\" d=\"M%d %dL%d %dL%d %dZ\"/>",
                         p % 2 ? "pt-a" : "pt-b", x - POINT / 2, base, x + POINT / 2,
                         base, x, tip);
        alea_text_format(d->o, "<text class=\"no\" x=\"%d\" y=\"%d\">%d</text>", x,
                         p <= 12 ? HEIGHT - 5 : 15, p);
    }
}

static void draw_checkers(const drawing *d, int point)
{
    int count = d->board.point[point];
    if (count == 0) return;
    alea_player owner = count > 0 ? d->lower : alea_opponent(d->lower);
    if (count < 0) count = -count;
    int x = column_x(d, point);
    for (int n = 0; n < count; n++)
        alea_text_format(d->o, "<circle class=\"ck-%c\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>",
                         owner == ALEA_A ? 'a' : 'b', x, checker_y(point, n, count),
                         RADIUS - 1);
    if (count > STACK)
        alea_text_format(d->o, "<text class=\"ct-%c\" x=\"%d\" y=\"%d\">%d</text>",
                         owner == ALEA_A ? 'a' : 'b', x,
                         checker_y(point, count - 1, count) + 5, count);
}

static void draw_off(const drawing *d, alea_player owner)
{
    int checkers = d->position->checkers > 0 ? d->position->checkers : ALEA_CHECKERS;
    alea_board board = d->position->board;
    int off = checkers - alea_board_checkers(&board, owner == ALEA_A);
    bool lower = owner == d->lower;
    int x = d->home_left ? 8 : WIDTH - TRAY + 8;
    for (int n = 0; n < off; n++) {
        int y = lower ? HEIGHT - EDGE - 10 - n * 11 : EDGE + n * 11;
        alea_text_format(
            d->o, "<rect class=\"ck-%c\" x=\"%d\" y=\"%d\" width=\"34\" height=\"9\"/>",
            owner == ALEA_A ? 'a' : 'b', x, y);
    }
}

static void draw_cube(const drawing *d)
{
    const alea_position *p = d->position;
    if (!p->cube || p->crawford_game) return;
    int x = d->home_left ? WIDTH - TRAY + 9 : 9, y = HEIGHT / 2 - 16;
    int shown =
        p->cube_log2 == 0 && p->offers == 0 ? 64 : 1 << (p->cube_log2 + p->offers);
    if (p->offers > 0) {
        /* The cube of a pending double, on the side of the player who must answer. */
        x = WIDTH / 2 + (p->on_roll == d->lower ? 90 : -122);
    } else if (p->cube_owner != ALEA_NOBODY) {
        y = p->cube_owner == d->lower ? HEIGHT - EDGE - 36 : EDGE + 4;
    }
    alea_text_format(
        d->o,
        "<rect class=\"cube\" x=\"%d\" y=\"%d\" width=\"32\" height=\"32\" rx=\"4\"/>"
        "<text class=\"cubeno\" x=\"%d\" y=\"%d\">%d</text>",
        x, y, x + 16, y + 22, shown);
}

static void draw_die(const drawing *d, int x, int y, int pips)
{
    /* Pips of a die face on a 3 by 3 grid. */
    static const char *const places[7] = {"",     "5",     "19",    "159",
                                          "1379", "13579", "134679"};
    alea_text_format(
        d->o,
        "<rect class=\"die\" x=\"%d\" y=\"%d\" width=\"32\" height=\"32\" rx=\"6\"/>",
        x, y);
    for (const char *c = places[pips]; *c; c++) {
        int place = *c - '1';
        alea_text_format(d->o, "<circle class=\"spot\" cx=\"%d\" cy=\"%d\" r=\"3\"/>",
                         x + 8 + 8 * (place % 3), y + 8 + 8 * (place / 3));
    }
}

static void draw_dice(const drawing *d)
{
    const alea_position *p = d->position;
    if (!alea_roll_valid(p->roll) || p->offers > 0) return;
    bool right = (p->on_roll == d->lower) != d->home_left;
    int x = right ? TRAY + 6 * POINT + BAR + 80 : TRAY + 80;
    draw_die(d, x, HEIGHT / 2 - 16, p->roll.die[0]);
    draw_die(d, x + 44, HEIGHT / 2 - 16, p->roll.die[1]);
}

/* From the outermost checker of `from` to the next free place of `to`. */
static void draw_arrow(const drawing *d, const alea_move *move, alea_player mover)
{
    int from = move->from, to = move->to;
    if (mover != d->lower) {
        from = 25 - from;
        to = to == ALEA_OFF ? -1 : 25 - to;
    } else if (to == ALEA_OFF) {
        to = -1;
    }
    int count = d->board.point[from], there = to >= 0 ? d->board.point[to] : 0;
    if (count < 0) count = -count;
    if ((there > 0) != (mover == d->lower)) there = 0;
    if (there < 0) there = -there;
    int x1 = column_x(d, from),
        y1 = checker_y(from, count > 0 ? count - 1 : 0, count + 1);
    int x2 = d->home_left ? 25 : WIDTH - 25;
    int y2 = mover == d->lower ? HEIGHT - 60 : 60;
    if (to >= 0) {
        x2 = column_x(d, to);
        y2 = checker_y(to, there, there + 1);
    }
    alea_text_format(d->o,
                     "<path class=\"arrow\" marker-end=\"url(#alea-tip)\" "
                     "d=\"M%d %dQ%d %d %d %d\"/>",
                     x1, y1, (x1 + x2) / 2, (y1 + y2) / 2 + (from > 12 ? 30 : -30), x2,
                     y2);
}

static const char style[] =
    "<style>.fr{fill:#4a3426}.bd{fill:#d9c19a}.pt-a{fill:#a8683f}.pt-b{fill:#f0e2c8}"
    ".no{font:11px sans-serif;fill:#f0e2c8;text-anchor:middle}"
    ".ck-a{fill:#fbf8f1;stroke:#5b5348;stroke-width:1.5}"
    ".ck-b{fill:#2b2b33;stroke:#9a948a;stroke-width:1.5}"
    ".ct-a,.ct-b{font:bold 15px sans-serif;text-anchor:middle}"
    ".ct-a{fill:#222}.ct-b{fill:#fff}"
    ".cube,.die{fill:#fff;stroke:#333;stroke-width:1.5}"
    ".cubeno{font:bold 16px sans-serif;text-anchor:middle;fill:#222}.spot{fill:#222}"
    ".arrow{fill:none;stroke:#c0182b;stroke-width:4;stroke-opacity:.8}</style>";

/* With &, <, >, " and ' as entities; bytes below 32 become blanks. */
static void put_xml(alea_text *o, const char *text)
{
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '&')
            alea_text_format(o, "&amp;");
        else if (c == '<')
            alea_text_format(o, "&lt;");
        else if (c == '>')
            alea_text_format(o, "&gt;");
        else if (c == '"')
            alea_text_format(o, "&quot;");
        else if (c == '\'')
            alea_text_format(o, "&#39;");
        else
            alea_text_format(o, "%c", c < 32 ? ' ' : *text);
    }
}

static void draw_frame(const drawing *d, const char *words)
{
    alea_text_format(
        d->o,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\">",
        WIDTH, HEIGHT);
    alea_text_format(d->o, "<title>Backgammon position</title><desc>");
    put_xml(d->o, words);
    alea_text_format(d->o, "</desc>%s", style);
    if (d->options && d->options->move_count > 0)
        alea_text_format(
            d->o, "<defs><marker id=\"alea-tip\" viewBox=\"0 0 8 8\" refX=\"6\" "
                  "refY=\"4\" markerWidth=\"4\" markerHeight=\"4\" orient=\"auto\">"
                  "<path d=\"M0 0L8 4L0 8Z\" fill=\"#c0182b\"/></marker></defs>");
    alea_text_format(d->o, "<rect class=\"fr\" width=\"%d\" height=\"%d\" rx=\"8\"/>",
                     WIDTH, HEIGHT);
    for (int half = 0; half < 2; half++)
        alea_text_format(
            d->o, "<rect class=\"bd\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
            TRAY + half * (6 * POINT + BAR), EDGE, 6 * POINT, HEIGHT - 2 * EDGE);
}

size_t alea_diagram_svg(const alea_position *position, const alea_diagram *options,
                        char *text, size_t capacity)
{
    char none[1];
    alea_text o = alea_text_in(capacity ? text : none, capacity ? capacity : 1);
    char words[1024];
    drawing d = {.o = &o, .position = position, .options = options};
    d.lower = options && options->view == ALEA_B ? ALEA_B : ALEA_A;
    d.home_left = options && options->home_left;
    d.board = d.lower == ALEA_B ? alea_board_swap(&position->board) : position->board;
    alea_diagram_words(position, options, words, sizeof words);
    draw_frame(&d, words);
    draw_points(&d);
    for (int p = 0; p < 26; p++) draw_checkers(&d, p);
    draw_off(&d, ALEA_A);
    draw_off(&d, ALEA_B);
    draw_cube(&d);
    draw_dice(&d);
    for (int i = 0; options && i < options->move_count; i++)
        draw_arrow(&d, &options->moves[i], options->mover);
    alea_text_format(&o, "</svg>");
    return o.wanted;
}
