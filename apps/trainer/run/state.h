/* A training run: rounds of self-play and fitting, and the state between two of them,
 * saved so that it can be resumed. */
#ifndef ALEA_TRAINER_RUN_STATE_H
#define ALEA_TRAINER_RUN_STATE_H

#include "trainer/fit/net_set.h"
#include "trainer/support/settings.h"

#include <signal.h>

enum { RINGS = 2 }; /* contact positions, race positions */

typedef struct run_state {
    net_set nets;
    sample_ring ring[RINGS];
    int64_t round;
    double minutes;             /* wall time spent so far, over all sittings */
    double due[ALEA_NET_KINDS]; /* examples each net has still to be trained on */
    uint64_t games, positions, examples;
} run_state;

int run_state_open(run_state *r, const settings *s, char *reason, size_t size);
void run_state_close(run_state *r);
/* Writes the whole state to a temporary file and renames it, so that a crash leaves
 * the old or the new state. A state read back is bit-identical. */
int run_state_save(const run_state *r, const settings *s, const char *path,
                   char *reason, size_t size);
/* Into an opened state of the same settings. */
int run_state_load(run_state *r, const settings *s, const char *path, char *reason,
                   size_t size);

/* Runs until the settings' end or until *stop becomes non-zero, resuming from
 * OUT/resume.ck if it exists. Writes OUT/latest.weights, OUT/latest.net, OUT/log.txt.
 * 0 = done, 1 = stopped and saved, -1 = failed with a reason. */
int run_train(const settings *s, const volatile sig_atomic_t *stop, char *reason,
              size_t size);

#endif
