#include "render.h"
#include "view.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum {
    SIDE_WIDTH = 76,
    BOARD_WIDTH = 60,
    PANEL_COLUMN = 48,
    ROWS = 5,
    TRACK_MOST = 16,
    PANEL_SIZE = 160
};

/* Bold yellow and bold cyan: far apart for every kind of colour blindness, and the two
 * signs differ in shape anyway. */
#define MINE   "\033[1;33m"
#define THEIRS "\033[1;36m"
#define FAINT  "\033[2m"
#define CUBE   "\033[1;7m"
#define PLAIN  "\033[0m"

static const char *colour(const play_caps *caps, const char *code)
{
    return caps->colour ? code : "";
}

/* The sign of a side's checkers. */
static const char *sign(const play_caps *caps, bool mine)
{
    if (caps->unicode) return mine ? "●" : "○";
    return mine ? "X" : "O";
}

static void add_checker(const play_caps *caps, bool mine, play_text *out)
{
    text_add(out, "%s%s%s", colour(caps, mine ? MINE : THEIRS), sign(caps, mine),
             colour(caps, PLAIN));
}

/* The point that stands in the upper or lower half, `column` 0..11 from the left. */
static int point_in(const play_view *view, bool upper, int column)
{
    if (view->home_left) column = 11 - column;
    return upper != view->turned ? 13 + column : 12 - column;
}

/* One cell, three columns wide. `row` counts from the edge of the board, 0..4. */
static void add_cell(const play_view *view, const play_caps *caps, int point, int row,
                     play_text *out)
{
    const int n = view->board.point[point];
    const int count = n < 0 ? -n : n;
    const bool marked = view->marked[point] && row == (count > ROWS ? ROWS : count) - 1;
    if (count > ROWS && row == ROWS - 1) {
        text_add(out, "%s%2d%s%s", colour(caps, n > 0 ? MINE : THEIRS), count,
                 colour(caps, PLAIN), marked ? ")" : " ");
        return;
    }
    text_add(out, "%s", marked ? "(" : " ");
    if (row < count)
        add_checker(caps, n > 0, out);
    else if (point % 2)
        text_add(out, "%s%s%s", colour(caps, FAINT), caps->unicode ? "·" : ".",
                 colour(caps, PLAIN));
    else
        text_add(out, " ");
    text_add(out, "%s", marked ? ")" : " ");
}

/* The value of the cube in three columns: " 2 ", "16 ", "512", "1K ", "64K", "16M";
 * "..." for the three values that have four characters. The panel has the number.
 * Before the first double the cube lies with its 64 up. */
static void cube_text(const alea_match *match, char out[8])
{
    const int log2 = match->cube_log2;
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

static bool cube_in_play(const alea_match *match)
{
    return match->rules.cube && match->rules.match_length != 1 && !match->crawford_game;
}

/* The cube of a player lies at his edge of the bar, three rows high. */
static bool add_cube_row(const play_view *view, const play_caps *caps, bool upper,
                         int row, play_text *out)
{
    static const char *const edge[2][2] = {{".-.", "'-'"}, {"┌─┐", "└─┘"}};
    const alea_player owner = view->match->cube_owner;
    char value[8];
    if (row > 2 || owner == ALEA_NOBODY || !cube_in_play(view->match)) return false;
    if ((owner == view->viewer) == (upper != view->turned)) return false;
    cube_text(view->match, value);
    /* Row 0 is the outermost: the cube's top edge if it stands in the upper half, its
     * bottom edge if in the lower. */
    if (row == 1)
        text_add(out, "%s%-3s%s", colour(caps, CUBE), value, colour(caps, PLAIN));
    else
        text_add(out, "%s", edge[caps->unicode][(row == 0) == upper ? 0 : 1]);
    return true;
}

/* The middle of the bar: the cube as long as nobody owns it. */
static void add_bar_middle(const play_view *view, const play_caps *caps, play_text *out)
{
    char value[8];
    if (!cube_in_play(view->match) || view->match->cube_owner != ALEA_NOBODY) {
        text_add(out, "BAR");
        return;
    }
    cube_text(view->match, value);
    if (value[0] == ' ' && !caps->colour) {
        value[0] = '[';
        value[2] = ']';
    }
    text_add(out, "%s%-3s%s", colour(caps, CUBE), value, colour(caps, PLAIN));
}

/* The bar: the viewer's checkers in his own half, the other side's in the other. Drawn
 * from the middle outwards; three columns and a blank on each side. */
static void add_bar(const play_view *view, const play_caps *caps, bool upper, int row,
                    play_text *out)
{
    const bool mine = upper == view->turned;
    const int count = mine ? view->board.point[ALEA_BAR] : -view->board.point[ALEA_OFF];
    const int level = ROWS - 1 - row; /* 0 beside the middle */
    const char *wall = caps->unicode ? "│" : "|";
    text_add(out, "%s", wall);
    if (add_cube_row(view, caps, upper, row, out)) {
        text_add(out, "%s", wall);
        return;
    }
    if (level == 0 && count > 1)
        text_add(out, "%s%2d%s ", colour(caps, mine ? MINE : THEIRS), count,
                 colour(caps, PLAIN));
    else if (level == 0 && count == 1) {
        text_add(out, " ");
        add_checker(caps, mine, out);
        text_add(out, " ");
    } else
        text_add(out, "   ");
    text_add(out, "%s", wall);
}

static void add_edge(const play_view *view, const play_caps *caps, bool upper,
                     play_text *out)
{
    const char *dash = caps->unicode ? "─" : "-";
    const char *corner[4] = {"+", "+", "+", "+"};
    static const char *const top[4] = {"┌", "┬", "┬", "┐"};
    static const char *const low[4] = {"└", "┴", "┴", "┘"};
    if (caps->unicode) memcpy(corner, upper ? top : low, sizeof corner);
    text_add(out, " %s", corner[0]);
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i < 6; i++) {
            const int column = half * 6 + i;
            const int point = point_in(view, upper, column);
            if (point < 10) text_add(out, "%s", dash);
            text_add(out, "%d%s", point, dash);
        }
        if (half == 0)
            text_add(out, "%s%s%s%s%s", corner[1], dash, dash, dash, corner[2]);
    }
    text_add(out, "%s", corner[3]);
}

