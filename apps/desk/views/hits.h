/* The decisions that a search shows: the first ones, or the costliest. */
#ifndef ALEA_DESK_VIEWS_HITS_H
#define ALEA_DESK_VIEWS_HITS_H

#include "desk/find.h"

#include <jansson.h>

typedef struct desk_hit {
    int64_t match;
    int length;
    char name[2][256], date[256]; /* name[0]: who decides */
    desk_row row;
} desk_hit;

/* Set `limit` and `by_error`; the rest is zero. free(hit) at the end. */
typedef struct desk_hits {
    desk_hit *hit;
    size_t hits, capacity, found; /* found: all that match */
    long long limit;
    bool by_error, failed; /* failed: out of memory */
} desk_hits;

/* For desk_find, with desk_hits as its context: keeps the first, or with by_error the
 * costliest in any order. */
bool desk_keep_hit(void *context, const desk_found *f);
/* After desk_find: with by_error the costliest first. */
void desk_sort_hits(desk_hits *s);
/* {"match", "entry", "game", "turn", "player", "opponent", "date", "kind", "action",
 * "id", "loss"}, a new reference. */
json_t *desk_hit_json(const desk_hit *h);

#endif
