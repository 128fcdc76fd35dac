#include "full.h"
#include "person.h"

#include "cli/play/view/layout.h"
#include "cli/play/view/render.h"

#include <stdio.h>

static int picture_columns(void *context, int columns, int rows)
{
    (void)context;
    return play_picture_columns(play_scale_for(columns, rows));
}

static int points(void *context)
{
    const table *t = context;
    return alea_tables_match_rules(&t->match)->path;
}

static void redraw(void *context)
{
    table_show_board(context);
}

static void face_of(const table *t, play_face *face)
{
    tables_view view;
    table_make_view(t, &view);
    tables_view_face(&view, face);
}

static bool has_cube(void *context)
{
    play_face face;
    face_of(context, &face);
    return face.cube != FACE_NO_CUBE;
}

static int place_at(void *context, int row, int column)
{
    const table *t = context;
    play_face face;
    face_of(t, &face);
    return play_point_at(&face, console_caps(t->console).scale, row, column);
}

static bool label_of(void *context, int place, int *row, int *column, int *width)
{
    const table *t = context;
    play_face face;
    const play_caps caps = console_caps(t->console);
    if (caps.width < PLAY_BOARD_WIDTH) return false;
    face_of(t, &face);
    return play_label_of(&face, caps.scale, place, row, column, width);
}

static void targets(void *context, int from, void (*offer)(void *offers, int to),
                    void *offers)
{
    const table *t = context;
    uint8_t to[TABLES_TARGETS];
    if (t->match.phase != ALEA_TABLES_PHASE_TO_PLAY || !t->seats.person[t->match.turn])
        return;
    const int count = tables_draft_targets(&t->draft, from, to);
    for (int i = 0; i < count; i++) offer(offers, to[i]);
}

static void choose(void *context, int from, int to, char *out, size_t size)
{
    const table *t = context;
    char text[ALEA_TABLES_MOVES_SIZE];
    const alea_tables_move move = {.from = (uint8_t)from, .to = (uint8_t)to};
    alea_tables_moves_write(&t->draft.rules, &move, 1, text);
    snprintf(out, size, "%s", text);
}

bool table_go_full(table *t)
{
    const screen_calls calls = {.context = t,
                                .picture_columns = picture_columns,
                                .points = points,
                                .has_cube = has_cube,
                                .redraw = redraw,
                                .place_at = place_at,
                                .label_of = label_of,
                                .targets = targets,
                                .choose = choose,
                                .complete = person_complete};
    return table_has_person(t) && console_go_full(t->console, &calls);
}
