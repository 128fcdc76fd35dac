/* One match judged at two levels, or by alea and by the analysis in its file. */
#ifndef ALEA_CLI_ANALYSE_COMPARE_H
#define ALEA_CLI_ANALYSE_COMPARE_H

#include "report/shared.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct comparison {
    const report *first;         /* with its analysis and names */
    const alea_analysis *second; /* of the same record; NULL: what the file states */
    report_choice choice;        /* `all`: also the decisions that do not differ */
    char level[2][40];           /* "2-ply", "rollout", "eXtreme Gammon" */
} comparison;

/* Writes the PR of both players by both, how far they agree, and the decisions that
 * differ: another best choice, another mark, or a loss 0.02 apart. False: no memory. */
bool compare_text(const comparison *c, FILE *to);
/* The same as one JSON object on a line. */
bool compare_json(const comparison *c, FILE *to);

#endif
