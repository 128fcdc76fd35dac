#include "documents.h"

#include <stdio.h>
#include <string.h>

enum { ENTRY_SIZE = 512 };

/* Writes an entry on a line, without control characters and cut at the line's end. */
static void write_entry(canvas *c, double x, double y, double width, const char *text)
{
    static const char more[] = "...";
    char shown[ENTRY_SIZE + sizeof more];
    size_t n = 0;
    for (; text[n] && n < ENTRY_SIZE; n++)
        shown[n] = (unsigned char)text[n] < ' ' || text[n] == 0x7f ? ' ' : text[n];
    bool whole = text[n] == '\0';
    for (;;) {
        /* Only between characters. */
        while (!whole && n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) n--;
        memcpy(shown + n, more, sizeof more);
        if (whole) shown[n] = '\0';
        if (n == 0 || canvas_text_width(c, 4, true, shown) <= width) break;
        whole = false;
        n--;
    }
    canvas_text(c, (paper_point){x, y}, 4, true, ALIGN_LEFT, shown);
}

static void field(canvas *c, double x, double y, double width, const char *what,
                  const char *text)
{
    canvas_text(c, (paper_point){x, y}, 3.2, false, ALIGN_LEFT, what);
    const double from = x + canvas_text_width(c, 3.2, false, what) + 2;
    canvas_line(c, (paper_point){from, y + 1}, (paper_point){x + width, y + 1}, .2);
    write_entry(c, from + 1, y, x + width - from - 1, text);
}

void score_draw(canvas *c, const score_sheet *s)
{
    static const struct {
        const char *name;
        double width;
    } column[] = {{"Game", 14},   {"Winner", 40}, {"", 30}, {"Cube", 15},
                  {"Points", 15}, {"", 0},        {"", 0},  {"Notes", 0}};
    enum { COLUMNS = sizeof column / sizeof *column };
    const double margin = 15, left = margin, right = s->paper.width - margin;
    const double wide = right - left, row = 8.5, score = 17;
    char text[64];
    canvas_page(c, s->paper);
    canvas_text(c, (paper_point){s->paper.width / 2, 22}, 7, true, ALIGN_MIDDLE,
                "Backgammon score sheet");
    field(c, left, 34, .62 * wide, "Event", s->event);
    field(c, left + .65 * wide, 34, .35 * wide, "Date", "");
    field(c, left, 44, .46 * wide, "White", s->name[0]);
    field(c, left + .5 * wide, 44, .5 * wide, "Black", s->name[1]);
    if (s->length > 0)
        snprintf(text, sizeof text, "%d points", s->length);
    else
        snprintf(text, sizeof text, "money");
    field(c, left, 54, .3 * wide, "Match to", s->length < 0 ? "" : text);
    field(c, left + .34 * wide, 54, .3 * wide, "Round", "");
    field(c, left + .68 * wide, 54, .32 * wide, "Clock", "");
    const double top = 62, bottom = s->paper.height - 42;
    double x = left, at[COLUMNS + 1];
    for (int i = 0; i < COLUMNS; i++) {
        at[i] = x;
        x += i == 5 || i == 6 ? score : column[i].width;
    }
    at[COLUMNS] = right;
    const int rows = (int)((bottom - top - 12) / row);
    for (int i = 0; i <= COLUMNS; i++)
        canvas_line(c, (paper_point){at[i], top},
                    (paper_point){at[i], top + 12 + rows * row},
                    i == 0 || i == COLUMNS ? .4 : .2);
    for (int i = 0; i <= rows + 1; i++) {
        const double y = i == 0 ? top : top + 12 + (i - 1) * row;
        canvas_line(c, (paper_point){left, y}, (paper_point){right, y},
                    i < 2 || i == rows + 1 ? .4 : .2);
        if (i == 0 || i > rows) continue;
        snprintf(text, sizeof text, "%d", i);
        canvas_text(c, (paper_point){at[0] + 7, y + .68 * row}, 3.4, false,
                    ALIGN_MIDDLE, text);
    }
    for (int i = 0; i < COLUMNS; i++) {
        const double middle = (at[i] + at[i + 1]) / 2;
        if (i == 2) {
            canvas_text(c, (paper_point){middle, top + 5}, 2.7, true, ALIGN_MIDDLE,
                        "Single, gammon,");
            canvas_text(c, (paper_point){middle, top + 9}, 2.7, true, ALIGN_MIDDLE,
                        "backgammon");
        } else {
            canvas_text(c, (paper_point){middle, top + 7.4}, 3.2, true, ALIGN_MIDDLE,
                        i == 5   ? "White"
                        : i == 6 ? "Black"
                                 : column[i].name);
        }
    }
    const double foot = s->paper.height - 26;
    field(c, left, foot, .46 * wide, "Winner", "");
    field(c, left + .5 * wide, foot, .5 * wide, "Final score", "");
    field(c, left, foot + 12, .46 * wide, "Signed (White)", "");
    field(c, left + .5 * wide, foot + 12, .5 * wide, "Signed (Black)", "");
}
