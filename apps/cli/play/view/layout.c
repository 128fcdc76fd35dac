#include "layout.h"

/* PANEL: columns of the facts beside the board, with the blanks before them; MESSAGES:
 * rows that a larger board leaves below it. */
enum { PANEL = 34, MESSAGES = 9, LEFT_WALL = 2 };

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

int play_point_in(const play_view *view, bool upper, int column)
{
    if (view->home_left) column = 11 - column;
    return upper != view->turned ? 13 + column : 12 - column;
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

int play_point_at(const play_view *view, int scale, int row, int column)
{
    const play_layout *at = &layouts[scale];
    const int rows = play_board_rows(at), half = (rows - at->middle) / 2;
    const int bar = bar_column(at), right = right_half(at);
    if (row < 0 || row >= rows || (row >= half && row < rows - half)) return -1;
    const bool upper = row < half;
    if (column >= bar && column < bar + at->bar) return ALEA_BAR;
    if (column >= right + 6 * at->cell + 1)
        return upper != view->turned ? -1 : ALEA_OFF;
    int place = column - LEFT_WALL;
    if (column >= right) place = column - right + 6 * at->cell;
    if (place < 0 || place >= 12 * at->cell) return -1;
    if (column < right && place >= 6 * at->cell) return -1;
    return play_point_in(view, upper, place / at->cell);
}

bool play_label_of(const play_view *view, int scale, int point, int *row, int *column,
                   int *width)
{
    const play_layout *at = &layouts[scale];
    const int last = play_board_rows(at) - 1;
    if (point < ALEA_OFF || point > ALEA_BAR) return false;
    if (point == ALEA_OFF || point == ALEA_BAR) {
        *row = view->turned ? 1 : last - 1;
        *column =
            point == ALEA_BAR ? bar_column(at) : right_half(at) + 6 * at->cell + 1;
        *width = at->bar;
        return true;
    }
    int cell = point > 12 ? point - 13 : 12 - point;
    if (view->home_left) cell = 11 - cell;
    *row = (point > 12) != view->turned ? 0 : last;
    *column = (cell < 6 ? LEFT_WALL + cell * at->cell
                        : right_half(at) + (cell - 6) * at->cell) +
              (at->cell - 3) / 2 + (point < 10 ? 1 : 0);
    *width = point < 10 ? 1 : 2;
    return true;
}
