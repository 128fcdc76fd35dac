/* The result of a merge as JSON. */
#ifndef ALEA_DESK_ORDER_MERGE_JSON_H
#define ALEA_DESK_ORDER_MERGE_JSON_H

#include "merge.h"

#include <jansson.h>

/* Keeps a reference to `said`, sentences about the conflicts. Returns a new
 * reference. */
json_t *merge_json(const merge_counts *counts, json_t *said);

#endif
