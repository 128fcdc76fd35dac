/* The report for a terminal: figures side by side, then the decisions. */
#ifndef ALEA_COMMON_REPORT_TEXT_H
#define ALEA_COMMON_REPORT_TEXT_H

#include "shared.h"

/* `all`: every decision, not only the marked ones. */
void report_text(const report *r, bool all, FILE *to);

#endif