static void add_row(const play_view *view, const play_caps *caps, bool upper, int row,
                    play_text *out)
{
    const char *wall = caps->unicode ? "│" : "|";
    text_add(out, " %s", wall);
    for (int half = 0; half < 2; half++) {
        for (int i = 0; i < 6; i++) {
            const int column = half * 6 + i;
            add_cell(view, caps, point_in(view, upper, column), row, out);
        }
        if (half == 0) add_bar(view, caps, upper, row, out);
    }
    text_add(out, "%s", wall);
}

/* The lines beside or below the board. */
enum { PANEL_ROWS = 13 };
typedef struct panel {
    char line[PANEL_ROWS][PANEL_SIZE];
} panel;

/* A dot for each point of the match, filled as far as the player has come. */
static void add_score_track(const alea_match *match, alea_player who,
                            const play_caps *caps, play_text *out)
{
    const int length = match->rules.match_length;
    const int points = alea_match_points(match, who);
    if (length < 2 || length > TRACK_MOST) return;
    text_add(out, " ");
    for (int i = 0; i < length; i++)
        text_add(out, "%s",
                 i < points      ? (caps->unicode ? "■" : "#")
                 : caps->unicode ? "□"
                                 : ".");
}

static void side_lines(const play_view *view, const play_caps *caps, bool mine,
                       char name[PANEL_SIZE], char facts[PANEL_SIZE],
                       char score[PANEL_SIZE])
{
    const alea_match *m = view->match;
    const alea_player who = mine ? view->viewer : alea_opponent(view->viewer);
    const int off =
        alea_setup_checkers(m->rules.setup) - alea_board_checkers(&view->board, mine);
    play_text t;
    text_start(&t, name, PANEL_SIZE);
    add_checker(caps, mine, &t);
    text_add(&t, " %.20s", view->name[who]);
    snprintf(facts, PANEL_SIZE, "  pips %d, off %d",
             alea_board_pips(&view->board, mine), off);
    text_start(&t, score, PANEL_SIZE);
    text_add(&t, "  score %d", m->score[who]);
    add_score_track(m, who, caps, &t);
}

static void say_stake_short(const alea_match *match, play_text *out)
{
    if (match->rules.match_length == 0)
        text_add(out, "money session");
    else if (match->crawford_game)
        text_add(out, "to %d points, Crawford", match->rules.match_length);
    else
        play_say_stake(match, out);
}

static void fill_panel(const play_view *view, const play_caps *caps, panel *p)
{
    const alea_match *m = view->match;
    play_text t;
    side_lines(view, caps, view->turned, p->line[1], p->line[2], p->line[3]);
    side_lines(view, caps, !view->turned, p->line[11], p->line[10], p->line[9]);
    text_start(&t, p->line[5], PANEL_SIZE);
    text_add(&t, "Game %d, ", m->game);
    say_stake_short(m, &t);
    text_start(&t, p->line[6], PANEL_SIZE);
    play_say_cube(m, view->name, &t);
    text_start(&t, p->line[7], PANEL_SIZE);
    if (m->phase == ALEA_MATCH_GAME_OVER || m->phase == ALEA_MATCH_MATCH_OVER) return;
    if (m->turn == ALEA_NOBODY) {
        text_add(&t, "Opening roll.");
    } else if (m->roll.die[0]) {
        play_say_who(view->name[m->turn], "have", "has", &t);
        play_say_roll(m->roll, " rolled ", &t);
    } else {
        play_say_who(view->name[m->turn], "are", "is", &t);
        text_add(&t, " on roll.");
    }
}

/* As much of a line as fits into `columns`; colour codes take none. */
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

