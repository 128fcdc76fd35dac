/* The board as a PNG. */
#ifndef ALEA_SERVER_DIAGRAM_PNG_H
#define ALEA_SERVER_DIAGRAM_PNG_H

#include <stdbool.h>
#include <stddef.h>

/* Paints an SVG of alea_diagram_svg, `width` pixels wide, into *png (malloc'd). Handles
 * the elements and classes that alea_diagram_svg writes and skips all others. False
 * without memory. Any thread. */
bool diagram_png(const char *svg, int width, char **png, size_t *size);

#endif
