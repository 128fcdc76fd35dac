#include "pools.h"

#include <stddef.h>
#include <string.h>

enum {
    MEDIUM_FROM = 5,
    LONG_FROM = 11,
    /* a money session's time is compared with a match to so many points */
    MONEY_POINTS = 5,
    STEPS_A_POINT = 10,        /* turns with a delay or increment in a point */
    BLITZ_BELOW_MS = 150000,   /* for a point */
    SLOW_STEP_MS = 3600 * 1000 /* a clock step of this size means hours or days */
};

/* A player whose rating is narrow and who rests a year is provisional again: with a
 * volatility of 0.06 the deviation grows from 60 to 110 in 78 periods. */
#define PERIOD_MS (5.0 * 24 * 3600 * 1000)

static const char *const names[POOLS] = {
    "short-normal", "short-blitz",  "short-slow",  "medium-normal",
    "medium-blitz", "medium-slow",  "long-normal", "long-blitz",
    "long-slow",    "money-normal", "money-blitz", "money-slow",
};

static int speed_of(const pool_facts *facts)
{
    enum { NORMAL = 0, BLITZ, SLOW };
    const int points = facts->match_length ? facts->match_length : MONEY_POINTS;
    if (!facts->has_clock || facts->step_ms >= SLOW_STEP_MS) return SLOW;
    return facts->reserve_ms / points + STEPS_A_POINT * facts->step_ms < BLITZ_BELOW_MS
               ? BLITZ
               : NORMAL;
}

const char *pool_of(const pool_facts *facts)
{
    const int length = facts->match_length;
    const int kind = length == 0            ? 3
                     : length < MEDIUM_FROM ? 0
                     : length < LONG_FROM   ? 1
                                            : 2;
    return names[3 * kind + speed_of(facts)];
}

const char *pool_name(int index)
{
    return index >= 0 && index < POOLS ? names[index] : NULL;
}

bool pool_exists(const char *name)
{
    int i = 0;
    while (i < POOLS && strcmp(names[i], name) != 0) i++;
    return i < POOLS;
}

double pool_periods(int64_t from, int64_t to)
{
    return to > from ? (double)(to - from) / PERIOD_MS : 0;
}
