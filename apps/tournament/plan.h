/* The plan of a tournament: defaults and limits. */
#ifndef ALEA_TOURNAMENT_PLAN_H
#define ALEA_TOURNAMENT_PLAN_H

#include "model.h"

/* A single elimination of 5-point matches without clock; no name. */
tournament_plan tournament_plan_default(void);
/* The first fault as a sentence, NULL if there is none. Static. */
const char *tournament_plan_fault(const tournament_plan *plan);
/* Printable UTF-8 of at least one and at most 32 characters that does not begin or end
 * with a space. */
bool tournament_name_is_good(const char *name);

#endif
