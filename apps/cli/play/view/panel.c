#include "panel.h"
#include "squares.h"
#include "words.h"

#include <stdio.h>
#include <string.h>

enum { SIDE_WIDTH = 76, BAR = 25 };

/* Adds as much of a line as fits into `columns`; colour codes take no columns. */
static void add_clipped(const char *line, int columns, play_text *out)
{
    for (int used = 0; *line;) {
        size_t bytes = 1;
        if (*line == '\033')
            bytes = strcspn(line, "m") + 1;
        else if (used++ == columns)
            return;
        while (((unsigned char)line[bytes] & 0xc0) == 0x80) bytes++;
        text_add(out, "%.*s", (int)bytes, line);
        line += bytes;
    }
}

/* The panel's line beside a row of the board: its lines keep to both edges and to the
 * middle, or -1. */
static int panel_line(int row, int rows)
{
    const int middle = rows / 2;
    if (row < 4 && row < middle - 1) return row;
    if (row >= middle - 1 && row <= middle + 1) return 6 + row - middle;
    if (row >= rows - 4) return PANEL_ROWS - (rows - row);
    return -1;
}

void play_panel_draw(const play_face *face, const play_caps *caps, const play_panel *p,
                     play_text *out)
{
    const play_canvas c = {face, caps, play_layout_of(caps->scale), out};
    const bool beside = caps->width >= SIDE_WIDTH;
    const int rows = play_face_rows(face, c.at);
    for (int row = 0; row < rows; row++) {
        if (face->squares)
            play_add_squares_row(&c, row);
        else
            play_add_board_row(&c, row);
        const int line = panel_line(row, rows);
        if (beside && line >= 0 && p->line[line][0]) {
            text_add(out, "  ");
            add_clipped(p->line[line], caps->width - play_board_columns(c.at) - 2, out);
        }
        text_add(out, "\n");
    }
    if (beside) return;
    static const int below[] = {1, 11, 5, 6, 7};
    for (size_t i = 0; i < sizeof below / sizeof *below; i++) {
        const int row = below[i];
        if (!p->line[row][0]) continue;
        text_add(out, " ");
        add_clipped(p->line[row], caps->width - 1, out);
        if (row == 1) text_add(out, ":%s,%s", p->line[2] + 1, p->line[3] + 1);
        if (row == 11) text_add(out, ":%s,%s", p->line[10] + 1, p->line[9] + 1);
        text_add(out, "\n");
    }
}

typedef struct list_line {
    play_text *out;
    int width, column;
} list_line;

static void add_item(list_line *line, const char *item)
{
    const int length = (int)strlen(item);
    if (line->column + length + 1 > line->width) {
        text_add(line->out, "\n");
        line->column = 0;
    }
    text_add(line->out, "%s%s", line->column ? " " : "", item);
    line->column += length + (line->column ? 1 : 0);
}

static void add_stack(list_line *line, const play_stack *stack, bool mine, int point,
                      const char *lane)
{
    char item[32];
    const int n = stack->mine == mine ? stack->count : stack->under;
    if (n == 0) return;
    snprintf(item, sizeof item, "%d%s:%d%s%s", point, lane, n,
             stack->mine != mine ? "^" : "", stack->marked ? "<" : "");
    add_item(line, item);
}

/* One side's men as "24:2 13:5 8:3 6:5", broken to the width; "^" if pinned, "'" on a
 * lane of its own. */
static void list_side(const play_canvas *c, const char *name, bool mine)
{
    const play_face *face = c->face;
    const int side = mine ? 0 : 1;
    list_line line = {c->out, c->caps->width < 12 ? 12 : c->caps->width, 0};
    char item[32];
    play_add_sign(c, mine);
    text_add(c->out, " %.*s\n", line.width - 3, name);
    if (face->bar[side] > 0) {
        snprintf(item, sizeof item, "bar:%d", face->bar[side]);
        add_item(&line, item);
    }
    for (int point = FACE_PLACES - 1; point >= 1; point--) {
        if (!face->squares && point < BAR)
            add_stack(&line, &face->point[point], mine, point, "");
        for (int i = 0; i < face->squares; i++)
            if (face->square[i].point == point)
                add_stack(&line, &face->square[i].stack, mine, point,
                          face->square[i].other ? "'" : "");
    }
    if (face->off[side] > 0) {
        snprintf(item, sizeof item, "off:%d", face->off[side]);
        add_item(&line, item);
    }
    text_add(c->out, "\n");
}

/* Puts text into the width at blanks; a word that is too long is broken. */
static void add_wrapped(const char *line, int width, play_text *out)
{
    int column = 0;
    while (*line) {
        int word = (int)strcspn(line, " ");
        if (word > width) word = width;
        if (column && column + 1 + word > width) {
            text_add(out, "\n");
            column = 0;
        }
        text_add(out, "%s%.*s", column ? " " : "", word, line);
        column += word + (column ? 1 : 0);
        line += word;
        while (*line == ' ') line++;
    }
    text_add(out, "\n");
}

void play_panel_list(const play_face *face, const play_caps *caps, const play_panel *p,
                     const char *const name[2], const char *sum, play_text *out)
{
    const play_canvas c = {face, caps, play_layout_of(0), out};
    const int width = caps->width < 12 ? 12 : caps->width;
    list_side(&c, name[1], false);
    list_side(&c, name[0], true);
    add_wrapped(sum, width, out);
    for (int row = 5; row <= 7; row++)
        if (p->line[row][0]) add_wrapped(p->line[row], width, out);
}
