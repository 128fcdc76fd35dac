/* The result of a merge as JSON. */
#ifndef ALEA_DESK_ORDER_MERGE_JSON_H
#define ALEA_DESK_ORDER_MERGE_JSON_H

#include "merge.h"

#include <jansson.h>

/* `said`, sentences about the conflicts, is referred to. A new reference. */
json_t *merge_json(const merge_counts *counts, json_t *said);

#endif
