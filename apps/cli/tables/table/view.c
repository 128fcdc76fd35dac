#include "view.h"

#include "cli/play/view/panel.h"
#include "cli/play/view/render.h"
#include "cli/play/view/words.h"

#include <stdio.h>
#include <string.h>

enum { UR = 14, UR_COLUMNS = 8, UR_LANE = 4, TEN = 10 };

/* Both sides' men on the viewer's point r. A pinned man lies beneath. */
static play_stack stack_on(const tables_view *view, int r)
{
    const alea_tables_board *board = &view->board;
    const alea_tables_rules *rules = alea_tables_match_rules(view->match);
    const int there = alea_tables_mirror(rules->relation, r);
    const int mine = board->count[0][r], his = board->count[1][there];
    const bool pinned = board->pinned[0] >> r & 1, pins = board->pinned[1] >> there & 1;
    const bool on_top = pins || (mine && !pinned);
    return (play_stack){.count = (uint8_t)(on_top ? mine : his),
                        .mine = on_top,
                        .under = pinned || pins,
                        .marked = view->marked >> r & 1};
}

static play_square *add_square(play_face *face, int row, int column, int point)
{
    play_square *square = &face->square[face->squares++];
    *square = (play_square){
        .row = (uint8_t)row, .column = (uint8_t)column, .point = (uint8_t)point};
    return square;
}

/* A lane of four squares and one of two for each side, eight between them for both. The
 * path begins at the inner end of the long lane. */
static void add_lanes(const tables_view *view, play_face *face)
{
    const alea_tables_rules *rules = alea_tables_match_rules(view->match);
    face->columns = UR_COLUMNS;
    for (int side = 0; side < 2; side++)
        for (int r = rules->path; r >= 1; r--) {
            const int step = rules->path + 1 - r;
            const bool common = rules->shared >> r & 1;
            if (common && side) continue;
            const int column = step <= UR_LANE ? UR_LANE - step
                               : common        ? step - UR_LANE - 1
                                               : UR_COLUMNS + 2 * (UR_LANE + 2) - step;
            play_square *square = add_square(face,
                                             common ? 1
                                             : side ? 0
                                                    : 2,
                                             column, r);
            square->special = rules->again >> r & 1;
            square->other = side;
            if (common) {
                square->stack = stack_on(view, r);
                continue;
            }
            square->stack.count = view->board.count[side][r];
            square->stack.mine = side == 0;
            square->stack.marked = side == 0 && view->marked >> r & 1;
        }
}

/* Three rows of ten, of which the second goes back. */
static void add_houses(const tables_view *view, play_face *face)
{
    const alea_tables_rules *rules = alea_tables_match_rules(view->match);
    face->columns = TEN;
    for (int r = rules->path; r >= 1; r--) {
        const int house = rules->path - r, row = house / TEN;
        const int column = row % 2 ? TEN - 1 - house % TEN : house % TEN;
        play_square *square = add_square(face, row, column, r);
        square->special = r <= rules->gate || r == rules->trap_to;
        square->stack = stack_on(view, r);
    }
}

static void add_dice(const alea_tables_match *m, play_face *face)
{
    const alea_tables_dice *dice = &m->dice;
    if (m->phase != ALEA_TABLES_PHASE_TO_PLAY) return;
    for (int d = 0; d < dice->count && d < FACE_DICE; d++)
        face->die[face->dice++] = dice->die[d];
}

void tables_view_face(const tables_view *view, play_face *face)
{
    const alea_tables_match *m = view->match;
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    const bool is_long = rules->path > ALEA_TABLES_BAR;
    *face = (play_face){.turned = view->turned,
                        .home_left = view->look->home_left,
                        .viewer_filled = view->viewer_filled,
                        .has_bar = !is_long,
                        .dice_mine = m->turn == view->viewer,
                        .cube_log2 = m->cube_log2};
    memcpy(face->colour, view->look->colour, sizeof face->colour);
    if (m->series.game[0].cube != ALEA_TABLES_CUBE_OFF && !m->crawford_game)
        face->cube = m->cube_owner == ALEA_TABLES_NOBODY ? FACE_CUBE_MIDDLE
                     : m->cube_owner == view->viewer     ? FACE_CUBE_MINE
                                                         : FACE_CUBE_OTHER;
    for (int side = 0; side < 2; side++) {
        face->off[side] = view->board.count[side][ALEA_TABLES_OFF];
        if (!is_long)
            face->bar[side] = (uint8_t)alea_tables_waiting(rules, &view->board, side);
    }
    if (is_long)
        add_houses(view, face);
    else if (rules->path == UR)
        add_lanes(view, face);
    else
        for (int r = 1; r <= rules->path; r++) face->point[r] = stack_on(view, r);
    add_dice(m, face);
}

