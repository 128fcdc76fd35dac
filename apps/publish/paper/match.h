/* A match on paper: figures, the chosen decisions with their boards, the list of moves; and
 * the same decisions as a quiz. */
#ifndef ALEA_PUBLISH_PAPER_MATCH_H
#define ALEA_PUBLISH_PAPER_MATCH_H

#include "canvas.h"

#include "publish/report/shared.h"

/* The decisions are r->listed. */
void match_draw(canvas *c, const report *r, paper_size paper);
/* Six questions a page; the answers on the page after it, so that they stand behind their
 * questions when it is printed on both sides. At least one decision must be listed. */
void quiz_draw(canvas *c, const report *r, paper_size paper);

#endif
