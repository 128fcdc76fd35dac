/* One line of UTF-8 set by pango: any script for which the machine has a font, letters
 * in their joined forms and written from the right where the script is. */
#ifndef ALEA_PUBLISH_PICTURE_TEXT_H
#define ALEA_PUBLISH_PICTURE_TEXT_H

#include <cairo.h>

typedef enum text_face { TEXT_PLAIN = 0, TEXT_BOLD, TEXT_MONO } text_face;

/* `size` and the width are in units of `c`. Bytes that are no UTF-8 are shown as
 * U+FFFD. */
double text_width(cairo_t *c, text_face face, double size, const char *words);
/* Draws in the current colour from (x, y), which is left on the base line. */
void text_draw(cairo_t *c, double x, double y, text_face face, double size,
               const char *words);

#endif
