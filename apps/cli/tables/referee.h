/* `alea tables referee` and `alea tables check`. */
#ifndef ALEA_CLI_TABLES_REFEREE_H
#define ALEA_CLI_TABLES_REFEREE_H

#include <alea/tables_match.h>

#include <stdbool.h>

/* Applies the events of standard input, one per line, to a match and answers each with
 * one JSON line; returns the exit status. */
int tables_referee_run(const alea_tables_series *series);
/* Replays the record in `path` ("-": standard input) and prints the state at its
 * end. */
int tables_check_run(const char *path, bool json);

#endif
