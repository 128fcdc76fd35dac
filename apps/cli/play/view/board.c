#include "board.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

/* Bold yellow and bold cyan, if no others are chosen: far apart for every kind of
 * colour blindness, and the two signs differ in shape anyway. */
enum { YELLOW = 3, CYAN = 6 };
#define FAINT "\033[2m"
#define CUBE  "\033[1;7m"
#define PLAIN "\033[0m"

static const char *colour(const play_caps *caps, const char *code)
{
    return caps->colour ? code : "";
}

/* Is the sign of a side's checkers the filled one? */
static bool is_filled(const play_face *face, bool mine)
{
    return face->viewer_filled == mine;
}

static void begin_side(const play_canvas *c, bool mine)
{
    const bool filled = is_filled(c->face, mine);
    const int chosen = c->face->colour[filled ? 0 : 1];
    if (c->caps->colour)
        text_add(c->out, "\033[1;3%dm", chosen ? chosen : filled ? YELLOW : CYAN);
}

static void end_colour(const play_canvas *c)
{
    text_add(c->out, "%s", colour(c->caps, PLAIN));
}

static void add_blanks(const play_canvas *c, int count)
{
    text_add(c->out, "%*s", count, "");
}

/* The sign of a man; a pinned one has its own. */
static const char *sign_of(const play_canvas *c, bool filled, bool pinned)
{
    if (c->caps->unicode) return pinned ? (filled ? "◆" : "◇") : filled ? "●" : "○";
    return pinned ? (filled ? "x" : "o") : filled ? "X" : "O";
}

void play_add_man_row(const play_canvas *c, bool mine, bool pinned, int row,
                      int columns)
{
    static const char *const disc[2][2][2] = {
        {{"/---\\", "\\---/"}, {"XXXXX", "XXXXX"}},
        {{"╭───╮", "╰───╯"}, {"▟███▙", "▜███▛"}},
    };
    static const char *const flat[2][2] = {{"o---o", "xxxxx"}, {"◇───◇", "◆███◆"}};
    const bool filled = is_filled(c->face, mine);
    const int wide = c->at->tall == 2 ? 5 : 1, before = (columns - wide) / 2;
    const char *sign = sign_of(c, filled, pinned);
    if (wide > 1)
        sign = pinned ? flat[c->caps->unicode][filled]
                      : disc[c->caps->unicode][filled][row];
    add_blanks(c, before);
    begin_side(c, mine);
    text_add(c->out, "%s", sign);
    end_colour(c);
    add_blanks(c, columns - wide - before);
}

void play_add_sign(const play_canvas *c, bool mine)
{
    begin_side(c, mine);
    text_add(c->out, "%s", sign_of(c, is_filled(c->face, mine), false));
    end_colour(c);
}

/* One row of a point. `row` counts from the edge of the board, `upper` says which. */
static void add_cell(const play_canvas *c, int point, bool upper, int row)
{
    const play_layout *at = c->at;
    const play_stack *stack = &c->face->point[point];
    const int count = stack->count + stack->under, index = row / at->tall;
    const int part = upper ? row % at->tall : at->tall - 1 - row % at->tall;
    const int inner = at->cell - 2;
    const int last = (count > at->shown ? at->shown : count) - 1;
    const bool marked = stack->marked && index == last;
    const char *mark[2] = {"(", ")"};
    if (!marked) mark[0] = mark[1] = " ";
    if (count > at->shown && index == at->shown - 1 && part == 0) {
        begin_side(c, stack->mine);
        if (inner == 1) {
            text_add(c->out, "%2d", stack->count);
        } else {
            text_add(c->out, " %*d%*s", (inner + 2) / 2, stack->count,
                     inner / 2 - 1 + inner % 2 - 1, "");
        }
        end_colour(c);
        text_add(c->out, "%s", mark[1]);
        return;
    }
    text_add(c->out, "%s", mark[0]);
    if (index < count && !(count > at->shown && index == at->shown - 1)) {
        const bool pinned = stack->under && index == 0;
        play_add_man_row(c, stack->mine != pinned, pinned, part, inner);
    } else if (point % 2) {
        add_blanks(c, (inner - 1) / 2);
        text_add(c->out, "%s%s%s", colour(c->caps, FAINT), c->caps->unicode ? "·" : ".",
                 colour(c->caps, PLAIN));
        add_blanks(c, inner / 2);
    } else {
        add_blanks(c, inner);
    }
    text_add(c->out, "%s", mark[1]);
}

