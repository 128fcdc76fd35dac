/* The forms of a report: each writes the same facts of shared.h. */
#ifndef ALEA_REPORT_WRITERS_H
#define ALEA_REPORT_WRITERS_H

#include "shared.h"

/* The report for a terminal: figures side by side, then the decisions. */

/* The decisions are those of r->listed; `all` is the heading for all of them. */
void report_text(const report *r, bool all, FILE *to);

/* The report for programs. */
bool report_json(const report *r, FILE *to);
/* One object, a new reference; and written on one line, false when memory is short. */
json_t *report_value(const report *r);

/* The report as one page: figures, a curve of the game, a list of errors that sorts by
 * any column, and a board for each error. Nothing is fetched from anywhere. */

/* A self-contained page. */
void report_html(const report *r, FILE *to);

/* The decisions of a match as positions with their analysis, in eXtreme Gammon's
 * text. */

/* The marked decisions (`all`: every one) as positions in eXtreme Gammon's text. */
void report_xg_text(const report *r, bool all, FILE *to);

#endif
