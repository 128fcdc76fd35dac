/* The report for a terminal: figures side by side, then the decisions. */
#ifndef ALEA_PUBLISH_REPORT_TEXT_H
#define ALEA_PUBLISH_REPORT_TEXT_H

#include "shared.h"

/* The decisions are those of r->listed; `all` is the heading for all of them. */
void report_text(const report *r, bool all, FILE *to);

#endif