/* The value of the cube in three columns: " 2 ", "16 ", "512", "1K ", "64K", "16M";
 * "..." for the three values that have four characters. The panel has the number.
 * Before the first double the cube lies with its 64 up. */
static void cube_text(int log2, char out[8])
{
    if (log2 == 0)
        snprintf(out, 8, "64 ");
    else if (log2 < 4)
        snprintf(out, 8, " %d ", 1 << log2);
    else if (log2 < 10)
        snprintf(out, 8, "%-3d", 1 << log2);
    else if (log2 >= 17 && log2 < 20)
        snprintf(out, 8, "...");
    else
        snprintf(out, 8, "%d%c", 1 << (log2 < 20 ? log2 - 10 : log2 - 20),
                 log2 < 20 ? 'K' : 'M');
}

/* The cube of a player lies at his edge of the bar, three rows high. */
static bool add_cube_row(const play_canvas *c, bool upper, int row)
{
    static const char *const edge[2][2] = {{".-.", "'-'"}, {"┌─┐", "└─┘"}};
    const face_cube cube = c->face->cube;
    char value[8];
    if (row > 2 || cube == FACE_NO_CUBE || cube == FACE_CUBE_MIDDLE) return false;
    if ((cube == FACE_CUBE_MINE) == (upper != c->face->turned)) return false;
    cube_text(c->face->cube_log2, value);
    add_blanks(c, (c->at->bar - 3) / 2);
    /* Row 0 is the outermost: the cube's top edge if it stands in the upper half, its
     * bottom edge if in the lower. */
    if (row == 1)
        text_add(c->out, "%s%-3s%s", colour(c->caps, CUBE), value,
                 colour(c->caps, PLAIN));
    else
        text_add(c->out, "%s", edge[c->caps->unicode][(row == 0) == upper ? 0 : 1]);
    add_blanks(c, (c->at->bar - 3) / 2);
    return true;
}

/* The middle of the bar: the cube as long as nobody owns it. */
static void add_bar_middle(const play_canvas *c)
{
    char value[8];
    add_blanks(c, (c->at->bar - 3) / 2);
    if (c->face->cube != FACE_CUBE_MIDDLE) {
        text_add(c->out, "BAR");
    } else {
        cube_text(c->face->cube_log2, value);
        if (value[0] == ' ' && !c->caps->colour) {
            value[0] = '[';
            value[2] = ']';
        }
        text_add(c->out, "%s%-3s%s", colour(c->caps, CUBE), value,
                 colour(c->caps, PLAIN));
    }
    add_blanks(c, (c->at->bar - 3) / 2);
}

static const char *wall_of(const play_canvas *c)
{
    return c->caps->unicode ? "│" : "|";
}

/* The bar: the viewer's checkers in his own half, the other side's in the other. Drawn
 * from the middle outwards. */
static void add_bar(const play_canvas *c, bool upper, int row)
{
    const bool mine = upper == c->face->turned;
    const int count = c->face->bar[mine ? 0 : 1];
    const int rows = c->at->tall * c->at->shown;
    const int level = rows - 1 - row; /* 0 beside the middle */
    text_add(c->out, "%s", wall_of(c));
    if (add_cube_row(c, upper, row)) {
        text_add(c->out, "%s", wall_of(c));
        return;
    }
    const int part = upper ? c->at->tall - 1 - level : level;
    if (level == 0 && count > 1) {
        add_blanks(c, (c->at->bar - 3) / 2);
        begin_side(c, mine);
        text_add(c->out, "%2d", count);
        end_colour(c);
        add_blanks(c, (c->at->bar - 3) / 2 + 1);
    } else if (count == 1 && level < c->at->tall) {
        play_add_man_row(c, mine, false, part, c->at->bar);
    } else {
        add_blanks(c, c->at->bar);
    }
    text_add(c->out, "%s", wall_of(c));
}

