/* How the shapes of a drawing look: on the screen in the colours of the page's boards
 * (board.css), in grey, or with little ink. */
#ifndef ALEA_PUBLISH_PICTURE_LOOK_H
#define ALEA_PUBLISH_PICTURE_LOOK_H

#include <alea/drawing.h>

/* Colours as 0xRRGGBB. */
typedef struct picture_theme {
    const char *name;
    unsigned frame, frame_text, felt, odd, even;
    unsigned a, a_edge, b, b_edge;
    unsigned count_a, count_b;
    unsigned arrow;
} picture_theme;

/* The board of that name; NULL where there is none. */
const picture_theme *picture_theme_find(const char *name);

typedef enum picture_tone {
    PICTURE_COLOUR = 0, /* as on the screen */
    PICTURE_GREY,       /* the same in grey */
    PICTURE_OUTLINE     /* outlines and light greys: saves ink */
} picture_tone;

/* `theme` colours the board in PICTURE_COLOUR; NULL = as in the SVG. */
alea_shape_look picture_look(alea_shape_style style, picture_tone tone,
                             const picture_theme *theme);

#endif
