/* `alea plays --game NAME`. */
#ifndef ALEA_CLI_TABLES_PLAYS_H
#define ALEA_CLI_TABLES_PLAYS_H

#include <alea/tables.h>

/* Answers each position of standard input, one a line, with one JSON line; returns the
 * exit status. */
int tables_plays_run(const alea_tables_rules *rules);

#endif
