#include "render.h"
#include "board.h"
#include "view.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { SIDE_WIDTH = 76, TRACK_MOST = 16, PANEL_SIZE = 160 };

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
    const play_canvas c = {view, caps, play_layout_of(0), &t};
    play_add_sign(&c, mine);
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

static void draw(const play_view *view, const play_caps *caps, const panel *p,
                 play_text *out)
{
    const play_canvas c = {view, caps, play_layout_of(caps->scale), out};
    const bool beside = caps->width >= SIDE_WIDTH;
    const int rows = play_board_rows(c.at);
    for (int row = 0; row < rows; row++) {
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

/* One side's checkers as "24:2 13:5 8:3 6:5", broken to the width. */
static void list_side(const play_view *view, const play_caps *caps, bool mine,
                      play_text *out)
{
    const alea_player who = mine ? view->viewer : alea_opponent(view->viewer);
    const int width = caps->width < 12 ? 12 : caps->width;
    char item[32];
    const play_canvas c = {view, caps, play_layout_of(0), out};
    play_add_sign(&c, mine);
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

void play_render(const play_view *view, const play_caps *caps, play_text *out)
{
    panel p;
    memset(&p, 0, sizeof p);
    fill_panel(view, caps, &p);
    if (caps->width >= PLAY_BOARD_WIDTH)
        draw(view, caps, &p, out);
    else
        list(view, caps, &p, out);
}
