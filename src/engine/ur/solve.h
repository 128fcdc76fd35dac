/* The Royal Game of Ur by value iteration. */
#ifndef ALEA_ENGINE_UR_SOLVE_H
#define ALEA_ENGINE_UR_SOLVE_H

#include <alea/status.h>
#include <stdbool.h>

#include "positions.h"

/* Where the iteration stands. A layer is all positions with x and y men off, whoever
 * throws: it needs only layers with more men off, and is iterated until it stands. A
 * sweep goes through a layer by rising total pips, one total a step. */
typedef struct ur_progress {
    uint32_t layer;  /* complete ones */
    uint32_t sweep;  /* complete, of the present layer */
    uint32_t step;   /* of the present sweep: the next total */
    uint32_t sweeps; /* complete, of all layers */
    float change;    /* largest change in the present sweep so far */
    float last;      /* largest change in the last sweep of any complete layer */
} ur_progress;

enum { UR_MOST_SWEEPS = 2000 };
/* A layer stands after a sweep that changes no chance by more than this. */
#define UR_TOLERANCE 1e-7F

uint32_t ur_layers(int men);
/* The men off in a layer, *x >= *y. */
void ur_layer_at(int men, uint32_t layer, int *x, int *y);

/* Called after each step; false stops. */
typedef bool ur_after_step(void *context, const ur_progress *progress);

/* Goes on from `progress` (all zero = from the beginning) with value[number], the
 * chance to win of the side on throw; values of a layer not yet complete may be
 * anything from 0 to 1. The result does not depend on the number of threads.
 * ALEA_ERROR_CANCELLED: stopped after a whole step; `progress` and `value` are where to
 * go on. ALEA_ERROR_UNSUPPORTED: a layer does not come to stand. */
alea_status ur_solve(const ur_numbers *numbers, float *value, ur_progress *progress,
                     int threads, ur_after_step *after_step, void *context);

#endif
