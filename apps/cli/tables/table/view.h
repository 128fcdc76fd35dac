/* A match of a tables game as a drawing, by the switches of its rules alone. */
#ifndef ALEA_CLI_TABLES_TABLE_VIEW_H
#define ALEA_CLI_TABLES_TABLE_VIEW_H

#include "cli/play/view/face.h"
#include "cli/play/view/look.h"
#include "cli/play/view/view.h"

#include <alea/tables_match.h>

typedef struct tables_view {
    const alea_tables_match *match;
    alea_tables_player viewer; /* A or B: whose numbers the points carry */
    alea_tables_board board;   /* seen by the viewer; may hold a turn being made */
    const char *name[2];
    bool turned, viewer_filled;
    const play_look *look;
    uint32_t marked; /* bit r: the last turn reached the viewer's point r */
} tables_view;

/* What the board shows. */
void tables_view_face(const tables_view *view, play_face *face);
/* The board with its facts, as play_render. */
void tables_view_render(const tables_view *view, const play_caps *caps, play_text *out);

#endif
