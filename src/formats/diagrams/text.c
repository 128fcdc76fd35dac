/* A board in plain ASCII, and a position in words. */
#include <alea/diagram.h>

#include "base/text.h"

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

static void put_row(alea_text *o, const view *v, bool top, int height)
{
    alea_text_format(o, " |");
    for (int k = 0; k < 12; k++) {
        if (k == BAR_COLUMN)
            alea_text_format(o, "| %c |",
                             cell(v, top ? ALEA_BAR : 0, ROWS - 1 - height));
        alea_text_format(o, " %c ", cell(v, top ? 13 + k : 12 - k, height));
    }
    alea_text_format(o, "|");
}

static void put_edge(alea_text *o, bool top)
{
    alea_text_format(o, " +");
    for (int k = 0; k < 12; k++) {
        int point = top ? 13 + k : 12 - k;
        if (k == BAR_COLUMN) alea_text_format(o, "+---+");
        alea_text_format(o, point < 10 ? "-%d-" : "%d-", point);
    }
    alea_text_format(o, "+");
}

static void put_side(alea_text *o, const alea_position *p, const alea_diagram *options,
                     alea_player player)
{
    alea_board board = player == ALEA_A ? p->board : alea_board_swap(&p->board);
    int checkers = p->checkers > 0 ? p->checkers : ALEA_CHECKERS;
    int off = checkers - alea_board_checkers(&board, true);
    alea_text_format(o, "  %c: %.40s, %d pips", player == ALEA_A ? 'X' : 'O',
                     name_of(options, player), alea_board_pips(&board, true));
    if (off > 0) alea_text_format(o, ", %d off", off);
    if (p->match_length > 0)
        alea_text_format(o, ", %d of %d points", p->score[player], p->match_length);
}

static void put_cube(alea_text *o, const alea_position *p)
{
    if (!p->cube || p->crawford_game) {
        alea_text_format(o, p->crawford_game ? "  Crawford game" : "  no cube");
        return;
    }
    alea_text_format(o, "  cube %d", 1 << p->cube_log2);
    if (p->cube_owner != ALEA_NOBODY)
        alea_text_format(o, ", %c's", p->cube_owner == ALEA_A ? 'X' : 'O');
}

static bool may_double(const alea_position *p)
{
    return p->cube && p->match_length != 1 && !p->crawford_game &&
           (p->cube_owner == ALEA_NOBODY || p->cube_owner == p->on_roll);
}

static void put_decision(alea_text *o, const alea_position *p)
{
    static const char *const offers[] = {"doubles", "is beavered", "is raccooned"};
    char roller = p->on_roll == ALEA_B ? 'O' : 'X';
    if (p->game_over)
        alea_text_format(o, "The game is over.\n");
    else if (p->offers > 0)
        alea_text_format(o, "%c %s.\n", roller,
                         offers[p->offers > 3 ? 2 : p->offers - 1]);
    else if (alea_roll_valid(p->roll))
        alea_text_format(o, "%c to play %d%d.\n", roller, p->roll.die[0],
                         p->roll.die[1]);
    else
        alea_text_format(o, may_double(p) ? "%c to roll or double.\n" : "%c to roll.\n",
                         roller);
}

size_t alea_diagram_text(const alea_position *position, const alea_diagram *options,
                         char *text, size_t capacity)
{
    char none[1];
    alea_text o = alea_text_in(capacity ? text : none, capacity ? capacity : 1);
    view v = view_of(position, options);
    bool b = options && options->view == ALEA_B;
    alea_player lower = b ? ALEA_B : ALEA_A;
    put_edge(&o, true);
    put_side(&o, position, options, alea_opponent(lower));
    alea_text_format(&o, "\n");
    for (int h = 0; h < ROWS; h++) {
        put_row(&o, &v, true, h);
        alea_text_format(&o, "\n");
    }
    alea_text_format(&o, " |                  |BAR|                  |");
    put_cube(&o, position);
    alea_text_format(&o, "\n");
    for (int h = ROWS - 1; h >= 0; h--) {
        put_row(&o, &v, false, h);
        alea_text_format(&o, "\n");
    }
    put_edge(&o, false);
    put_side(&o, position, options, lower);
    alea_text_format(&o, "\n");
    put_decision(&o, position);
    return o.wanted;
}

static void put_words(alea_text *o, const alea_position *p, const alea_diagram *options,
                      alea_player player)
{
    alea_board board = player == ALEA_A ? p->board : alea_board_swap(&p->board);
    int checkers = p->checkers > 0 ? p->checkers : ALEA_CHECKERS;
    int off = checkers - alea_board_checkers(&board, true), said = 0;
    alea_text_format(o, "%.40s:", name_of(options, player));
    for (int point = ALEA_BAR; point >= 1; point--) {
        int count = board.point[point];
        if (count <= 0) continue;
        alea_text_format(o, said++ ? ", " : " ");
        if (point == ALEA_BAR)
            alea_text_format(o, "%d on the bar", count);
        else
            alea_text_format(o, "%d on the %d point", count, point);
    }
    if (off > 0) alea_text_format(o, "%s%d off", said ? ", " : " ", off);
    alea_text_format(o, "; %d pips. ", alea_board_pips(&board, true));
}

size_t alea_diagram_words(const alea_position *position, const alea_diagram *options,
                          char *text, size_t capacity)
{
    char none[1];
    alea_text o = alea_text_in(capacity ? text : none, capacity ? capacity : 1);
    alea_player lower = options && options->view == ALEA_B ? ALEA_B : ALEA_A;
    put_words(&o, position, options, lower);
    put_words(&o, position, options, alea_opponent(lower));
    return o.wanted;
}
