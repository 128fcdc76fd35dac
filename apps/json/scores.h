/* SCORES of docs/json.md: one decision at every score. */
#ifndef ALEA_JSON_SCORES_H
#define ALEA_JSON_SCORES_H

#include "machine/scores.h"

#include <jansson.h>

/* A new reference. */
json_t *scores_json(const scores_grid *g, const char *id);

#endif
