#include "primes.h"

enum {
    OWN_START = 0x1f80000, /* own 24..19 */
    OPP_START = 0x1f80,    /* own 12..7: the enemy's start quarter after a half turn */
    FRONT = 0xfc0,         /* own 11..6 */
    POINTS = 0x1fffffe
};

uint32_t primes_mirror(alea_tables_relation relation, uint32_t mine)
{
    uint32_t m = mine & POINTS;
    if (relation == ALEA_TABLES_SAME) return m;
    if (relation == ALEA_TABLES_HALF_TURN) return (m << 12 | m >> 12) & POINTS;
    /* Reverses 32 bits; bit r becomes bit 31 - r, wanted is 25 - r. */
    m = (m >> 1 & 0x55555555) | (m & 0x55555555) << 1;
    m = (m >> 2 & 0x33333333) | (m & 0x33333333) << 2;
    m = (m >> 4 & 0x0f0f0f0f) | (m & 0x0f0f0f0f) << 4;
    return __builtin_bswap32(m) >> 6;
}

/* Bit l: l..l+5 are all held. Six in a row along the enemy's path. */
static uint32_t sixes(uint32_t held)
{
    uint32_t two = held & held >> 1;
    uint32_t four = two & two >> 2;
    return four & two >> 4;
}

/* Some row begins at a bit of `rows` and no enemy checker stands below it. */
static bool unpassed(uint32_t rows, uint32_t enemy)
{
    if (!rows) return false;
    uint32_t lowest = rows & (0u - rows);
    return !(enemy & (lowest - 1) & POINTS);
}

static bool all_of(uint32_t mask, uint32_t points)
{
    return (mask & points) == points;
}

static bool more_than_four(uint32_t mask)
{
    for (int i = 0; i < 4; i++) mask &= mask - 1;
    return mask != 0;
}

bool primes_full(const turn_state *state, uint32_t mine)
{
    return unpassed(sixes(primes_mirror(state->rules->relation, mine)), state->enemy);
}

bool primes_forbid_landing(const turn_state *state, uint32_t mine, int to)
{
    const unsigned primes = state->rules->primes;
    const uint32_t bit = (uint32_t)1 << to;
    if (primes & ALEA_TABLES_OWN_START_SIX && bit & OWN_START &&
        all_of(mine, OWN_START))
        return true;
    if (primes & ALEA_TABLES_OPP_START_SIX && bit & OPP_START &&
        all_of(mine, OPP_START))
        return true;
    if (primes & ALEA_TABLES_OPP_START_MAX4 && bit & OPP_START &&
        more_than_four(mine & OPP_START))
        return true;
    if (primes & ALEA_TABLES_FRONT_OF_START && bit & FRONT && all_of(mine, FRONT) &&
        state->enemy_start)
        return true;
    if (primes & ALEA_TABLES_SIX_ONLY_IF_PASSED) {
        uint32_t held = primes_mirror(state->rules->relation, mine);
        int at = alea_tables_mirror(state->rules->relation, to);
        /* The rows that contain the landing point begin at most five below it. */
        uint32_t near = ((uint32_t)2 << at) - (at > 5 ? (uint32_t)1 << (at - 5) : 1);
        return unpassed(sixes(held) & near, state->enemy);
    }
    return false;
}

/* All `points` cannot be held within `steps` steps of `die`, each of which fills
 * one. */
static bool far(uint32_t mine, uint32_t points, int die, int steps)
{
    const uint32_t missing = points & ~mine;
    if (missing >> (25 - die)) return true; /* no checker can land there */
    return __builtin_popcount(missing) > steps;
}

bool primes_far(const alea_tables_rules *rules, uint32_t mine, int die, int steps)
{
    const unsigned primes = rules->primes;
    if (primes & ALEA_TABLES_SIX_ONLY_IF_PASSED &&
        __builtin_popcount(mine & POINTS) + steps >= 6)
        return false;
    if (primes & ALEA_TABLES_OPP_START_MAX4 &&
        __builtin_popcount(mine & OPP_START) + steps > 4)
        return false;
    return (!(primes & ALEA_TABLES_OWN_START_SIX) ||
            far(mine, OWN_START, die, steps)) &&
           (!(primes & ALEA_TABLES_OPP_START_SIX) ||
            far(mine, OPP_START, die, steps)) &&
           (!(primes & ALEA_TABLES_FRONT_OF_START) || far(mine, FRONT, die, steps));
}

bool primes_forbid_end(const turn_state *state, uint32_t mine)
{
    const unsigned primes = state->rules->primes;
    return (primes & ALEA_TABLES_OWN_START_SIX && all_of(mine, OWN_START)) ||
           (primes & ALEA_TABLES_OPP_START_SIX && all_of(mine, OPP_START)) ||
           (primes & ALEA_TABLES_OPP_START_MAX4 && more_than_four(mine & OPP_START)) ||
           (primes & ALEA_TABLES_FRONT_OF_START && all_of(mine, FRONT) &&
            state->enemy_start) ||
           (primes & ALEA_TABLES_SIX_ONLY_IF_PASSED && primes_full(state, mine));
}

uint32_t primes_trap(const turn_state *state, uint32_t mine)
{
    uint32_t enemy = state->enemy & POINTS;
    if (!enemy || enemy & (enemy - 1)) return 0;
    int point = __builtin_ctz(enemy);
    if (point < 7) return 0;
    uint32_t row = (uint32_t)0x3f << (point - 6);
    row = primes_mirror(state->rules->relation, row);
    return all_of(mine, row) ? row : 0;
}
