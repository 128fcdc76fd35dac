/* The rules of a rule set on paper, as pages or as a booklet to fold. */
#ifndef ALEA_PUBLISH_PAPER_LEAFLET_H
#define ALEA_PUBLISH_PAPER_LEAFLET_H

#include "canvas.h"

#include <alea/rules.h>

/* `booklet`: two pages on each side of a sheet, in the order in which folded sheets are
 * read. False without memory. */
bool leaflet_draw(canvas *c, alea_preset preset, paper_size paper, bool booklet);

#endif
