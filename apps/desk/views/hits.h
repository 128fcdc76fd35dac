/* The decisions that a search shows: the first ones, or the costliest. */
#ifndef ALEA_DESK_VIEWS_HITS_H
#define ALEA_DESK_VIEWS_HITS_H

#include "desk/find.h"

#include <jansson.h>

/* The match of decisions. */
typedef struct desk_hit_match {
    int64_t match;
    int length;
    char player[2][256], date[32];
} desk_hit_match;

typedef struct desk_hit {
    uint32_t of; /* index of its match in desk_hits.of */
    desk_row row;
} desk_hit;

/* Set `limit` (negative: all), `offset` and `by_error`; the rest is zero. */
typedef struct desk_hits {
    desk_hit *hit;
    size_t hits, capacity, found; /* found: all that match */
    desk_hit_match *of;
    size_t matches, matches_capacity;
    long long limit, offset;
    bool by_error, failed; /* failed: out of memory */
} desk_hits;

/* For desk_find, with desk_hits as its context: keeps the first, or with by_error the
 * costliest in any order. */
bool desk_keep_hit(void *context, const desk_found *f);
/* After desk_find: with by_error the costliest first, and without the first
 * `offset`. */
void desk_sort_hits(desk_hits *s);
void desk_hits_free(desk_hits *s);
const desk_hit_match *desk_hit_of(const desk_hits *s, const desk_hit *h);
/* {"match", "entry", "game", "turn", "player", "opponent", "date", "kind", "action",
 * "id", "loss"}, a new reference. */
json_t *desk_hit_json(const desk_hits *s, const desk_hit *h);

#endif
