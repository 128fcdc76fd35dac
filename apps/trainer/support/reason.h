/* Why something failed, as text in the caller's `reason`; each returns -1. */
#ifndef ALEA_TRAINER_SUPPORT_REASON_H
#define ALEA_TRAINER_SUPPORT_REASON_H

#include <stddef.h>

int reason_no_memory(char *reason, size_t size);
int reason_no_threads(char *reason, size_t size); /* or no memory */

#endif
