/* The one JSON shape of an error: {"code", "message", "line"?, "column"?}. */
#ifndef ALEA_COMMON_ERROR_JSON_H
#define ALEA_COMMON_ERROR_JSON_H

#include <alea/status.h>

#include <jansson.h>

/* The object itself; an answer holds it as "error". NULL without memory. */
json_t *error_json(const alea_error *error);
/* The code of a status: "bad_argument", "bad_file", ... Static. */
const char *error_code(alea_status status);

#endif
