/* `alea perft --game NAME`. */
#ifndef ALEA_CLI_TABLES_PERFT_H
#define ALEA_CLI_TABLES_PERFT_H

#include <alea/tables.h>

/* Counts `depth` plies from `position` in the plain form (NULL: the start) and prints
 * them; returns the exit status. */
int tables_perft_run(const alea_tables_rules *rules, const char *position, int depth,
                     bool json);

#endif
