/* The report as one page: figures, a curve of the game, a list of errors that sorts by
 * any column, and a board for each error. Nothing is fetched from anywhere. */
#ifndef ALEA_PUBLISH_REPORT_HTML_H
#define ALEA_PUBLISH_REPORT_HTML_H

#include "shared.h"

/* A page that needs nothing else. */
void report_html(const report *r, FILE *to);

#endif
