/* `alea chouette play`: a chouette at one keyboard, line by line. */
#ifndef ALEA_CLI_CHOUETTE_TABLE_H
#define ALEA_CLI_CHOUETTE_TABLE_H

#include "record.h"

typedef struct chouette_setup {
    alea_chouette_rules rules;
    chouette_names names;
    int players;
    const char *dice;   /* as in dice_source_start */
    const char *save;   /* a new file for the record; NULL = none */
    const char *resume; /* a record that goes on, and is written on; NULL = none */
} chouette_setup;

/* A name "alea" or "alea:LEVEL" is a machine player. Its level, or -1 for a person; the
 * error names a level that is not known. */
alea_status chouette_machine_level(const char *name, int *level, alea_error *error);
/* Plays until the end of the input or "quit"; returns the exit status. */
int chouette_play_run(const chouette_setup *setup);

#endif
