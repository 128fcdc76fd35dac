/* Positions between text, JSON and the engine. Any thread. */
#ifndef ALEA_SERVER_STUDY_RENDER_POSITION_JSON_H
#define ALEA_SERVER_STUDY_RENDER_POSITION_JSON_H

#include "server/http/request.h"
#include "json/shapes.h"

#include <alea/notation.h>

/* Reads an identifier of any kind into a possible board with at most 15 checkers a
 * side. False after a refusal (400 bad_position with the column). */
bool position_read(const char *text, alea_position *out, http_reply *reply);
/* The answer of GET /api/position: POSITION of docs/json.md with "tree"; a new
 * reference. */
json_t *position_tree_json(const alea_position *position);

#endif
