/* Positions of a desk that are decisions of its matches, too: the match's decision is
 * found, the position stands behind it with its own analysis. */
#ifndef ALEA_DESK_TWINS_H
#define ALEA_DESK_TWINS_H

#include "desk/search/rows.h"
#include "store.h"

/* All decisions of the matches of a desk, as they were when it was made. */
typedef struct twins twins;

/* Reads every decision. Free it in any case. */
alea_status twins_open(desk *d, twins **out, alea_error *error);
/* NULL is allowed. */
void twins_free(twins *t);
/* Goes through decisions in the situation of `row`, without Jacoby and beavers, from
 * *at on, which begins as 0; false: there is no further one. */
bool twins_next(const twins *t, const desk_row *row, size_t *at, int64_t *match,
                int64_t *entry);

/* Inside a transaction. Tags the position's decision as "position"; with `match`, that
 * decision instead, behind which the position stands from now on. */
alea_status twins_mark(desk *d, int64_t position, int64_t own_entry, int64_t match,
                       int64_t entry, alea_error *error);
/* Inside a transaction: the match was added or read anew, and the positions that it has
 * now are behind its decisions. */
alea_status twins_take(desk *d, int64_t match, const desk_rows *rows,
                       const alea_rules *rules, alea_error *error);

#endif
