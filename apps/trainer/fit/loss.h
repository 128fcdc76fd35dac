/* Distance of a net from stored positions it was not trained on. */
#ifndef ALEA_TRAINER_FIT_LOSS_H
#define ALEA_TRAINER_FIT_LOSS_H

#include "base/thread.h"
#include "net_set.h"

/* The output buckets of contact; races; and what the errors of sibling positions, which
 * decide plays, differ by from their siblings' mean. */
enum { LOSS_RACES = ALEA_OUTPUT_BUCKETS, LOSS_SIBLINGS, LOSS_GROUPS };

/* Sums over positions. The labels' own noise is in both, alike for every net asked. */
typedef struct loss_tally {
    double n;
    double divergence; /* cross-entropy above that of the label itself, nats */
    double square;     /* of the equity's error, points squared */
} loss_tally;

/* -1 with a reason when the file cannot be read or is damaged. */
int loss_measure(const judge *net, alea_pool *threads, const char *path,
                 loss_tally tally[LOSS_GROUPS], char *reason, size_t size);

#endif
