/* The choice whose analysis counts if several programs have judged a decision. */
#ifndef ALEA_DESK_FIGURES_H
#define ALEA_DESK_FIGURES_H

#include "store.h"

#include <stdint.h>

/* A choice is "first" (what the desk got first, the default), "ours" (alea's), "filed"
 * (that of the match's files) or the name of a program as files have it. Where that
 * program has not judged a decision, what came first counts. For a match also "desk":
 * as the desk says. */
enum { FIGURES_CHOICE = 64 };

/* The desk's choice. */
alea_status figures_of_desk(desk *d, char out[FIGURES_CHOICE], alea_error *error);
/* The choice for the match itself: "desk" if it has none of its own. */
alea_status figures_of_match(desk *d, int64_t match, char out[FIGURES_CHOICE],
                             alea_error *error);
/* Chooses for the desk, that is for all matches without a choice of their own, or with
 * `match` for one; one transaction. The figures that do not count stay, so that each
 * choice can be taken back. Upper and lower case of names are the same.
 * ALEA_ERROR_ARGUMENT: no program of that name has judged any of the matches, or there
 * is no such match. */
alea_status figures_choose(desk *d, const char *choice, alea_error *error);
alea_status figures_choose_match(desk *d, int64_t match, const char *choice,
                                 alea_error *error);
/* Inside a transaction, after the match got analyses: the chosen ones count. */
alea_status figures_apply(desk *d, int64_t match, alea_error *error);
/* Inside a transaction, when the match is read from another file: the rows are new. */
alea_status figures_forget(desk *d, int64_t match, alea_error *error);
/* Calls `each` with every program that has judged decisions, of one match or with 0 of
 * the desk, and how many of them. */
alea_status figures_programs(desk *d, int64_t match,
                             void (*each)(void *context, const char *program,
                                          int64_t decisions),
                             void *context, alea_error *error);

#endif