static void draw(const play_view *view, const play_caps *caps, const panel *p,
                 play_text *out)
{
    const bool beside = caps->width >= SIDE_WIDTH;
    const char *wall = caps->unicode ? "│" : "|";
    for (int row = 0; row < PANEL_ROWS; row++) {
        if (row == 0 || row == PANEL_ROWS - 1)
            add_edge(view, caps, row == 0, out);
        else if (row < 6)
            add_row(view, caps, true, row - 1, out);
        else if (row > 6)
            add_row(view, caps, false, PANEL_ROWS - 2 - row, out);
        else {
            text_add(out, " %s%18s%s", wall, "", wall);
            add_bar_middle(view, caps, out);
            text_add(out, "%s%18s%s", wall, "", wall);
        }
        if (beside && p->line[row][0]) {
            text_add(out, "  ");
            add_clipped(p->line[row], caps->width - PANEL_COLUMN, out);
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

/* One side's checkers as "24:2 13:5 8:3 6:5", broken to the width. */
static void list_side(const play_view *view, const play_caps *caps, bool mine,
                      play_text *out)
{
    const alea_player who = mine ? view->viewer : alea_opponent(view->viewer);
    const int width = caps->width < 12 ? 12 : caps->width;
    char item[32];
    add_checker(caps, mine, out);
    text_add(out, " %.*s\n", width - 3, view->name[who]);
    int column = 0;
    for (int point = ALEA_BAR; point >= -1; point--) {
        int n;
        if (point == -1)
            n = alea_setup_checkers(view->match->rules.setup) -
                alea_board_checkers(&view->board, mine);
        else if (point == ALEA_BAR)
            n = mine ? view->board.point[ALEA_BAR] : -view->board.point[ALEA_OFF];
        else if (point == ALEA_OFF)
            continue;
        else
            n = mine ? view->board.point[point] : -view->board.point[point];
        if (n <= 0) continue;
        if (point == -1)
            snprintf(item, sizeof item, "off:%d", n);
        else if (point == ALEA_BAR)
            snprintf(item, sizeof item, "bar:%d", n);
        else
            snprintf(item, sizeof item, "%d:%d%s", point, n,
                     view->marked[point] ? "<" : "");
        const int length = (int)strlen(item);
        if (column + length + 1 > width) {
            text_add(out, "\n");
            column = 0;
        }
        text_add(out, "%s%s", column ? " " : "", item);
        column += length + (column ? 1 : 0);
    }
    text_add(out, "\n");
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

static void list(const play_view *view, const play_caps *caps, const panel *p,
                 play_text *out)
{
    const int width = caps->width < 12 ? 12 : caps->width;
    char line[PANEL_SIZE];
    list_side(view, caps, false, out);
    list_side(view, caps, true, out);
    play_text t;
    text_start(&t, line, sizeof line);
    text_add(&t, "Pips %d to %d, score %d-%d.", alea_board_pips(&view->board, true),
             alea_board_pips(&view->board, false), view->match->score[view->viewer],
             view->match->score[alea_opponent(view->viewer)]);
    add_wrapped(line, width, out);
    for (int row = 5; row <= 7; row++)
        if (p->line[row][0]) add_wrapped(p->line[row], width, out);
}

/* Columns of the drawn board: see add_row. */
enum { LEFT_HALF = 2, BAR_COLUMN = 21, RIGHT_HALF = 25, CELL = 3, OFF_COLUMN = 44 };

int play_point_at(const play_view *view, int row, int column)
{
    if (row < 0 || row >= PANEL_ROWS || row == PANEL_ROWS / 2) return -1;
    const bool upper = row < PANEL_ROWS / 2;
    if (column >= BAR_COLUMN && column < BAR_COLUMN + CELL) return ALEA_BAR;
    if (column >= OFF_COLUMN) return upper != view->turned ? -1 : ALEA_OFF;
    int at = column - LEFT_HALF;
    if (column >= RIGHT_HALF) at = column - RIGHT_HALF + 6 * CELL;
    if (at < 0 || at >= 12 * CELL || (column < RIGHT_HALF && at >= 6 * CELL)) return -1;
    return point_in(view, upper, at / CELL);
}

bool play_label_of(const play_view *view, int point, int *row, int *column, int *width)
{
    if (point < ALEA_OFF || point > ALEA_BAR) return false;
    if (point == ALEA_OFF || point == ALEA_BAR) {
        *row = view->turned ? 1 : PANEL_ROWS - 2;
        *column = point == ALEA_BAR ? BAR_COLUMN : OFF_COLUMN;
        *width = CELL;
        return true;
    }
    int cell = point > 12 ? point - 13 : 12 - point;
    if (view->home_left) cell = 11 - cell;
    *row = (point > 12) != view->turned ? 0 : PANEL_ROWS - 1;
    *column = (cell < 6 ? LEFT_HALF + cell * CELL : RIGHT_HALF + (cell - 6) * CELL) +
              (point < 10 ? 1 : 0);
    *width = point < 10 ? 1 : 2;
    return true;
}

void play_render(const play_view *view, const play_caps *caps, play_text *out)
{
    panel p;
    memset(&p, 0, sizeof p);
    fill_panel(view, caps, &p);
    if (caps->width >= BOARD_WIDTH)
        draw(view, caps, &p, out);
    else
        list(view, caps, &p, out);
}
