/* Results of the engine as JSON (docs/api.md: CANDIDATE, CUBE). Each function returns a
 * new reference. Any thread. */
#ifndef ALEA_SERVER_OPINION_JSON_H
#define ALEA_SERVER_OPINION_JSON_H

#include "common/json/number.h"

#include <alea/analysis.h>
#include <alea/search.h>

#include <jansson.h>

/* [[from, to], ...] */
json_t *moves_json(const alea_play *play);
/* CANDIDATE; `best` is the best equity, from which the loss is counted. */
json_t *candidate_json(const alea_board *before, const alea_candidate *candidate,
                       float best);
/* The candidates of a search, best first. */
json_t *candidates_json(const alea_board *before, const alea_candidate *found,
                        int count);
/* CUBE, with its explanation. Searches the next rolls, so call it on the engine's thread. */
json_t *cube_json(alea_engine *engine, const alea_decision *decision,
                  const alea_cube_result *result);
/* The judgement of a play: {"made", "best", "loss", "mark", "symbol", "explanation"}. */
json_t *made_json(const alea_board *before, const alea_candidate *best,
                  const alea_candidate *made);

#endif
