/* The judgement of a play as JSON (docs/api.md). Any thread. */
#ifndef ALEA_JSON_OPINION_H
#define ALEA_JSON_OPINION_H

#include <alea/analysis.h>
#include <alea/search.h>

#include <jansson.h>

/* {"made", "best", "loss", "mark", "symbol", "explanation"}, a new reference. */
json_t *made_json(const alea_board *before, const alea_candidate *best,
                  const alea_candidate *made);

#endif
