/* Analyses many match files on all cores and prints the results in the order of the
 * files. */
#ifndef ALEA_CLI_ANALYSE_CREW_H
#define ALEA_CLI_ANALYSE_CREW_H

#include "cli/io/path_list.h"
#include "one.h"

/* Judges every file, `threads` at a time, each on one thread with an engine of its own,
 * and prints the results in the order of the list. When interrupted it stops after the
 * file being printed; later files that were already judged stay in the store. Returns
 * the worst exit status of all files. */
int analyse_crew(const analysis_order *order, const alea_evaluator *evaluator,
                 const alea_met *met, int threads, const path_list *files);

#endif
