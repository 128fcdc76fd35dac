/* The decisions of a match as positions with their analysis, in eXtreme Gammon's
 * text. */
#ifndef ALEA_PUBLISH_REPORT_XG_TEXT_H
#define ALEA_PUBLISH_REPORT_XG_TEXT_H

#include "shared.h"

/* The marked decisions (`all`: every one) as positions in eXtreme Gammon's text. */
void report_xg_text(const report *r, bool all, FILE *to);

#endif
