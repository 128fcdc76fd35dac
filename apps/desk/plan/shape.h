/* A study plan as JSON (docs/json.md). Each function returns a new reference. */
#ifndef ALEA_DESK_PLAN_SHAPE_H
#define ALEA_DESK_PLAN_SHAPE_H

#include "gather.h"

#include <jansson.h>

/* All families with decisions, certain ones first, then those with most to gain. */
json_t *plan_families_json(const gathered *g, const plan_figures *figures);
json_t *plan_biases_json(const gathered *g);
/* Puts the timed decisions of `g` in order. */
json_t *plan_haste_json(gathered *g);
/* A thing to study, without its positions. */
json_t *plan_thing_json(const gathered *g, const plan_figures *figures, int number,
                        plan_family f);
json_t *plan_progress_json(const plan_progress *p);
/* The families to study: certain ones first, then those with most to gain. Returns how
 * many, at most `most`. */
int plan_choose(const gathered *g, const plan_figures *figures, int most,
                plan_family out[]);

#endif
