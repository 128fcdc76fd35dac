/* The order of a net's first-layer units. The kernels multiply pairs of neighbouring
 * units, and skip a pair that is zero in two sibling positions: the more often
 * neighbours are zero together, the less there is to compute. What a packed net says
 * does not change by a bit: its sums are of integers. */
#ifndef ALEA_TRAINER_FIT_ARRANGE_H
#define ALEA_TRAINER_FIT_ARRANGE_H

#include "net_set.h"

/* Share of the pairs of units that are not zero, in the positions that the order is
 * made from. */
typedef struct arrangement {
    double before, after;
} arrangement;

enum { ARRANGED_NETS = 2 }; /* contact and race; the prune net's kernel skips nothing */

/* Orders the units in the averaged weights of the contact and the race net, by what
 * games of `b` against itself reach: the same order on every machine. Both shares are 0
 * where too few positions of a kind came up; its net stays as it is. 0, or -1 with a
 * reason. */
int net_set_arrange(net_set *b, arrangement out[ARRANGED_NETS], char *reason,
                    size_t size);

#endif
