/* A run that teaches a net a tables game by self-play: TD(lambda). */
#ifndef ALEA_TRAINER_TABLES_COURSE_H
#define ALEA_TRAINER_TABLES_COURSE_H

#include "trainer/support/settings.h"

#include <signal.h>

/* The run that `settings` describe, whose `game` is not empty, or its rest: OUT holds
 * resume.ck, latest.net, half.net (the net at half of the run) and log.txt. 0 at its
 * end, 1 when *stop ended this sitting, -1 with a reason. */
int tables_course_run(const settings *s, const volatile sig_atomic_t *stop,
                      char *reason, size_t size);

#endif