static void add_edge(const play_canvas *c, bool upper)
{
    const char *dash = c->caps->unicode ? "─" : "-";
    const char *corner[4] = {"+", "+", "+", "+"};
    static const char *const top[4] = {"┌", "┬", "┬", "┐"};
    static const char *const low[4] = {"└", "┴", "┴", "┘"};
    const int around = c->at->cell - 3;
    if (c->caps->unicode) memcpy(corner, upper ? top : low, sizeof corner);
    text_add(c->out, " %s", corner[0]);
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i < 6; i++) {
            const int point = play_point_in(c->face, upper, half * 6 + i);
            for (int k = 0; k < around / 2 + (point < 10); k++)
                text_add(c->out, "%s", dash);
            text_add(c->out, "%d", point);
            for (int k = 0; k < around - around / 2 + 1; k++)
                text_add(c->out, "%s", dash);
        }
        if (half == 1) break;
        text_add(c->out, "%s", corner[1]);
        for (int k = 0; k < c->at->bar; k++) text_add(c->out, "%s", dash);
        text_add(c->out, "%s", corner[2]);
    }
    text_add(c->out, "%s", corner[3]);
}

static void add_row(const play_canvas *c, bool upper, int row)
{
    text_add(c->out, " %s", wall_of(c));
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i < 6; i++)
            add_cell(c, play_point_in(c->face, upper, half * 6 + i), upper, row);
        if (half == 0) add_bar(c, upper, row);
    }
    text_add(c->out, "%s", wall_of(c));
}

static int die_columns(int rows)
{
    return rows == 1 ? 3 : rows == 3 ? 7 : 9;
}

/* A die of 1, 3 or 5 rows: its number in brackets, its spots between two walls, or with
 * a border. */
static void add_die_row(const play_canvas *c, int pips, int row, int rows)
{
    static const char *const line[2][2] = {{".-------.", "'-------'"},
                                           {"╭───────╮", "╰───────╯"}};
    const char *spot = c->caps->unicode ? "●" : "o";
    if (rows == 1) {
        text_add(c->out, "[%d]", pips);
        return;
    }
    if (rows == 5 && (row == 0 || row == 4)) {
        text_add(c->out, "%s", line[c->caps->unicode][row == 4]);
        return;
    }
    const char *pad = rows == 5 ? " " : "";
    const int at = rows == 5 ? row - 1 : row;
    const bool left = at == 1 ? pips == 6 : pips > (at == 0 ? 1 : 3);
    const bool right = at == 1 ? pips == 6 : pips > (at == 0 ? 3 : 1);
    text_add(c->out, "%s%s%s %s %s%s%s", wall_of(c), pad, left ? spot : " ",
             at == 1 && pips % 2 ? spot : " ", right ? spot : " ", pad, wall_of(c));
}

/* The dice of the player who has rolled, on his right-hand side: the right half for the
 * side below, the left half for the one above. */
static void add_middle_half(const play_canvas *c, bool right, int row)
{
    const play_face *face = c->face;
    const int columns = 6 * c->at->cell, rows = c->at->middle;
    if (face->dice == 0 || (face->dice_mine != face->turned) != right) {
        add_blanks(c, columns);
        return;
    }
    const int all = face->dice * (die_columns(rows) + 1) - 1;
    const int before = (columns - all) / 2;
    add_blanks(c, before);
    for (int d = 0; d < face->dice; d++) {
        if (d) add_blanks(c, 1);
        add_die_row(c, face->die[d], row, rows);
    }
    add_blanks(c, columns - before - all);
}

static void add_middle(const play_canvas *c, int row)
{
    text_add(c->out, " %s", wall_of(c));
    add_middle_half(c, false, row);
    text_add(c->out, "%s", wall_of(c));
    if (row == c->at->middle / 2)
        add_bar_middle(c);
    else
        add_blanks(c, c->at->bar);
    text_add(c->out, "%s", wall_of(c));
    add_middle_half(c, true, row);
    text_add(c->out, "%s", wall_of(c));
}

void play_add_board_row(const play_canvas *c, int row)
{
    const int rows = play_board_rows(c->at), half = c->at->tall * c->at->shown;
    if (row == 0 || row == rows - 1)
        add_edge(c, row == 0);
    else if (row <= half)
        add_row(c, true, row - 1);
    else if (row >= rows - 1 - half)
        add_row(c, false, rows - 2 - row);
    else
        add_middle(c, row - half - 1);
}
