/* A board as text, seen by the player to move: X is his, O the opponent's. */
#include <alea/tables_record.h>

#include "base/text.h"

enum { CELL = 5, HALF = 12, MIDDLE = 2, TEN = 10 };

/* Both sides can stand on the point together without a pin: private lanes. */
static void put_point(alea_text *text, const alea_tables_rules *rules,
                      const alea_tables_board *board, int r)
{
    const int there = alea_tables_mirror(rules->relation, r);
    const int mine = board->count[0][r], his = board->count[1][there];
    const bool pinned = board->pinned[0] >> r & 1, pins = board->pinned[1] >> there & 1;
    char cell[16];
    alea_text out = alea_text_in(cell, sizeof cell);
    if (mine && !pinned) alea_text_format(&out, "X%d", mine);
    if (his && !pins) alea_text_format(&out, "O%d", his);
    if (pinned) alea_text_char(&out, 'x');
    if (pins) alea_text_char(&out, 'o');
    if (!mine && !his) alea_text_char(&out, '.');
    alea_text_pad(text, ' ',
                  text->length + CELL - (out.length < CELL ? out.length : CELL));
    alea_text_put(text, cell);
}

static void put_number(alea_text *text, int r)
{
    char cell[16];
    alea_text out = alea_text_in(cell, sizeof cell);
    alea_text_integer(&out, r);
    alea_text_pad(text, ' ', text->length + CELL - out.length);
    alea_text_put(text, cell);
}

static void put_row(alea_text *text, const alea_tables_rules *rules,
                    const alea_tables_board *board, bool far, bool numbers)
{
    for (int i = 0; i < HALF; i++) {
        const int r = far ? HALF + 1 + i : HALF - i;
        if (i == HALF / 2) alea_text_pad(text, ' ', text->length + MIDDLE);
        if (r > rules->path)
            alea_text_pad(text, ' ', text->length + CELL);
        else if (numbers)
            put_number(text, r);
        else
            put_point(text, rules, board, r);
    }
    /* No blanks at the end of a line. */
    while (text->length && text->start[text->length - 1] == ' ')
        text->start[--text->length] = '\0';
    alea_text_char(text, '\n');
}

/* Numbers and men of ten points of the long path, which turns at the end of each row:
 * 30 to 21, back from 11 to 20, 10 to 1. */
static void put_ten(alea_text *text, const alea_tables_rules *rules,
                    const alea_tables_board *board, int row)
{
    for (int line = 0; line < 2; line++) {
        for (int i = 0; i < TEN; i++) {
            const int r = row == 1 ? TEN + 1 + i : ALEA_TABLES_LONG - TEN * row - i;
            if (line)
                put_point(text, rules, board, r);
            else
                put_number(text, r);
        }
        alea_text_char(text, '\n');
    }
}

static void put_side(alea_text *text, const alea_tables_rules *rules,
                     const alea_tables_board *board, int side)
{
    const int waiting = alea_tables_waiting(rules, board, side);
    alea_text_format(text, "%c: %d off", side ? 'O' : 'X', board->count[side][0]);
    if (waiting) alea_text_format(text, ", %d to enter", waiting);
    if (board->hit[side]) alea_text_format(text, ", %d of them hit", board->hit[side]);
    alea_text_char(text, '\n');
}

size_t alea_tables_diagram_write(const alea_tables_rules *rules,
                                 const alea_tables_board *board,
                                 char out[ALEA_TABLES_DIAGRAM_SIZE])
{
    alea_text text = alea_text_in(out, ALEA_TABLES_DIAGRAM_SIZE);
    if (rules->path == ALEA_TABLES_LONG) {
        for (int row = 0; row < ALEA_TABLES_LONG / TEN; row++)
            put_ten(&text, rules, board, row);
    } else {
        put_row(&text, rules, board, true, true);
        put_row(&text, rules, board, true, false);
        alea_text_char(&text, '\n');
        put_row(&text, rules, board, false, false);
        put_row(&text, rules, board, false, true);
    }
    put_side(&text, rules, board, 0);
    put_side(&text, rules, board, 1);
    return text.length;
}
