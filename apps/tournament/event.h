/* Events as JSON: how a server and a file keep a tournament. */
#ifndef ALEA_TOURNAMENT_EVENT_H
#define ALEA_TOURNAMENT_EVENT_H

#include "model.h"

#include <jansson.h>

/* A new reference; NULL without memory. `time` is not in it. */
json_t *tournament_event_json(const tournament_event *e);
/* Reads it; false if it is not an event. */
bool tournament_event_read(const json_t *json, tournament_event *out);
/* The plan, as a request, an event and a page have it; the seed is in an event only. */
json_t *tournament_plan_json(const tournament_plan *plan, bool with_seed);
/* Reads what is given over `plan`, which has the defaults; refuses unknown fields and
 * wrong types. The first fault as a sentence, NULL if there is none. Static. */
const char *tournament_plan_read(const json_t *json, tournament_plan *plan);

/* Words of the JSON. */
extern const char *const tournament_kind_names[TOURNAMENT_KINDS];
extern const char *const tournament_stage_names[3];
extern const char *const tournament_outcome_names[5];
extern const char *const tournament_part_names[4];

/* The plan of a tournament: defaults and limits. */

/* A single elimination of 5-point matches without clock; no name. */
tournament_plan tournament_plan_default(void);
/* The first fault as a sentence, NULL if there is none. Static. */
const char *tournament_plan_fault(const tournament_plan *plan);
/* Visible UTF-8 of at least one and at most 32 characters that does not begin or end
 * with a space. */
bool tournament_name_is_good(const char *name);

#endif
