/* A training run: rounds of self-play and fitting, saved so that it can be resumed. */
#ifndef ALEA_TRAINER_RUN_COURSE_H
#define ALEA_TRAINER_RUN_COURSE_H

#include "trainer/support/settings.h"

#include <signal.h>

/* Runs until the settings' end or until *stop becomes non-zero, resuming from
 * OUT/resume.ck if it exists. Writes OUT/latest.weights, OUT/latest.net, OUT/log.txt.
 * 0 = done, 1 = stopped and saved, -1 = failed with a reason. */
int run_train(const settings *s, const volatile sig_atomic_t *stop, char *reason,
              size_t size);

#endif
