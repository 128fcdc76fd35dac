#include "layout.h"

#include <stddef.h>

/* PANEL: columns of the facts beside the board, with the blanks before them; MESSAGES:
 * rows that a larger board leaves below it. */
enum { PANEL = 34, MESSAGES = 9, LEFT_WALL = 2, WORD = 3, BAR = 25, OFF = 0 };

static const play_layout layouts[PLAY_SCALES] = {
    {.cell = 3, .bar = 3, .tall = 1, .shown = 5, .middle = 1},
    {.cell = 5, .bar = 5, .tall = 1, .shown = 6, .middle = 3},
    {.cell = 7, .bar = 7, .tall = 2, .shown = 5, .middle = 5},
};

const play_layout *play_layout_of(int scale)
{
    return &layouts[scale];
}

int play_board_columns(const play_layout *at)
{
    return LEFT_WALL + 12 * at->cell + at->bar + 3;
}

int play_board_rows(const play_layout *at)
{
    return 2 + 2 * at->tall * at->shown + at->middle;
}

/* Rows of a square with the border above it. */
int play_square_rows(const play_layout *at)
{
    return at->tall + 2;
}

int play_squares_rows(const play_layout *at)
{
    return FACE_ROWS * play_square_rows(at) + 3;
}

/* The square in a row of the drawing, 0 at the top; NULL where there is none. */
const play_square *play_square_in(const play_face *face, int row, int column)
{
    const int wanted = face->turned ? FACE_ROWS - 1 - row : row;
    for (int i = 0; i < face->squares; i++)
        if (face->square[i].row == wanted && face->square[i].column == column)
            return &face->square[i];
    return NULL;
}

static int square_at(const play_face *face, const play_layout *at, int row, int column)
{
    const int rows = play_squares_rows(at), tall = play_square_rows(at);
    if (row == (face->turned ? 0 : rows - 1)) {
        if (column >= DICE_COLUMN || column < BAR_COLUMN) return -1;
        if (column >= OFF_COLUMN) return 0;
        return face->has_bar ? BAR : -1;
    }
    if (row < 1 || row >= rows - 1 || column < SQUARES_LEFT) return -1;
    const play_square *square = play_square_in(
        face, (row - 1) / tall, (column - SQUARES_LEFT) / (at->cell + 1));
    return square && !square->other ? square->point : -1;
}

static bool square_label(const play_face *face, const play_layout *at, int point,
                         int *row, int *column, int *width)
{
    for (int i = 0; i < face->squares; i++) {
        const play_square *square = &face->square[i];
        if (square->other || square->point != point) continue;
        const int drawn = face->turned ? FACE_ROWS - 1 - square->row : square->row;
        *row = 2 + drawn * play_square_rows(at);
        *column = SQUARES_LEFT + 1 + square->column * (at->cell + 1);
        *width = point < 10 ? 1 : 2;
        return true;
    }
    if (point != 0 && (point != BAR || !face->has_bar)) return false;
    *row = face->turned ? 0 : play_squares_rows(at) - 1;
    *column = point ? BAR_COLUMN : OFF_COLUMN;
    *width = WORD;
    return true;
}

int play_face_rows(const play_face *face, const play_layout *at)
{
    return face->squares ? play_squares_rows(at) : play_board_rows(at);
}

int play_picture_columns(int scale)
{
    return scale == 0 ? 80 : play_board_columns(&layouts[scale]) + PANEL;
}

int play_scale_for(int columns, int rows)
{
    for (int scale = PLAY_SCALES - 1; scale > 0; scale--)
        if (columns >= play_picture_columns(scale) &&
            rows >= play_board_rows(&layouts[scale]) + MESSAGES)
            return scale;
    return 0;
}

int play_point_in(const play_face *face, bool upper, int column)
{
    if (face->home_left) column = 11 - column;
    return upper != face->turned ? 13 + column : 12 - column;
}

/* The first column of the bar, and of the points right of it. */
static int bar_column(const play_layout *at)
{
    return LEFT_WALL + 6 * at->cell + 1;
}

static int right_half(const play_layout *at)
{
    return bar_column(at) + at->bar + 1;
}

int play_point_at(const play_face *face, int scale, int row, int column)
{
    const play_layout *at = &layouts[scale];
    if (face->squares) return square_at(face, at, row, column);
    const int rows = play_board_rows(at), half = (rows - at->middle) / 2;
    const int bar = bar_column(at), right = right_half(at);
    if (row < 0 || row >= rows || (row >= half && row < rows - half)) return -1;
    const bool upper = row < half;
    if (column >= bar && column < bar + at->bar) return BAR;
    if (column >= right + 6 * at->cell + 1) return upper != face->turned ? -1 : OFF;
    int place = column - LEFT_WALL;
    if (column >= right) place = column - right + 6 * at->cell;
    if (place < 0 || place >= 12 * at->cell) return -1;
    if (column < right && place >= 6 * at->cell) return -1;
    return play_point_in(face, upper, place / at->cell);
}

bool play_label_of(const play_face *face, int scale, int point, int *row, int *column,
                   int *width)
{
    const play_layout *at = &layouts[scale];
    if (face->squares) return square_label(face, at, point, row, column, width);
    const int last = play_board_rows(at) - 1;
    if (point < OFF || point > BAR) return false;
    if (point == OFF || point == BAR) {
        *row = face->turned ? 1 : last - 1;
        *column = point == BAR ? bar_column(at) : right_half(at) + 6 * at->cell + 1;
        *width = at->bar;
        return true;
    }
    int cell = point > 12 ? point - 13 : 12 - point;
    if (face->home_left) cell = 11 - cell;
    *row = (point > 12) != face->turned ? 0 : last;
    *column = (cell < 6 ? LEFT_WALL + cell * at->cell
                        : right_half(at) + (cell - 6) * at->cell) +
              (at->cell - 3) / 2 + (point < 10 ? 1 : 0);
    *width = point < 10 ? 1 : 2;
    return true;
}
