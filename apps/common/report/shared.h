/* What an analysis tells: the same facts as text, JSON, a page, SGF. */
#ifndef ALEA_COMMON_REPORT_H
#define ALEA_COMMON_REPORT_H

#include <alea/alea.h>
#include <alea/analysis.h>
#include <alea/file.h>

#include <jansson.h>
#include <stdio.h>

typedef struct report {
    const char *path;
    alea_format format;
    const alea_record *record;
    const alea_analysis *analysis;
    const alea_met *met;
    const char *names[2];      /* of A and B */
    size_t warnings;           /* of the reader */
    const alea_error *stopped; /* where a damaged file ends for it; NULL: it is whole */
} report;

/* Shared by all. */

enum { REPORT_WORDS_SIZE = 80 };
/* What was done and what should have been: "13/10 13/12", "no double", "drop". */
void report_made(const alea_judgement *j, char out[REPORT_WORDS_SIZE]);
void report_best(const alea_judgement *j, char out[REPORT_WORDS_SIZE]);
/* One or two sentences; empty where nothing was lost. */
void report_why(const report *r, const alea_judgement *j, char out[ALEA_EXPLAIN_SIZE]);
/* The position the decision was made in. False if the record cannot be replayed so
 * far. */
bool report_position(const report *r, const alea_judgement *j, alea_position *position);
/* A play of this decision as text. */
void report_play(const alea_judgement *j, const alea_play *play,
                 char out[ALEA_PLAY_TEXT_SIZE]);

#endif
