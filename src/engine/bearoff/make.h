/* Makes tables. */
#ifndef ALEA_ENGINE_BEAROFF_MAKE_H
#define ALEA_ENGINE_BEAROFF_MAKE_H

#include "internal.h"

/* Table of a one-sided job with room for the header in front; *bytes is malloc'ed, and
 * with chained throws so is *after_double (else NULL). */
alea_status bearoff_make_one_sided(const alea_bearoff_job *job,
                                   alea_bearoff_throws throws, unsigned char **bytes,
                                   size_t *size, uint32_t **after_double);

/* Fills `table` (positions squared) in rounds: round n completes all pairs in which the
 * lower number is n; the first `done` rounds are complete already. Calls `after_round`
 * (may be NULL) with the number of rounds done; it returns false to stop. */
typedef bool bearoff_after_round(void *context, uint64_t done);
alea_status bearoff_make_two_sided(const bearoff_index *index,
                                   alea_bearoff_throws throws, int threads,
                                   uint64_t done, bearoff_after_round *after_round,
                                   void *context, alea_bearoff_equity *table);

#endif
