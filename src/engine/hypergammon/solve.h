/* Hypergammon by value iteration. */
#ifndef ALEA_ENGINE_HYPERGAMMON_SOLVE_H
#define ALEA_ENGINE_HYPERGAMMON_SOLVE_H

#include <alea/bearoff.h>

#include "positions.h"

/* The values that a table holds for a pair: [position on roll][position of the other
 * side]. */
typedef struct hyper_record {
    float equity[5]; /* by hyper_cube */
    float chance[5]; /* in the order of alea_probs */
} hyper_record;

typedef enum hyper_cube {
    HYPER_CUBELESS = 0,
    HYPER_OWNED,
    HYPER_CENTRED,
    HYPER_OPPONENT,
    HYPER_JACOBY,
    HYPER_CUBES
} hyper_cube;

/* Where the iteration stands. A sweep goes through all pairs by rising total pips; a
 * step is all pairs with one total. Changes are of equities; chances may alternate
 * between plays that are worth the same. */
typedef struct hyper_progress {
    uint32_t sweeps; /* complete */
    uint32_t step;   /* of the present sweep: the next total */
    float change;    /* largest change in the present sweep so far */
    float previous;  /* ... in the one before */
    float ratio;     /* of the changes of the last two complete sweeps */
    /* largest change of a chance in the present sweep; at its beginning, in the one
     * before */
    float chances;
} hyper_progress;

enum { HYPER_STEPS = 151, HYPER_MAX_SWEEPS = 200 };
/* The iteration ends with a sweep that changes no equity by more than this. */
#define HYPER_TOLERANCE 1e-6F

/* Called after each step; `sweep_done` after the last one of a sweep. False stops. */
typedef bool hyper_after_step(void *context, const hyper_progress *progress,
                              bool sweep_done);

/* Goes on from `progress` (all zero = from the beginning, with `records` all zero)
 * until nothing changes any more. The result does not depend on the number of threads.
 * ALEA_ERROR_CANCELLED: stopped after a whole step; `progress` and `records` are where
 * to go on. */
alea_status hyper_solve(hyper_record *records, hyper_progress *progress, int threads,
                        hyper_after_step *after_step, void *context);

#endif
