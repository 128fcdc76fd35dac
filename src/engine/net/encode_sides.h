/* Facts that every encoder, portable or SIMD, derives from both sides' point masks. */
#ifndef ALEA_ENGINE_NET_ENCODE_SIDES_H
#define ALEA_ENGINE_NET_ENCODE_SIDES_H

#include <stdbool.h>
#include <stdint.h>

#include <alea/board.h>
#include <alea/net.h>

enum {
    SLOT_BAR = 24, /* mine, theirs */
    SLOT_OFF = 26, /* mine, theirs */
    SLOT_WINDOWS = ALEA_BOARD_SLOTS,
    SLOT_ESCAPES = SLOT_WINDOWS + 8,
    SLOT_HITS = SLOT_ESCAPES + 4,
    SLOT_SHOTS = SLOT_HITS + 2,
    RACE_OFF = 24,
    RACE_PIPS = 26,
    RACE_DIFFERENCE = 28,
    HALF_POINT = 8, /* rows of a side on a point; also the number of shot buckets */
    MAX_BAR = 6,
    ALL_POINTS = 0x1fffffe /* bits 1..24 */
};

/* One side in its own numbering: bit p of a mask = point p, 1..24. */
typedef struct side {
    uint32_t any, made, blots;
    int bar, off;
    int back;     /* checkers on 19..24 and the bar */
    int rearmost; /* 25 with a checker on the bar, 0 with none left */
} side;

/* Of the 36 throws (a bit each), those whose full sum of two dice a checker on `from`
 * can travel over at least one open stop; `blocks` = the enemy's made points in the
 * enemy's numbering. */
static inline uint64_t escaping_throws(int from, uint32_t blocks)
{
    uint32_t open = ~(blocks >> (26 - from)); /* bit j-1 = j pips ahead */
    uint32_t first = open & 63;
    uint64_t throws = 0;
    for (int a = 1; a <= 6; a++) {
        uint32_t stops = first | (0U - (open >> (a - 1) & 1));
        throws = throws << 6 | (open >> a & 63 & stops);
    }
    return throws;
}

static inline void encode_windows(const side *me, const side *them,
                                  uint8_t *feature_groups)
{
    static const uint8_t window[4] = {1, 4, 7, 19};
    for (int i = 0; i < 4; i++) {
        feature_groups[SLOT_WINDOWS + i] = (uint8_t)(me->made >> window[i] & 63);
        feature_groups[SLOT_WINDOWS + 4 + i] = (uint8_t)(them->made >> window[i] & 63);
    }
}

/* Four points in a row made. */
static inline bool has_prime(uint32_t made)
{
    made &= made << 1;
    return (made & made << 2) != 0;
}

/* Output buckets, in order of precedence: bearing in or off against contact (mine,
 * theirs), many checkers back (both, mine, theirs), no checker back on one side, a
 * prime, and the rest. */
static inline int tail_of(const side *me, const side *them)
{
    if (me->off > 0 || me->rearmost <= 6) return 0;
    if (them->off > 0 || them->rearmost <= 6) return 1;
    if (me->back >= 4) return them->back >= 4 ? 2 : 3;
    if (them->back >= 4) return 4;
    if (me->back == 0 || them->back == 0) return 5;
    return has_prime(me->made) || has_prime(them->made) ? 6 : 7;
}

/* The outcomes that the loser `s` still risks: bit 0 a gammon, bit 1 a backgammon.
 * Without contact a checker outside the winner's home never returns there. */
static inline unsigned risks_of(const side *s, bool contact)
{
    if (s->off > 0) return 0;
    return contact || s->rearmost >= 19 ? 3 : 1;
}

static inline unsigned possible_of(const side *me, const side *them)
{
    bool contact = me->rearmost + them->rearmost > 24;
    return (1U | risks_of(them, contact) << 1) | (1U | risks_of(me, contact) << 1) << 3;
}

#endif
