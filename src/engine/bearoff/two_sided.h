/* Makes two-sided tables. */
#ifndef ALEA_ENGINE_BEAROFF_TWO_SIDED_H
#define ALEA_ENGINE_BEAROFF_TWO_SIDED_H

#include "internal.h"

/* Fills `table` (positions squared) in rounds: round n completes all pairs in which the
 * lower number is n; the first `done` rounds are there already. `after_round` (may be
 * NULL) is told how many rounds are done; false stops. */
typedef bool bearoff_after_round(void *context, uint64_t done);
alea_status bearoff_make_two_sided(const bearoff_index *index, int threads,
                                   uint64_t done, bearoff_after_round *after_round,
                                   void *context, alea_bearoff_equity *table);

#endif
