/* Numbers of the engine as JSON values. Each function returns a new reference. Any
 * thread. */
#ifndef ALEA_JSON_NUMBER_H
#define ALEA_JSON_NUMBER_H

#include <alea/eval.h>

#include <jansson.h>

/* Rounded to six decimals; NAN and infinities are null. */
json_t *number_json(double value);
/* PROBABILITIES of docs/json.md. */
json_t *probs_json(const alea_probs *probs);

#endif
