/* Many match files on all cores, told in their order. */
#ifndef ALEA_CLI_ANALYSE_CREW_H
#define ALEA_CLI_ANALYSE_CREW_H

#include "cli/io/path_list.h"
#include "one.h"

/* Judges every file, `threads` at a time, each on one thread with an engine of its own,
 * and writes what each has to say in the order of the list. Interrupted, it ends after
 * the files whose turn has come; what was judged behind them is in the store. The worst
 * exit status. */
int analyse_crew(const analysis_order *order, const alea_evaluator *evaluator,
                 const alea_met *met, int threads, const path_list *files);

#endif
