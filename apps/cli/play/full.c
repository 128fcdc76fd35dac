#include "full.h"
#include "cli/play/view/layout.h"
#include "cli/play/view/render.h"
#include "prompt_commands.h"

#include <stdio.h>

static int picture_columns(void *context, int columns, int rows)
{
    (void)context;
    return play_picture_columns(play_scale_for(columns, rows));
}

static void redraw(void *context)
{
    play_session *s = context;
    play_show_board(s, play_side_to_tell(s));
}

static int points(void *context)
{
    (void)context;
    return 24;
}

static void face_of(const play_session *s, play_face *face)
{
    play_view view;
    play_make_view(s, play_side_to_tell(s), &view);
    play_face_of(&view, face);
}

static bool has_cube(void *context)
{
    play_face face;
    face_of(context, &face);
    return face.cube != FACE_NO_CUBE;
}

static int place_at(void *context, int row, int column)
{
    const play_session *s = context;
    play_face face;
    face_of(s, &face);
    return play_point_at(&face, console_caps(s->console).scale, row, column);
}

static bool label_of(void *context, int place, int *row, int *column, int *width)
{
    const play_session *s = context;
    play_face face;
    const play_caps caps = console_caps(s->console);
    if (caps.width < PLAY_BOARD_WIDTH) return false;
    face_of(s, &face);
    return play_label_of(&face, caps.scale, place, row, column, width);
}

/* The points that a checker on `from` can be moved to next, by one die. */
static void targets(void *context, int from, void (*offer)(void *offers, int to),
                    void *offers)
{
    const play_session *s = context;
    const alea_match *m = &s->record.now;
    if (m->phase != ALEA_MATCH_TO_PLAY || !s->person[m->turn]) return;
    if (from < 1 || from > ALEA_BAR || s->draft.board.point[from] <= 0) return;
    for (int i = 0; i < 2; i++) {
        play_draft draft = s->draft;
        alea_play_error why;
        int bad;
        const int to = from - m->roll.die[i] > 0 ? from - m->roll.die[i] : ALEA_OFF;
        const alea_move move = {.from = (int8_t)from, .to = (int8_t)to};
        if (play_draft_add(&draft, &move, 1, &why, &bad) != DRAFT_REFUSED)
            offer(offers, to);
    }
}

static void choose(void *context, int from, int to, char *out, size_t size)
{
    char start[8], end[8];
    (void)context;
    snprintf(start, sizeof start, "%d", from);
    snprintf(end, sizeof end, "%d", to);
    snprintf(out, size, "%s/%s", from == ALEA_BAR ? "bar" : start,
             to == ALEA_OFF ? "off" : end);
}

bool play_go_full(play_session *s)
{
    const screen_calls calls = {.context = s,
                                .picture_columns = picture_columns,
                                .points = points,
                                .has_cube = has_cube,
                                .redraw = redraw,
                                .place_at = place_at,
                                .label_of = label_of,
                                .targets = targets,
                                .choose = choose,
                                .complete = play_complete};
    return (s->person[0] || s->person[1]) && console_go_full(s->console, &calls);
}
