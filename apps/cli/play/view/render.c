#include "render.h"
#include "panel.h"
#include "view.h"
#include "words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { TRACK_MOST = 16 };

static face_cube cube_of(const play_view *view)
{
    const alea_match *m = view->match;
    if (!m->rules.cube || m->rules.match_length == 1 || m->crawford_game)
        return FACE_NO_CUBE;
    if (m->cube_owner == ALEA_NOBODY) return FACE_CUBE_MIDDLE;
    return m->cube_owner == view->viewer ? FACE_CUBE_MINE : FACE_CUBE_OTHER;
}

void play_face_of(const play_view *view, play_face *face)
{
    const alea_match *m = view->match;
    const bool over =
        m->phase == ALEA_MATCH_GAME_OVER || m->phase == ALEA_MATCH_MATCH_OVER;
    *face = (play_face){.turned = view->turned,
                        .home_left = view->home_left,
                        .viewer_filled = view->viewer == view->filled,
                        .has_bar = true,
                        .cube = cube_of(view),
                        .cube_log2 = m->cube_log2,
                        .dice_mine = m->turn == view->viewer};
    memcpy(face->colour, view->colour, sizeof face->colour);
    for (int point = 1; point <= 24; point++) {
        const int n = view->board.point[point];
        face->point[point] = (play_stack){.count = (uint8_t)(n < 0 ? -n : n),
                                          .mine = n > 0,
                                          .marked = view->marked[point]};
    }
    face->bar[0] = (uint8_t)view->board.point[ALEA_BAR];
    face->bar[1] = (uint8_t)-view->board.point[ALEA_OFF];
    for (int side = 0; side < 2; side++)
        face->off[side] = (uint8_t)(alea_setup_checkers(m->rules.setup) -
                                    alea_board_checkers(&view->board, side == 0));
    if (m->turn == ALEA_NOBODY || !m->roll.die[0] || over) return;
    face->dice = 2;
    face->die[0] = m->roll.die[0];
    face->die[1] = m->roll.die[1];
}

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

static void side_lines(const play_view *view, const play_face *face,
                       const play_caps *caps, bool mine, char name[PANEL_SIZE],
                       char facts[PANEL_SIZE], char score[PANEL_SIZE])
{
    const alea_match *m = view->match;
    const alea_player who = mine ? view->viewer : alea_opponent(view->viewer);
    play_text t;
    text_start(&t, name, PANEL_SIZE);
    const play_canvas c = {face, caps, play_layout_of(0), &t};
    play_add_sign(&c, mine);
    text_add(&t, " %.20s", view->name[who]);
    snprintf(facts, PANEL_SIZE, "  pips %d, off %d",
             alea_board_pips(&view->board, mine), face->off[mine ? 0 : 1]);
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

static void fill_panel(const play_view *view, const play_face *face,
                       const play_caps *caps, play_panel *p)
{
    const alea_match *m = view->match;
    play_text t;
    side_lines(view, face, caps, view->turned, p->line[1], p->line[2], p->line[3]);
    side_lines(view, face, caps, !view->turned, p->line[11], p->line[10], p->line[9]);
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

void play_render(const play_view *view, const play_caps *caps, play_text *out)
{
    play_panel p;
    play_face face;
    char sum[PANEL_SIZE];
    const alea_player other = alea_opponent(view->viewer);
    const char *const name[2] = {view->name[view->viewer], view->name[other]};
    memset(&p, 0, sizeof p);
    play_face_of(view, &face);
    fill_panel(view, &face, caps, &p);
    if (caps->width >= PLAY_BOARD_WIDTH) {
        play_panel_draw(&face, caps, &p, out);
        return;
    }
    snprintf(sum, sizeof sum, "Pips %d to %d, score %d-%d.",
             alea_board_pips(&view->board, true), alea_board_pips(&view->board, false),
             view->match->score[view->viewer], view->match->score[other]);
    play_panel_list(&face, caps, &p, name, sum, out);
}
