/* How the shapes of a drawing look: on the screen, in grey, or with little ink. */
#ifndef ALEA_PUBLISH_PICTURE_LOOK_H
#define ALEA_PUBLISH_PICTURE_LOOK_H

#include "theme.h"

#include <alea/drawing.h>

typedef enum picture_tone {
    PICTURE_COLOUR = 0, /* as on the screen */
    PICTURE_GREY,       /* the same in grey */
    PICTURE_OUTLINE     /* outlines and light greys: saves ink */
} picture_tone;

/* `theme` colours the board in PICTURE_COLOUR; NULL = as in the SVG. */
alea_shape_look picture_look(alea_shape_style style, picture_tone tone,
                             const picture_theme *theme);

#endif
