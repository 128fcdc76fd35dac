/* Everything a run must remember from one round to the next. */
#ifndef TRAINER_RUN_STATE_H
#define TRAINER_RUN_STATE_H

#include "trainer/fit/net_set.h"
#include "trainer/support/settings.h"

enum { RINGS = 2 }; /* contact positions, race positions */

typedef struct run_state {
    net_set nets;
    sample_ring ring[RINGS];
    int64_t round;
    double minutes;             /* wall time spent so far, over all sittings */
    double due[ALEA_NET_KINDS]; /* examples still owed to each net */
    uint64_t games, positions, examples;
} run_state;

int run_state_open(run_state *r, const settings *s, char *reason, size_t size);
void run_state_close(run_state *r);
/* The whole state, written beside and renamed over, so that no crash leaves half of
 * one. The exact bytes of a state read back are those written. */
int run_state_save(const run_state *r, const settings *s, const char *path,
                   char *reason, size_t size);
/* Into an opened state of the same settings. */
int run_state_load(run_state *r, const settings *s, const char *path, char *reason,
                   size_t size);

#endif
