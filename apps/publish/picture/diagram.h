/* The board as a PNG, on the pages of a PDF, and for LaTeX. */
#ifndef ALEA_PUBLISH_PICTURE_DIAGRAM_H
#define ALEA_PUBLISH_PICTURE_DIAGRAM_H

#include "look.h"

#include <alea/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct _cairo;

/* Loads cairo, which draws, unless that was tried before: ALEA_ERROR_FILE after filling
 * `error` (may be NULL) with what is missing. All that draws does it by itself, and has
 * no words for the failure. Any thread. */
alea_status picture_load(alea_error *error);

/* Paints a drawing, `width` pixels wide, into *png (malloc'd), in the colours of
 * `theme` (NULL = those of the SVG). False without memory, or without
 * cairo (picture_load). Any thread. */
bool diagram_png(const alea_drawing *drawing, int width, const picture_theme *theme,
                 char **png, size_t *size);

/* A page's size in points of 1/72 inch, and how many boards stand on it: 1, 2, 6 or
 * 12. */
typedef struct diagram_paper {
    double width, height;
    int boards;
    picture_tone tone;
} diagram_paper;

/* Paints a drawing at the origin of a cairo context, `width` of its units wide; returns
 * its height. */
double diagram_draw(struct _cairo *c, const alea_drawing *drawing, double width,
                    picture_tone tone);

typedef struct diagram_item {
    const alea_drawing *drawing;
    const char *caption; /* UTF-8, one line below the board; "" = none */
} diagram_item;

/* `count` boards as a PDF of as many pages as they need, fonts embedded, into *pdf
 * (malloc'd). False without memory, or without
 * cairo (picture_load). Any thread. */
bool diagram_pdf(const diagram_item *item, size_t count, const diagram_paper *paper,
                 char **pdf, size_t *size);

/* Writes a drawing as one tikzpicture. Its unit is \aleaunit, which is
 * 0.2 mm (a board 124 mm wide) unless the document sets it. */
void picture_latex(const alea_drawing *drawing, picture_tone tone, FILE *to);

#endif
