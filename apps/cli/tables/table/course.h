/* The course of a match at one keyboard, on the full screen or line by line. */
#ifndef ALEA_CLI_TABLES_TABLE_COURSE_H
#define ALEA_CLI_TABLES_TABLE_COURSE_H

#include "cli/play/view/look.h"
#include "cli/tables/commands.h"

/* How it is shown: on the full screen where the terminal has it, or not. */
typedef struct tables_show {
    bool plain; /* no drawing, no colour, no editing; so it is without a terminal */
    bool lines; /* line by line */
    play_look look;
} tables_show;

/* `alea play --game NAME`: a match until it ends or the input does; `dice` as --dice of
 * `alea play`, but not by hand; `save`: a new file for the record, or NULL. Returns the
 * exit status. */
int tables_play_run(const alea_tables_series *series, const tables_seats *seats,
                    const char *dice, const char *save, const tables_show *show);

/* `alea play --resume FILE` with a record of a tables game: goes on where it stops. */
int tables_resume_run(const char *path, const tables_show *show);

#endif
