/* Comma-separated values for spreadsheets. */
#ifndef ALEA_SERVER_SUPPORT_CSV_H
#define ALEA_SERVER_SUPPORT_CSV_H

#include <stdio.h>

/* Writes a quoted field (RFC 4180). A spreadsheet would take a text that begins with
 * one of "=+-@" for a formula: it gets an apostrophe before it. */
void csv_text(FILE *out, const char *text);

#endif
