/* The kinds of ratings: one for each length and speed, because strength in one does not
 * imply strength in another. docs/ratings.md describes them. */
#ifndef ALEA_SERVER_RATING_POOLS_H
#define ALEA_SERVER_RATING_POOLS_H

#include <stdbool.h>
#include <stdint.h>

enum { POOL_SIZE = 16, POOLS = 12 };

/* The facts of a game that decide its pool. */
typedef struct pool_facts {
    int match_length; /* 0 = money */
    bool has_clock;
    int64_t reserve_ms, step_ms;
} pool_facts;

/* "short-normal" and the like: static. */
const char *pool_of(const pool_facts *facts);
/* Pool 0 to POOLS - 1, in the order of lists. */
const char *pool_name(int index);
bool pool_exists(const char *name);
/* Rating periods between two moments (Unix ms). */
double pool_periods(int64_t from, int64_t to);

#endif
