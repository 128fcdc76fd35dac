/* The rules of a tables game in plain words, made from its switches, so that they hold
 * for every choice of options. */
#ifndef ALEA_CLI_TABLES_RULES_H
#define ALEA_CLI_TABLES_RULES_H

#include <alea/tables_match.h>

/* Prints every game of the series, lines of at most 80 columns. */
void tables_rules_print(const alea_tables_series *series);

#endif
