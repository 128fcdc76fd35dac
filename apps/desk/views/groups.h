/* Statistics of a desk as JSON. */
#ifndef ALEA_DESK_VIEWS_GROUPS_H
#define ALEA_DESK_VIEWS_GROUPS_H

#include "stats.h"

#include <jansson.h>

/* {"by", "groups": [{"key", "matches", "decisions", "loss", "doubtful", "errors",
 * "blunders", "rolls", "luck", "pr"}]}, a new reference. */
json_t *desk_groups_json(const desk_stats *s, const char *by);

#endif
