/* The elements of an SVG of alea_diagram_svg, and how each looks. */
#ifndef ALEA_PUBLISH_PICTURE_ELEMENT_H
#define ALEA_PUBLISH_PICTURE_ELEMENT_H

#include "theme.h"

#include <stdbool.h>

/* One element: from '<' to '>'. */
typedef struct picture_element {
    const char *begin, *end;
} picture_element;

typedef enum picture_tone {
    PICTURE_COLOUR = 0, /* as on the screen */
    PICTURE_GREY,       /* the same in grey */
    PICTURE_OUTLINE     /* outlines and light greys: saves ink */
} picture_tone;

/* 0xRRGGBB, or none. */
#define PICTURE_NONE 0xFF000000U

/* The style of a class of the SVG's style sheet. */
typedef struct picture_look {
    const char *name;
    unsigned fill, stroke;
    double line; /* width of the stroke */
    double font; /* text only: its size, negative if bold */
} picture_look;

/* The element that begins at `at`, a '<'; false if it does not end. */
bool picture_next(const char *at, picture_element *out);
/* The value of an attribute, up to its closing quote; NULL where there is none. */
const char *picture_attribute(const picture_element *e, const char *name);
/* The same as a number; 0 where there is none. */
double picture_number(const picture_element *e, const char *name);
/* False for an element that is not painted. `theme` colours the board in
 * PICTURE_COLOUR; NULL = as in the SVG. */
bool picture_look_of(const picture_element *e, picture_tone tone,
                     const picture_theme *theme, picture_look *out);

#endif
