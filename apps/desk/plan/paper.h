/* A study plan on paper. */
#ifndef ALEA_DESK_PLAN_PAPER_H
#define ALEA_DESK_PLAN_PAPER_H

#include "desk/deck.h"

#include <jansson.h>
#include <stddef.h>

/* The plan (plan.h) as a PDF on A4 (malloc'd): its text, then a quiz of each item's
 * positions with their boards, the answers from the desk's cards. */
alea_status plan_paper(desk *d, const json_t *plan, char **pdf, size_t *size,
                       alea_error *error);

#endif
