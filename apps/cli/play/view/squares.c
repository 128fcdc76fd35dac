#include "squares.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

static bool is_square(const play_face *face, int row, int column)
{
    return play_square_in(face, row, column) != NULL;
}

/* Where borders meet, by the lines that go up, down, left and right from there. */
static void add_joint(const play_canvas *c, int row, int column)
{
    static const char *const joint[16] = {" ", " ", " ", "│", " ", "┘", "┐", "┤",
                                          " ", "└", "┌", "├", "─", "┴", "┬", "┼"};
    const bool a = is_square(c->face, row - 1, column - 1),
               b = is_square(c->face, row - 1, column),
               d = is_square(c->face, row, column - 1),
               e = is_square(c->face, row, column);
    const int lines =
        (a || b ? 1 : 0) | (d || e ? 2 : 0) | (a || d ? 4 : 0) | (b || e ? 8 : 0);
    text_add(c->out, "%s", c->caps->unicode ? joint[lines] : lines ? "+" : " ");
}

static void add_border(const play_canvas *c, int row)
{
    const char *dash = c->caps->unicode ? "─" : "-";
    for (int column = 0; column <= c->face->columns; column++) {
        add_joint(c, row, column);
        if (column == c->face->columns) break;
        const bool line =
            is_square(c->face, row - 1, column) || is_square(c->face, row, column);
        for (int k = 0; k < c->at->cell; k++) text_add(c->out, "%s", line ? dash : " ");
    }
}

static void add_inside(const play_canvas *c, const play_square *square, int line)
{
    const int inner = c->at->cell;
    if (!square) {
        text_add(c->out, "%*s", inner, "");
    } else if (line == 0) {
        char label[16] = "";
        if (!square->other) snprintf(label, sizeof label, "%d", square->point);
        if (square->special) strcat(label, "*");
        text_add(c->out, "%-*s", inner, label);
    } else {
        const play_stack *stack = &square->stack;
        const bool marked = stack->marked && stack->count > 0;
        text_add(c->out, "%s", marked ? "(" : " ");
        if (stack->count)
            play_add_man_row(c, stack->mine, false, line - 1, inner - 2);
        else
            text_add(c->out, "%*s", inner - 2, "");
        text_add(c->out, "%s", marked ? ")" : " ");
    }
}

static void add_line(const play_canvas *c, int row, int line)
{
    const char *wall = c->caps->unicode ? "│" : "|";
    for (int column = 0; column <= c->face->columns; column++) {
        const bool edge =
            is_square(c->face, row, column - 1) || is_square(c->face, row, column);
        text_add(c->out, "%s", edge ? wall : " ");
        if (column < c->face->columns)
            add_inside(c, play_square_in(c->face, row, column), line);
    }
}

/* The reserve, the men off and the dice of a side. */
static int add_reserve(const play_canvas *c, bool mine)
{
    const play_face *face = c->face;
    char bar[16] = "", off[16];
    if (face->has_bar) snprintf(bar, sizeof bar, "bar %d", face->bar[mine ? 0 : 1]);
    snprintf(off, sizeof off, "off %d", face->off[mine ? 0 : 1]);
    text_add(c->out, "%*s%-*s%-*s", BAR_COLUMN, "", OFF_COLUMN - BAR_COLUMN, bar,
             DICE_COLUMN - OFF_COLUMN, off);
    int columns = DICE_COLUMN;
    if (!face->dice || face->dice_mine != mine) return columns;
    for (int d = 0; d < face->dice; d++) {
        text_add(c->out, "[%d]", face->die[d]);
        columns += 3;
    }
    return columns;
}

void play_add_squares_row(const play_canvas *c, int row)
{
    const int rows = play_squares_rows(c->at), tall = play_square_rows(c->at);
    int columns = SQUARES_LEFT + c->face->columns * (c->at->cell + 1) + 1;
    if (row == 0 || row == rows - 1) {
        columns = add_reserve(c, (row == 0) == c->face->turned);
    } else {
        text_add(c->out, "%*s", SQUARES_LEFT, "");
        const int square = (row - 1) / tall, line = (row - 1) % tall;
        if (line == 0)
            add_border(c, square);
        else
            add_line(c, square, line - 1);
    }
    text_add(c->out, "%*s", play_board_columns(c->at) - columns, "");
}
