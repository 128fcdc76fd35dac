/* ROLLOUT of docs/json.md. */
#ifndef ALEA_JSON_ROLLOUT_H
#define ALEA_JSON_ROLLOUT_H

#include <alea/rollout.h>

#include <jansson.h>

/* The state of a rollout of at least one trial, a new reference; `done`: no more trials
 * are to come. `met` may be NULL for money. */
json_t *rollout_json(const alea_rollout *rollout, const alea_met *met, bool done);

#endif
