/* Positions between text, JSON and the engine. Any thread. */
#ifndef ALEA_SERVER_POSITION_JSON_H
#define ALEA_SERVER_POSITION_JSON_H

#include "server/http/request.h"

#include <alea/notation.h>
#include <alea/play_tree.h>

/* An identifier of any kind; a possible board with fifteen checkers a side at most.
 * False after a refusal (400 bad_position with the column) into `reply`. */
bool position_read(const char *text, alea_position *out, http_reply *reply);
/* The whole answer of GET /api/position, a new reference; NULL without memory. */
json_t *position_json(const alea_position *position);
/* {"nodes": [...]}, a new reference. */
json_t *play_tree_json(const alea_play_tree *tree);
/* Dice are there and must be played. */
bool position_is_play(const alea_position *position);

#endif
