/* Collects the decisions of a desk for a study plan. */
#ifndef ALEA_DESK_PLAN_GATHER_H
#define ALEA_DESK_PLAN_GATHER_H

#include "biases.h"
#include "desk/views/hits.h"
#include "figures.h"
#include "haste.h"

enum { GATHER_HITS = 40 };

typedef struct gather_hit {
    desk_hit_match match;
    desk_row row;
} gather_hit;

/* The costliest errors of one family. */
typedef struct gather_list {
    gather_hit *hit; /* costliest first */
    int hits;
} gather_list;

typedef struct gathered {
    plan_decision *decision;
    size_t decisions, capacity;
    uint32_t players, clusters;
    int64_t matches, money_matches; /* of the player, with counted decisions */
    bias_count bias[BIASES];
    gather_list list[2][FAMILIES]; /* the player's, others' */
    haste_decision *timed;         /* the player's, in games that state times */
    size_t timeds, timed_capacity;
} gathered;

/* Goes through the whole desk. A match counts as after the plan if it was added after
 * `since` (ms since 1970; 0: none counts, and times are read) and is not dated before
 * `day`. Always call gather_free afterwards. */
alea_status gather(desk *d, const char *player, int64_t since, const char *day,
                   gathered *out, alea_error *error);
void gather_free(gathered *g);

/* The person with the most matches in the desk, by alias; "" in an empty desk. */
alea_status gather_main_player(desk *d, char out[256], alea_error *error);

#endif
