/* `alea chouette referee` and `alea chouette check`. */
#ifndef ALEA_CLI_CHOUETTE_REFEREE_H
#define ALEA_CLI_CHOUETTE_REFEREE_H

#include <alea/chouette.h>

/* Applies the events of standard input, one per line, to a chouette of that many
 * players and answers each with one JSON line; returns the exit status. */
int chouette_referee_run(const alea_chouette_rules *rules, int players);
/* Replays the record in `path` ("-": standard input) and prints the state at its
 * end. */
int chouette_check_run(const char *path, bool json);

#endif
