/* The analysis of match files: reads, judges and prints one, or many on all cores in
 * the order of the files. */
#ifndef ALEA_CLI_ANALYSE_ONE_H
#define ALEA_CLI_ANALYSE_ONE_H

#include "cli/io/path_list.h"
#include "report/shared.h"
#include "store.h"

#include <alea/alea.h>
#include <stdbool.h>
#include <stdio.h>

/* Settings that all files of a command share. Read-only while files are judged. */
typedef struct analysis_order {
    alea_analysis_settings settings;
    bool json, all, partial;
    report_choice choice;
    alea_import_options import; /* strictness and rules */
    const char *html, *sgf, *xg_text, *pdf, *quiz;
    bool roll_out_blunders;
    /* --compare: judged at `other` too, or beside the analysis in the file. */
    bool compares, compare_file;
    alea_analysis_settings other;
    const char *paper; /* of the two: "a4" or "letter" */
    analysis_store store;
} analysis_order;

/* Where one file's words go. */
typedef struct analysis_sink {
    FILE *out, *err;
    bool percent;    /* show progress on stderr */
    bool whole;      /* tell nothing of a file whose analysis is interrupted */
    bool from_store; /* set: it had been judged before */
} analysis_sink;

/* Returns EXIT_DONE, or the exit status after printing the reason; 130 if
 * interrupted. */
int analyse_one(const analysis_order *order, alea_engine *engine, const char *path,
                analysis_sink *sink);
/* A file that cannot be analysed: with --json a line of its own, so that lines can be
 * paired with files. Returns `status`. */
int analyse_refuse(const analysis_order *order, const char *path,
                   const alea_error *error, int status, const analysis_sink *sink);

/* Judges every file, `threads` at a time, each on one thread with an engine of its own,
 * and prints the results in the order of the list. When interrupted it stops after the
 * file being printed; later files that were already judged stay in the store. Returns
 * the worst exit status of all files. */
int analyse_crew(const analysis_order *order, const alea_evaluator *evaluator,
                 const alea_met *met, int threads, const path_list *files);

#endif
