/* The error object of every JSON answer (docs/json.md):
 * {"code": "...", "message": "...", "line": n, "column": n}. Any thread. */
#ifndef ALEA_JSON_ERROR_H
#define ALEA_JSON_ERROR_H

#include <alea/status.h>

#include <jansson.h>

/* Each function returns a new reference, NULL only without memory. A message that is
 * not UTF-8 is repaired; an empty one is replaced by the phrase of the error's
 * status. */

/* {"code", "message"}. */
json_t *error_json(const char *code, const char *message);
/* The same with "line" and "column" if `error` has them. */
json_t *error_json_at(const char *code, const alea_error *error);
/* The code of a failed call of the library, for callers that have no better one:
 * "bad_argument", "no_memory" ... Static. */
const char *error_code(alea_status status);
/* Wraps an error object as {"error": {...}}; consumes the reference. */
json_t *error_answer(json_t *error);

#endif
