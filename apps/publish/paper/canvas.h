/* Pages of a PDF in millimetres: lines to cut and to fold, shapes, lines of text. Fonts
 * are embedded. One thread at a time for a canvas. */
#ifndef ALEA_PUBLISH_PAPER_CANVAS_H
#define ALEA_PUBLISH_PAPER_CANVAS_H

#include "layout.h"

#include <alea/drawing.h>

#include <stddef.h>

typedef struct canvas canvas;

/* How things look: 0 = grey tones, for any printer. */
typedef struct canvas_style {
    bool colour;     /* a coloured board and men */
    bool ink_saving; /* outlines in place of areas */
} canvas_style;

typedef enum canvas_align { ALIGN_LEFT = 0, ALIGN_MIDDLE, ALIGN_RIGHT } canvas_align;
typedef enum canvas_ink {
    INK_LINE = 0, /* outlines */
    INK_LIGHT,    /* points and men of one side ... */
    INK_DARK,     /* ... and of the other */
    INK_FIELD,    /* the board */
    INK_FRAME,
    INK_WHITE
} canvas_ink;

/* NULL without memory, or without cairo (picture_load). */
canvas *canvas_open(canvas_style style);
/* Begins a page of that size. */
void canvas_page(canvas *c, paper_size size);
/* Ends the document: the PDF in *pdf (malloc'd). False if anything failed; the canvas
 * is gone either way. `title` is the document's. */
bool canvas_close(canvas *c, const char *title, char **pdf, size_t *size);
void canvas_drop(canvas *c);

/* Everything drawn until canvas_pop is moved and scaled, then turned by quarter turns
 * clockwise about the new origin. */
void canvas_push(canvas *c, double x, double y, double scale, int quarter_turns);
void canvas_pop(canvas *c);
/* Nothing is drawn outside of it until canvas_pop. */
void canvas_clip(canvas *c, double x, double y, double width, double height);

void canvas_cut(canvas *c, const paper_point *corner, int corners, bool closed);
void canvas_fold(canvas *c, paper_point from, paper_point to);
void canvas_line(canvas *c, paper_point from, paper_point to, double width);
void canvas_rectangle(canvas *c, double x, double y, double width, double height,
                      canvas_ink ink);
void canvas_triangle(canvas *c, paper_point a, paper_point b, paper_point tip,
                     canvas_ink ink);
void canvas_disc(canvas *c, paper_point centre, double radius, canvas_ink ink);
void canvas_ring(canvas *c, paper_point centre, double radius, double width);
/* One line of UTF-8; `size` is the height of the letters' line in mm. */
void canvas_text(canvas *c, paper_point at, double size, bool bold, canvas_align align,
                 const char *text);
/* One line in letters of one width. */
void canvas_mono(canvas *c, paper_point at, double size, const char *text);
double canvas_text_width(canvas *c, double size, bool bold, const char *text);
/* The bytes of `text` that fit into `width`, up to a blank; at least one character. */
size_t canvas_fit(canvas *c, double size, bool bold, double width, const char *text);
/* `text` in lines of that width from (x, *y) on; *y is then the last line's. */
void canvas_lines(canvas *c, double x, double *y, double width, double size, bool bold,
                  const char *text);
/* A drawing, `width` wide; its height is returned. */
double canvas_board(canvas *c, const alea_drawing *drawing, double x, double y,
                    double width);

#endif
