/* A match of another tables game at one keyboard, line by line. */
#ifndef ALEA_CLI_TABLES_TABLE_H
#define ALEA_CLI_TABLES_TABLE_H

#include <alea/tables_match.h>

#include <stdbool.h>

typedef struct tables_seats {
    const char *name[2];
    bool person[2]; /* else the machine */
} tables_seats;

/* Plays until the match ends or the input does; `dice` as --dice of `alea play`, but
 * not by hand; `save`: a new file for the record, or NULL. Returns the exit status. */
int tables_play_run(const alea_tables_series *series, const tables_seats *seats,
                    const char *dice, const char *save);

#endif
