/* The board for LaTeX. */
#ifndef ALEA_PUBLISH_PICTURE_LATEX_H
#define ALEA_PUBLISH_PICTURE_LATEX_H

#include "look.h"

#include <stdio.h>

/* Writes a drawing as one tikzpicture. Its unit is \aleaunit, which is
 * 0.2 mm (a board 124 mm wide) unless the document sets it. */
void picture_latex(const alea_drawing *drawing, picture_tone tone, FILE *to);

#endif
