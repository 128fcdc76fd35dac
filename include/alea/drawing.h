/* A picture of a board as a list of shapes, and the SVG of such a list. Code that
 * paints in another way (pixels, paper, TeX) walks the list. Thread-safe. */
#ifndef ALEA_DRAWING_H
#define ALEA_DRAWING_H

#include <alea/status.h>

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The size of every drawing, in its own unit: a pixel at the natural size. y grows
 * downwards. */
enum { ALEA_DRAWING_WIDTH = 620, ALEA_DRAWING_HEIGHT = 440 };

/* The style of a shape: the class of the same object in the SVG. */
typedef enum alea_shape_style {
    ALEA_STYLE_FRAME = 0,    /* fr */
    ALEA_STYLE_FELT,         /* bd: the playing field */
    ALEA_STYLE_POINT_ODD,    /* pt-a */
    ALEA_STYLE_POINT_EVEN,   /* pt-b */
    ALEA_STYLE_POINT_NUMBER, /* no */
    ALEA_STYLE_CHECKER_A,    /* ck-a */
    ALEA_STYLE_CHECKER_B,    /* ck-b */
    ALEA_STYLE_COUNT_A,      /* ct-a: how many checkers lie there */
    ALEA_STYLE_COUNT_B,      /* ct-b */
    ALEA_STYLE_CUBE,         /* cube */
    ALEA_STYLE_DIE,          /* die */
    ALEA_STYLE_CUBE_NUMBER,  /* cubeno */
    ALEA_STYLE_SPOT,         /* spot: a pip of a die */
    ALEA_STYLE_ARROW,        /* arrow */
    ALEA_STYLES
} alea_shape_style;

typedef enum alea_shape_kind {
    ALEA_SHAPE_RECTANGLE = 0, /* x, y, width, height, radius of its corners */
    ALEA_SHAPE_CIRCLE,        /* x, y, radius */
    ALEA_SHAPE_TRIANGLE,      /* three pairs x, y */
    ALEA_SHAPE_ARROW,         /* begin, control point of the curve, tip: pairs x, y */
    ALEA_SHAPE_NUMBER /* x of its middle, y of its base line, the number (>= 0) */
} alea_shape_kind;

typedef struct alea_shape {
    alea_shape_kind kind;
    alea_shape_style style;
    int v[6]; /* as the kind says; the rest is 0 */
} alea_shape;

enum { ALEA_DRAWING_SHAPES = 256 };

/* In the order of painting. All zero: empty. A board within the rules has less than
 * ALEA_DRAWING_SHAPES; what is added to a full drawing is left out. */
typedef struct alea_drawing {
    alea_shape shape[ALEA_DRAWING_SHAPES];
    int count;
} alea_drawing;

/* Appends a shape, which must be of a style below ALEA_STYLES. */
ALEA_API void alea_drawing_add(alea_drawing *drawing, alea_shape shape);

/* 0xRRGGBB, or none. */
#define ALEA_NO_COLOUR 0xFF000000U

typedef struct alea_shape_look {
    unsigned fill, stroke;
    double line; /* width of the stroke */
    int font;    /* numbers: the size of the letters; 0 = no text */
    bool bold;
} alea_shape_look;

/* The look of a style in the SVG; `style` must be below ALEA_STYLES. */
ALEA_API alea_shape_look alea_drawing_look(alea_shape_style style);

enum { ALEA_DRAWING_SVG_SIZE = 24576 };

/* One self-contained <svg> element: no script, no external resource. `title` and
 * `description` are UTF-8 for screen readers; NULL = none. Works like snprintf: writes
 * at most `capacity` bytes, the last one a NUL, and returns the length of the whole
 * text. */
ALEA_API size_t alea_drawing_svg(const alea_drawing *drawing, const char *title,
                                 const char *description, char *out, size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
