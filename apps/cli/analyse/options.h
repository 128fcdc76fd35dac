/* The options of alea analyse. */
#ifndef ALEA_CLI_ANALYSE_OPTIONS_H
#define ALEA_CLI_ANALYSE_OPTIONS_H

#include "cli/question/file_rules.h"
#include "one.h"

/* The options that do not go into the order directly. */
typedef struct analyse_request {
    analysis_order order;
    long long plies, luck_plies, threads, candidates;
    double thresholds[3];
    const char *net, *met, *sort, *level, *cache, *compare;
    bool no_cache, again;
    file_rules rules;
} analyse_request;

/* Reads the command line into *q. Returns ARGS_RUN with `order` complete except for its
 * store, or the exit status after a message. */
int analyse_options_read(analyse_request *q, int argc, char **argv, int *operands);
/* The first of the outputs that take one file: "html", ...; NULL if there is none. */
const char *analyse_options_output(const analysis_order *order);

#endif
