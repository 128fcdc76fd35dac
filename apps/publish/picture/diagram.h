/* The board as a PNG, and boards on the pages of a PDF. */
#ifndef ALEA_PUBLISH_PICTURE_DIAGRAM_H
#define ALEA_PUBLISH_PICTURE_DIAGRAM_H

#include "element.h"

#include <stdbool.h>
#include <stddef.h>

struct _cairo;

/* Paints an SVG of alea_diagram_svg, `width` pixels wide, into *png (malloc'd), in the
 * colours of `theme` (NULL = in its own). Handles the elements and classes that
 * alea_diagram_svg writes and skips all others. False without memory. Any thread. */
bool diagram_png(const char *svg, int width, const picture_theme *theme, char **png,
                 size_t *size);

/* A page's size in points of 1/72 inch, and how many boards stand on it: 1, 2, 6 or
 * 12. */
typedef struct diagram_paper {
    double width, height;
    int boards;
    picture_tone tone;
} diagram_paper;

/* Paints such an SVG at the origin of a cairo context, `width` of its units wide;
 * returns its height. */
double diagram_draw(struct _cairo *c, const char *svg, double width, picture_tone tone);

typedef struct diagram_item {
    const char *svg;
    const char *caption; /* UTF-8, one line below the board; "" = none */
} diagram_item;

/* `count` boards as a PDF of as many pages as they need, fonts embedded, into *pdf
 * (malloc'd). False without memory. Any thread. */
bool diagram_pdf(const diagram_item *item, size_t count, const diagram_paper *paper,
                 char **pdf, size_t *size);

#endif
