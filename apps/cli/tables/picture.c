#include "picture.h"

#include "base/text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum {
    WIDTH = 620,
    HEIGHT = 440,
    LEFT = 50,
    TOP = 20,
    POINT = 40, /* width of a point, and of a checker with its margin */
    RADIUS = 18,
    DEEP = 400, /* height of the playing field */
    SHOWN = 5,  /* checkers of a point that are drawn; a number says how many */
    SQUARE = 60
};

static const char style[] =
    "<style>.fr{fill:#4a3426}.bd{fill:#d9c19a}.pt-a{fill:#a8683f}.pt-b{fill:#f0e2c8}"
    ".no{font:11px sans-serif;fill:#f0e2c8;text-anchor:middle}"
    ".ck-a{fill:#fbf8f1;stroke:#5b5348;stroke-width:1.5}"
    ".ck-b{fill:#2b2b33;stroke:#9a948a;stroke-width:1.5}"
    ".ct-a,.ct-b{font:bold 15px sans-serif;text-anchor:middle}"
    ".ct-a{fill:#222}.ct-b{fill:#fff}</style>";

static void checker(alea_text *out, int side, int x, int y)
{
    alea_text_format(out, "<circle class=\"ck-%c\" cx=\"%d\" cy=\"%d\" r=\"%d\"/>",
                     side ? 'b' : 'a', x, y, RADIUS);
}

static void number(alea_text *out, const char *class, int x, int y, int value)
{
    alea_text_format(out, "<text class=\"%s\" x=\"%d\" y=\"%d\">%d</text>", class, x, y,
                     value);
}

/* `count` checkers of a side in a column from y on; returns where the next one lies. */
static int stack(alea_text *out, int side, int count, int x, int y, int step)
{
    const int drawn = count < SHOWN ? count : SHOWN;
    for (int i = 0; i < drawn; i++) {
        checker(out, side, x, y);
        if (i == SHOWN - 1 && count > SHOWN)
            number(out, side ? "ct-b" : "ct-a", x, y + 5, count);
        y += step;
    }
    return y;
}

static int point_x(int r)
{
    const int column = r > 12 ? r - 13 : 12 - r;
    return LEFT + POINT * column + (column >= 6 ? POINT : 0) + POINT / 2;
}

static void add_point(alea_text *out, const alea_tables_rules *rules,
                      const alea_tables_board *board, int r)
{
    const bool upper = r > 12;
    const int x = point_x(r), edge = upper ? TOP : TOP + DEEP, down = upper ? 1 : -1;
    const int there = alea_tables_mirror(rules->relation, r);
    alea_text_format(out, "<path class=\"pt-%c\" d=\"M%d %dL%d %dL%d %dZ\"/>",
                     r % 2 ? 'a' : 'b', x - POINT / 2, edge, x + POINT / 2, edge, x,
                     edge + down * 172);
    number(out, "no", x, upper ? TOP - 6 : TOP + DEEP + 15, r);
    int y = edge + down * (RADIUS + 2);
    for (int part = 0; part < 2; part++)
        for (int side = 0; side < 2; side++) {
            const int own = side ? there : r, count = board->count[side][own];
            const bool pinned = board->pinned[side] >> own & 1;
            /* Pinned ones first. */
            if (count > 0 && pinned == (part == 0))
                y = stack(out, side, count, x, y, down * (2 * RADIUS));
        }
}

/* What is off the board: those to enter on the bar, whose middle is given, those borne
 * off at the right. */
static void add_outside(alea_text *out, const alea_tables_board *board, int bar)
{
    for (int side = 0; side < 2; side++) {
        const int waiting = board->count[side][ALEA_TABLES_BAR],
                  off = board->count[side][ALEA_TABLES_OFF];
        const int y = side ? TOP + DEEP / 2 - 60 : TOP + DEEP / 2 + 60;
        if (waiting > 0) checker(out, side, bar, y);
        if (waiting > 1) number(out, side ? "ct-b" : "ct-a", bar, y + 5, waiting);
        if (off > 0) checker(out, side, WIDTH - LEFT / 2, y);
        if (off > 0) number(out, side ? "ct-b" : "ct-a", WIDTH - LEFT / 2, y + 5, off);
    }
}

static void add_board(alea_text *out, const alea_tables_rules *rules,
                      const alea_tables_board *board)
{
    for (int half = 0; half < 2; half++)
        alea_text_format(
            out, "<rect class=\"bd\" x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\"/>",
            LEFT + half * 7 * POINT, TOP, 6 * POINT, DEEP);
    for (int r = 1; r <= 24; r++) add_point(out, rules, board, r);
}

/* The upper left corner of path point r on the board of Ur: a lane of four squares and
 * one of two for each side, eight squares between them for both. Path square s is
 * point 15 - s. */
static void ur_corner(const alea_tables_rules *rules, int side, int r, int *x, int *y)
{
    const int square = 15 - r;
    const bool common = rules->shared >> r & 1;
    const int column = square <= 4 ? 4 - square : common ? square - 5 : 20 - square;
    *x = LEFT + SQUARE / 3 + column * SQUARE;
    *y = (HEIGHT - 3 * SQUARE) / 2 + (common ? 1 : side ? 0 : 2) * SQUARE;
}

static void add_ur(alea_text *out, const alea_tables_rules *rules,
                   const alea_tables_board *board)
{
    int x, y;
    for (int side = 0; side < 2; side++)
        for (int r = 14; r >= 1; r--) {
            ur_corner(rules, side, r, &x, &y);
            alea_text_format(out,
                             "<rect class=\"pt-%c\" x=\"%d\" y=\"%d\" "
                             "width=\"%d\" height=\"%d\"/>",
                             rules->again >> r & 1 ? 'a' : 'b', x, y, SQUARE - 2,
                             SQUARE - 2);
        }
    for (int side = 0; side < 2; side++)
        for (int r = 14; r >= 1; r--) {
            ur_corner(rules, side, r, &x, &y);
            if (board->count[side][r] > 0)
                checker(out, side, x + SQUARE / 2 - 1, y + SQUARE / 2 - 1);
        }
}

size_t tables_picture_svg(const alea_tables_rules *rules,
                          const alea_tables_board *board, char *out, size_t size)
{
    alea_text text = alea_text_in(out, size);
    alea_text_format(&text,
                     "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" "
                     "role=\"img\"><title>Position of %s</title>%s<rect class=\"fr\" "
                     "width=\"%d\" height=\"%d\" rx=\"8\"/>",
                     WIDTH, HEIGHT, rules->name, style, WIDTH, HEIGHT);
    if (rules->path == 14)
        add_ur(&text, rules, board);
    else
        add_board(&text, rules, board);
    add_outside(&text, board, rules->path == 14 ? WIDTH / 2 + SQUARE / 2 : WIDTH / 2);
    alea_text_put(&text, "</svg>\n");
    return text.wanted;
}
