/* The decision of a file that is one position. */
#ifndef ALEA_CLI_ANALYSE_POSITION_H
#define ALEA_CLI_ANALYSE_POSITION_H

#include <stdbool.h>
#include <stdio.h>

#include <alea/alea.h>

typedef struct position_order {
    alea_analysis_settings settings;
    const char *path; /* what was read */
    bool json;
    const char *xg_text; /* a file for it in that layout, instead; or NULL */
    FILE *out;
} position_order;

/* Judges and prints it; `record` is a position (alea_record_is_position) and gets the
 * analysis. ALEA_OK: *result is the exit status. */
alea_status analyse_position(const position_order *order, alea_engine *engine,
                             alea_record *record, int *result, alea_error *error);

#endif
