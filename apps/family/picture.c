#include "picture.h"

#include <stdbool.h>

enum {
    WIDTH = ALEA_DRAWING_WIDTH,
    HEIGHT = ALEA_DRAWING_HEIGHT,
    LEFT = 50,
    TOP = 20,
    POINT = 40, /* width of a point, and of a checker with its margin */
    RADIUS = 18,
    DEEP = 400, /* height of the playing field */
    SHOWN = 5,  /* checkers of a point that are drawn; a number says how many */
    SQUARE = 60,
    HOUSE = 52, /* squares of the long path, ten in a row */
    TEN = 10
};

static void rectangle(alea_drawing *out, alea_shape_style style, int x, int y,
                      int width, int height, int corner)
{
    alea_drawing_add(
        out, (alea_shape){ALEA_SHAPE_RECTANGLE, style, {x, y, width, height, corner}});
}

static void checker(alea_drawing *out, int side, int x, int y)
{
    alea_drawing_add(out,
                     (alea_shape){ALEA_SHAPE_CIRCLE,
                                  side ? ALEA_STYLE_CHECKER_B : ALEA_STYLE_CHECKER_A,
                                  {x, y, RADIUS}});
}

static void number(alea_drawing *out, alea_shape_style style, int x, int y, int value)
{
    alea_drawing_add(out, (alea_shape){ALEA_SHAPE_NUMBER, style, {x, y, value}});
}

static alea_shape_style count_of(int side)
{
    return side ? ALEA_STYLE_COUNT_B : ALEA_STYLE_COUNT_A;
}

/* `count` checkers of a side in a column from y on; returns where the next one lies. */
static int stack(alea_drawing *out, int side, int count, int x, int y, int step)
{
    const int drawn = count < SHOWN ? count : SHOWN;
    for (int i = 0; i < drawn; i++) {
        checker(out, side, x, y);
        if (i == SHOWN - 1 && count > SHOWN)
            number(out, count_of(side), x, y + 5, count);
        y += step;
    }
    return y;
}

static int point_x(int r)
{
    const int column = r > 12 ? r - 13 : 12 - r;
    return LEFT + POINT * column + (column >= 6 ? POINT : 0) + POINT / 2;
}

static void add_point(alea_drawing *out, const alea_tables_rules *rules,
                      const alea_tables_board *board, int r)
{
    const bool upper = r > 12;
    const int x = point_x(r), edge = upper ? TOP : TOP + DEEP, down = upper ? 1 : -1;
    const int there = alea_tables_mirror(rules->relation, r);
    const alea_shape triangle = {
        ALEA_SHAPE_TRIANGLE,
        r % 2 ? ALEA_STYLE_POINT_ODD : ALEA_STYLE_POINT_EVEN,
        {x - POINT / 2, edge, x + POINT / 2, edge, x, edge + down * 172}};
    alea_drawing_add(out, triangle);
    number(out, ALEA_STYLE_POINT_NUMBER, x, upper ? TOP - 6 : TOP + DEEP + 15, r);
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

/* Draws the checkers off the board: those to enter on the bar, whose middle is given,
 * those borne off at the right. */
static void add_outside(alea_drawing *out, const alea_tables_rules *rules,
                        const alea_tables_board *board, int bar)
{
    for (int side = 0; side < 2; side++) {
        const int waiting = alea_tables_waiting(rules, board, side),
                  off = board->count[side][ALEA_TABLES_OFF];
        const int y = side ? TOP + DEEP / 2 - 60 : TOP + DEEP / 2 + 60;
        if (waiting > 0) checker(out, side, bar, y);
        if (waiting > 1) number(out, count_of(side), bar, y + 5, waiting);
        if (off > 0) checker(out, side, WIDTH - LEFT / 2, y);
        if (off > 0) number(out, count_of(side), WIDTH - LEFT / 2, y + 5, off);
    }
}

static void add_board(alea_drawing *out, const alea_tables_rules *rules,
                      const alea_tables_board *board)
{
    for (int half = 0; half < 2; half++)
        rectangle(out, ALEA_STYLE_FELT, LEFT + half * 7 * POINT, TOP, 6 * POINT, DEEP,
                  0);
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

static void add_ur(alea_drawing *out, const alea_tables_rules *rules,
                   const alea_tables_board *board)
{
    int x, y;
    for (int side = 0; side < 2; side++)
        for (int r = 14; r >= 1; r--) {
            ur_corner(rules, side, r, &x, &y);
            rectangle(out,
                      rules->again >> r & 1 ? ALEA_STYLE_POINT_ODD
                                            : ALEA_STYLE_POINT_EVEN,
                      x, y, SQUARE - 2, SQUARE - 2, 0);
        }
    for (int side = 0; side < 2; side++)
        for (int r = 14; r >= 1; r--) {
            ur_corner(rules, side, r, &x, &y);
            if (board->count[side][r] > 0)
                checker(out, side, x + SQUARE / 2 - 1, y + SQUARE / 2 - 1);
        }
}

/* Three rows of ten, of which the second goes back. */
static void add_houses(alea_drawing *out, const alea_tables_rules *rules,
                       const alea_tables_board *board)
{
    for (int r = rules->path; r >= 1; r--) {
        const int house = rules->path - r, row = house / TEN;
        const int column = row % 2 ? TEN - 1 - house % TEN : house % TEN;
        const int x = LEFT + column * HOUSE;
        const int y = (HEIGHT - 3 * HOUSE) / 2 + row * HOUSE;
        const bool special = r <= rules->gate || r == rules->trap_to;
        rectangle(out, special ? ALEA_STYLE_POINT_ODD : ALEA_STYLE_POINT_EVEN, x, y,
                  HOUSE - 2, HOUSE - 2, 0);
        for (int side = 0; side < 2; side++)
            if (board->count[side][r] > 0)
                checker(out, side, x + HOUSE / 2 - 1, y + HOUSE / 2 - 1);
        /* Above the first row and below the others, clear of the men. */
        const int below = (HEIGHT + 3 * HOUSE) / 2 + 15, above = y - 6;
        if (row != 1)
            number(out, ALEA_STYLE_POINT_NUMBER, x + HOUSE / 2 - 1, row ? below : above,
                   r);
    }
}

void tables_picture_draw(const alea_tables_rules *rules, const alea_tables_board *board,
                         alea_drawing *out)
{
    out->count = 0;
    rectangle(out, ALEA_STYLE_FRAME, 0, 0, WIDTH, HEIGHT, 8);
    if (rules->path == 14)
        add_ur(out, rules, board);
    else if (rules->path == ALEA_TABLES_LONG)
        add_houses(out, rules, board);
    else
        add_board(out, rules, board);
    add_outside(out, rules, board,
                rules->path == 14 ? WIDTH / 2 + SQUARE / 2 : WIDTH / 2);
}
