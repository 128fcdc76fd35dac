/* Analysis that a file held, as lines of text. */
#ifndef ALEA_CLI_FILED_PRINT_H
#define ALEA_CLI_FILED_PRINT_H

#include <alea/record.h>

/* Prints to standard output what other programs found about entry `index`; `before` is
 * the state before the entry. Prints nothing if the file has no analysis of it. */
void filed_print(const alea_record *record, size_t index, const alea_match *before);

#endif