static int pips(const tables_view *view, int side)
{
    const alea_tables_rules *rules = alea_tables_match_rules(view->match);
    int sum = 0;
    for (int r = 1; r < ALEA_TABLES_POINTS; r++) {
        const bool waits = r == ALEA_TABLES_BAR && rules->path < ALEA_TABLES_BAR;
        sum += (waits ? rules->path + 1 : r) * view->board.count[side][r];
    }
    return sum;
}

static void side_lines(const tables_view *view, const play_face *face,
                       const play_caps *caps, bool mine, char name[PANEL_SIZE],
                       char facts[PANEL_SIZE], char score[PANEL_SIZE])
{
    const alea_tables_match *m = view->match;
    const int who = mine ? (int)view->viewer : 1 - (int)view->viewer;
    const int side = mine ? 0 : 1;
    play_text t;
    text_start(&t, name, PANEL_SIZE);
    const play_canvas c = {face, caps, play_layout_of(0), &t};
    play_add_sign(&c, mine);
    text_add(&t, " %.20s", view->name[who]);
    text_start(&t, facts, PANEL_SIZE);
    text_add(&t, "  pips %d, off %d", pips(view, side), face->off[side]);
    if (face->bar[side]) text_add(&t, ", bar %d", face->bar[side]);
    snprintf(score, PANEL_SIZE, "  score %d", m->score[who]);
}

static bool is_over(const alea_tables_match *m)
{
    return m->phase == ALEA_TABLES_PHASE_GAME_OVER ||
           m->phase == ALEA_TABLES_PHASE_MATCH_OVER;
}

static void say_turn(const tables_view *view, play_text *t)
{
    const alea_tables_match *m = view->match;
    if (is_over(m)) return;
    if (m->turn == ALEA_TABLES_NOBODY) {
        text_add(t, "Opening roll.");
    } else if (m->phase == ALEA_TABLES_PHASE_TO_PLAY) {
        play_say_who(view->name[m->turn], "have", "has", t);
        for (int d = 0; d < m->dice.count; d++)
            text_add(t, "%s%d", d ? "-" : " rolled ", m->dice.die[d]);
        text_add(t, ".");
    } else {
        play_say_who(view->name[m->turn], "are", "is", t);
        text_add(t, " on roll.");
    }
}

static void fill_panel(const tables_view *view, const play_face *face,
                       const play_caps *caps, play_panel *p)
{
    const alea_tables_match *m = view->match;
    const alea_tables_rules *rules = alea_tables_match_rules(m);
    play_text t;
    memset(p, 0, sizeof *p);
    side_lines(view, face, caps, view->turned, p->line[1], p->line[2], p->line[3]);
    side_lines(view, face, caps, !view->turned, p->line[11], p->line[10], p->line[9]);
    snprintf(p->line[5], PANEL_SIZE, "%s, game %d, to %d", rules->name, m->game,
             m->series.game[0].match_target);
    text_start(&t, p->line[6], PANEL_SIZE);
    if (face->cube)
        text_add(&t, "Cube: %d.", 1 << m->cube_log2);
    else if (rules->relation == ALEA_TABLES_HALF_TURN)
        text_add(&t, "One way round; their 24: your 12.");
    else if (rules->relation == ALEA_TABLES_SAME && !face->squares)
        text_add(&t, "Both go the same way.");
    else if (face->squares)
        text_add(&t, "* %s",
                 rules->again ? "throws again" : "a house: F1 has its rule");
    text_start(&t, p->line[7], PANEL_SIZE);
    say_turn(view, &t);
}

void tables_view_render(const tables_view *view, const play_caps *caps, play_text *out)
{
    play_face face;
    play_panel p;
    char sum[PANEL_SIZE];
    const int me = (int)view->viewer;
    const char *const name[2] = {view->name[me], view->name[1 - me]};
    tables_view_face(view, &face);
    fill_panel(view, &face, caps, &p);
    if (caps->width >= PLAY_BOARD_WIDTH) {
        play_panel_draw(&face, caps, &p, out);
        return;
    }
    snprintf(sum, sizeof sum,
             "Pips %d to %d, score %d-%d. From %d columns on the board is drawn.",
             pips(view, 0), pips(view, 1), view->match->score[me],
             view->match->score[1 - me], PLAY_BOARD_WIDTH);
    play_panel_list(&face, caps, &p, name, sum, out);
}
