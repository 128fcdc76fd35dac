/* Where the desk is, and opening it with a message. */
#ifndef ALEA_CLI_STUDY_PLACE_H
#define ALEA_CLI_STUDY_PLACE_H

#include "desk/store.h"

/* Line of an options table. */
#define PLACE_OPTION(path)                                                             \
    TEXT_OPTION("db", 0, "FILE", "the desk (default: study.db in the data folder)",    \
                &(path))

/* Opens the desk at `given` (--db) or the default place. EXIT_DONE, or the exit status
 * after a message. Close it in any case. */
int place_open(desk *d, const char *given, bool make);
/* The message of a failure; returns EXIT_SYSTEM. */
int place_failed(const alea_error *error);

#endif
