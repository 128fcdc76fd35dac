/* A board in plain ASCII, and a position in words. */
#include <alea/diagram.h>

#include "formats/diagrams/out.h"

#include <stdio.h>
#include <string.h>

enum { ROWS = 5, BAR_COLUMN = 6 };

typedef struct view {
    alea_board board;  /* seen by the lower player */
    char mine, theirs; /* their letters */
} view;

static view view_of(const alea_position *position, const alea_diagram *options)
{
    bool b = options && options->view == ALEA_B;
    return (view){.board = b ? alea_board_swap(&position->board) : position->board,
                  .mine = b ? 'O' : 'X',
                  .theirs = b ? 'X' : 'O'};
}

static const char *name_of(const alea_diagram *options, alea_player player)
{
    const char *name = options ? options->names[player] : NULL;
    return name && name[0] ? name : player == ALEA_A ? "X" : "O";
}

/* The character of a point at a height from its edge, 0 = at the edge: the checkers,
 * and a count where there are more than fit. */
static char cell(const view *v, int point, int height)
{
    int count = v->board.point[point];
    char letter = count > 0 ? v->mine : v->theirs;
    if (count < 0) count = -count;
    if (height == ROWS - 1 && count > ROWS) {
        return (char)(count < 10 ? '0' + count : 'a' + count - 10);
    }
    return height < count ? letter : ' ';
}

static void put_row(out *o, const view *v, bool top, int height)
{
    out_put(o, " |");
    for (int k = 0; k < 12; k++) {
        if (k == BAR_COLUMN)
            out_put(o, "| %c |", cell(v, top ? ALEA_BAR : 0, ROWS - 1 - height));
        out_put(o, " %c ", cell(v, top ? 13 + k : 12 - k, height));
    }
    out_put(o, "|");
}

static void put_edge(out *o, bool top)
{
    out_put(o, " +");
    for (int k = 0; k < 12; k++) {
        int point = top ? 13 + k : 12 - k;
        if (k == BAR_COLUMN) out_put(o, "+---+");
        out_put(o, point < 10 ? "-%d-" : "%d-", point);
    }
    out_put(o, "+");
}

static void put_side(out *o, const alea_position *p, const alea_diagram *options,
                     alea_player player)
{
    alea_board board = player == ALEA_A ? p->board : alea_board_swap(&p->board);
    int checkers = p->checkers > 0 ? p->checkers : ALEA_CHECKERS;
    int off = checkers - alea_board_checkers(&board, true);
    out_put(o, "  %c: %.40s, %d pips", player == ALEA_A ? 'X' : 'O',
            name_of(options, player), alea_board_pips(&board, true));
    if (off > 0) out_put(o, ", %d off", off);
    if (p->match_length > 0)
        out_put(o, ", %d of %d points", p->score[player], p->match_length);
}

static void put_cube(out *o, const alea_position *p)
{
    if (!p->cube || p->crawford_game) {
        out_put(o, p->crawford_game ? "  Crawford game" : "  no cube");
        return;
    }
    out_put(o, "  cube %d", 1 << p->cube_log2);
    if (p->cube_owner != ALEA_NOBODY)
        out_put(o, ", %c's", p->cube_owner == ALEA_A ? 'X' : 'O');
}

static bool may_double(const alea_position *p)
{
    return p->cube && p->match_length != 1 && !p->crawford_game &&
           (p->cube_owner == ALEA_NOBODY || p->cube_owner == p->on_roll);
}

static void put_decision(out *o, const alea_position *p)
{
    static const char *const offers[] = {"doubles", "is beavered", "is raccooned"};
    char roller = p->on_roll == ALEA_B ? 'O' : 'X';
    if (p->game_over)
        out_put(o, "The game is over.\n");
    else if (p->offers > 0)
        out_put(o, "%c %s.\n", roller, offers[p->offers > 3 ? 2 : p->offers - 1]);
    else if (alea_roll_valid(p->roll))
        out_put(o, "%c to play %d%d.\n", roller, p->roll.die[0], p->roll.die[1]);
    else
        out_put(o, may_double(p) ? "%c to roll or double.\n" : "%c to roll.\n", roller);
}

size_t alea_diagram_text(const alea_position *position, const alea_diagram *options,
                         char *text, size_t room)
{
    out o = {.text = text, .room = room};
    view v = view_of(position, options);
    bool b = options && options->view == ALEA_B;
    alea_player lower = b ? ALEA_B : ALEA_A;
    if (room) text[0] = '\0';
    put_edge(&o, true);
    put_side(&o, position, options, alea_opponent(lower));
    out_put(&o, "\n");
    for (int h = 0; h < ROWS; h++) {
        put_row(&o, &v, true, h);
        out_put(&o, "\n");
    }
    out_put(&o, " |                  |BAR|                  |");
    put_cube(&o, position);
    out_put(&o, "\n");
    for (int h = ROWS - 1; h >= 0; h--) {
        put_row(&o, &v, false, h);
        out_put(&o, "\n");
    }
    put_edge(&o, false);
    put_side(&o, position, options, lower);
    out_put(&o, "\n");
    put_decision(&o, position);
    return o.used;
}

static void put_words(out *o, const alea_position *p, const alea_diagram *options,
                      alea_player player)
{
    alea_board board = player == ALEA_A ? p->board : alea_board_swap(&p->board);
    int checkers = p->checkers > 0 ? p->checkers : ALEA_CHECKERS;
    int off = checkers - alea_board_checkers(&board, true), said = 0;
    out_put(o, "%.40s:", name_of(options, player));
    for (int point = ALEA_BAR; point >= 1; point--) {
        int count = board.point[point];
        if (count <= 0) continue;
        out_put(o, said++ ? ", " : " ");
        if (point == ALEA_BAR)
            out_put(o, "%d on the bar", count);
        else
            out_put(o, "%d on the %d point", count, point);
    }
    if (off > 0) out_put(o, "%s%d off", said ? ", " : " ", off);
    out_put(o, "; %d pips. ", alea_board_pips(&board, true));
}

size_t alea_diagram_words(const alea_position *position, const alea_diagram *options,
                          char *text, size_t room)
{
    out o = {.text = text, .room = room};
    alea_player lower = options && options->view == ALEA_B ? ALEA_B : ALEA_A;
    if (room) text[0] = '\0';
    put_words(&o, position, options, lower);
    put_words(&o, position, options, alea_opponent(lower));
    return o.used;
}
