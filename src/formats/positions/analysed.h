/* The analysis below a position as eXtreme Gammon, BGBlitz, GNU Backgammon and alea
 * write it for people: read in any of their languages, by its structure only, and
 * written as eXtreme Gammon does. */
#ifndef ALEA_FORMATS_POSITIONS_ANALYSED_H
#define ALEA_FORMATS_POSITIONS_ANALYSED_H

#include "base/text.h"
#include "figures.h"
#include "formats/toolkit/importer.h"

#include <alea/record.h>

enum { ANALYSIS_MOST_PLAYS = 64 };

typedef struct analysed_text {
    alea_filed cube;
    alea_filed_candidate play[ANALYSIS_MOST_PLAYS];
    char mark[ANALYSIS_MOST_PLAYS]; /* the footnote of its rollout; 0: none */
    int plays, rows; /* rows of chances below the last play, or of the cube */
    int equities;    /* of the cube */
    bool mwc, other_layout;
    const char *program; /* by its layout; NULL: eXtreme Gammon's */
    char stated[24];     /* the program as the text names it; "" = it does not */
    char level[20];      /* of the last line that names one */
    span name[2];        /* of A and B beside BGBlitz's diagram */
    alea_player doubler;
    size_t line; /* of its first figure; 0: none */
} analysed_text;

/* `doubler`: the player on roll. */
void analysed_start(analysed_text *a, alea_player doubler);
/* Takes what the line says, of which the text stays valid. */
void analysed_line(analysed_text *a, importer *in, span line, size_t number);
/* Keeps the analysis as that of the decision which the record ends with. */
alea_status analysed_keep(analysed_text *a, importer *in);

/* The first analysis of the decision at `entry`, in English, with its program; nothing
 * if there is none. */
void analysed_write(const alea_record *record, size_t entry, alea_text *out);

#endif
