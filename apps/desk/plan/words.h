/* A study plan in words. */
#ifndef ALEA_DESK_PLAN_WORDS_H
#define ALEA_DESK_PLAN_WORDS_H

#include <jansson.h>
#include <stdio.h>

/* The plan (plan.h) as text, at most 90 columns except for long names; the table of the
 * families comes last, after the line that begins with PLAN_TABLE. */
#define PLAN_TABLE "All decisions"
void plan_words(const json_t *plan, FILE *to);

#endif
