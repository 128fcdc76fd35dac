/* A position as one-hot slots: the board itself, and the tactics that a shallow net
 * learns worst and that cost little to count (made-point windows, escapes, shots). The
 * meanings are frozen once a net has been trained on them; alea_encode_hash tells
 * versions apart. */
#include "encode_sides.h"

#include <alea/dice.h>

#include <string.h>

enum { POINT_ROWS = 16, PIP_ROWS = 40 };

#define R(base, step, n) (uint16_t)((base) + (step) * (n))
#define R4(base, step, n)                                                              \
    R(base, step, n), R(base, step, n + 1), R(base, step, n + 2), R(base, step, n + 3)
#define R8(base, step, n) R4(base, step, n), R4(base, step, n + 4)
#define R24(base, step)   R8(base, step, 0), R8(base, step, 8), R8(base, step, 16)

enum {
    ROW_BAR = 24 * POINT_ROWS,
    ROW_OFF = ROW_BAR + 2 * MAX_BAR,
    ROW_WINDOWS = ALEA_BOARD_ROWS,
    ROW_ESCAPES = ROW_WINDOWS + 8 * 63,
    ROW_HITS = ROW_ESCAPES + 4 * 36,
    ROW_SHOTS = ROW_HITS + 2 * 36
};

static const uint16_t contact_first[ENCODE_STRIDE] = {
    R24(0, POINT_ROWS),      ROW_BAR,
    ROW_BAR + MAX_BAR,       ROW_OFF,
    ROW_OFF + ALEA_CHECKERS, R8(ROW_WINDOWS, 63, 0),
    R4(ROW_ESCAPES, 36, 0),  ROW_HITS,
    ROW_HITS + 36,           R24(ROW_SHOTS, POINT_ROWS),
};

static const uint16_t race_first[ENCODE_STRIDE] = {
    R24(0, POINT_ROWS),
    ROW_BAR,
    ROW_BAR + ALEA_CHECKERS,
    ROW_BAR + 2 * ALEA_CHECKERS,
    ROW_BAR + 2 * ALEA_CHECKERS + PIP_ROWS,
    ROW_BAR + 2 * ALEA_CHECKERS + 2 * PIP_ROWS,
};

const uint8_t encode_shot_bucket[37] = {0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 3, 4, 4,
                                        5, 5, 6, 6, 6, 7, 7, 7, 7, 7, 8, 8, 8,
                                        8, 8, 8, 8, 8, 8, 8, 8, 8, 8, 8};

static side side_of(const int8_t *point, bool mine)
{
    side s = {.off = ALEA_CHECKERS};
    for (int p = 1; p <= 24; p++) {
        int n = mine ? point[p] : -point[25 - p];
        if (n <= 0) continue;
        uint32_t bit = 1U << p;
        s.any |= bit;
        if (n == 1)
            s.blots |= bit;
        else
            s.made |= bit;
        s.off -= n;
        s.rearmost = p;
        if (p >= 19) s.back += n;
    }
    s.bar = mine ? point[25] : -point[0];
    s.off -= s.bar;
    s.back += s.bar;
    if (s.bar > 0) s.rearmost = 25;
    return s;
}

/* Bit p becomes bit 25 - p: the other side's numbering. */
static uint32_t mirrored(uint32_t mask)
{
    mask = (mask & 0x55555555U) << 1 | (mask >> 1 & 0x55555555U);
    mask = (mask & 0x33333333U) << 2 | (mask >> 2 & 0x33333333U);
    mask = (mask & 0x0f0f0f0fU) << 4 | (mask >> 4 & 0x0f0f0f0fU);
    mask = (mask & 0x00ff00ffU) << 8 | (mask >> 8 & 0x00ff00ffU);
    mask = mask << 16 | mask >> 16; /* bit p is now bit 31 - p */
    return mask >> 6;
}

static int bits(uint64_t mask)
{
    mask -= mask >> 1 & 0x5555555555555555U;
    mask = (mask & 0x3333333333333333U) + (mask >> 2 & 0x3333333333333333U);
    mask = (mask + (mask >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return (int)(mask * 0x0101010101010101U >> 56);
}

static uint8_t escapes(int from, uint32_t blocks)
{
    return (uint8_t)bits(escaping_throws(from, blocks));
}

/* Points that the hitter reaches with one roll, in the hitter's numbering. `open` =
 * points he may land on. Other checkers' duties (using both dice) are left aside. */
static uint32_t reach_two(uint32_t hitters, int bar, uint32_t open, int a, int b)
{
    if (bar == 0) {
        uint32_t by_a = hitters >> a, by_b = hitters >> b;
        return by_a | by_b | (by_a & open) >> b | (by_b & open) >> a;
    }
    uint32_t enter_a = 1U << (25 - a) & open, enter_b = 1U << (25 - b) & open;
    uint32_t reach = enter_a | enter_b;
    if (bar > 1) return reach;
    if (enter_a) reach |= (hitters | enter_a) >> b;
    if (enter_b) reach |= (hitters | enter_b) >> a;
    return reach;
}

static uint32_t reach_double(uint32_t hitters, int bar, uint32_t open, int die)
{
    uint32_t reach = 0, stand = hitters;
    if (bar > 0) {
        reach = 1U << (25 - die) & open;
        if (!reach) return 0;
        stand |= reach;
    }
    for (int left = 4 - bar; left > 0; left--) {
        stand >>= die;
        reach |= stand;
        stand &= open;
    }
    return reach;
}

/* Throws that hit any blot, and for each blot its bucket into at[hitter's point]. */
static int count_shots(const side *hitter, const side *target, uint8_t at[26])
{
    uint32_t blots = mirrored(target->blots),
             open = ~mirrored(target->made) & ALL_POINTS;
    if (!blots) return 0;
    uint32_t hit[ALEA_ROLLS];
    int any = 0, n = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = 1; b <= a; b++, n++) {
            hit[n] = blots & (a == b ? reach_double(hitter->any, hitter->bar, open, a)
                                     : reach_two(hitter->any, hitter->bar, open, a, b));
            if (hit[n]) any += a == b ? 1 : 2;
        }
    if (!any) return 0;
    for (int p = 1; p <= 24; p++) {
        if (!(blots >> p & 1)) continue;
        int throws = 0;
        n = 0;
        for (int a = 1; a <= 6; a++)
            for (int b = 1; b <= a; b++, n++)
                if (hit[n] >> p & 1) throws += a == b ? 1 : 2;
        at[p] = encode_shot_bucket[throws];
    }
    return any;
}

static uint8_t capped(int value, int most)
{
    return (uint8_t)(value < most ? value : most);
}

static void encode_points(const alea_board *board, uint8_t *slots)
{
    for (int p = 1; p <= 24; p++) {
        int n = board->point[p];
        if (n > 0) slots[p - 1] = capped(n, HALF_POINT);
        if (n < 0) slots[p - 1] = (uint8_t)(HALF_POINT + capped(-n, HALF_POINT));
    }
}

static void encode_board(const alea_board *board, int my_off, int their_off,
                         uint8_t *slots)
{
    encode_points(board, slots);
    slots[SLOT_BAR] = capped(board->point[25], MAX_BAR);
    slots[SLOT_BAR + 1] = capped(-board->point[0], MAX_BAR);
    slots[SLOT_OFF] = (uint8_t)my_off;
    slots[SLOT_OFF + 1] = (uint8_t)their_off;
}

static void encode_tactics(const side *me, const side *them, uint8_t *slots)
{
    encode_windows(me, them, slots);
    if (me->rearmost) slots[SLOT_ESCAPES] = escapes(me->rearmost, them->made);
    if (them->rearmost) slots[SLOT_ESCAPES + 1] = escapes(them->rearmost, me->made);
    slots[SLOT_ESCAPES + 2] = escapes(25, them->made);
    slots[SLOT_ESCAPES + 3] = escapes(25, me->made);

    uint8_t at[26] = {0};
    slots[SLOT_HITS] = (uint8_t)count_shots(me, them, at);
    for (int p = 1; p <= 24; p++)
        if (at[p]) slots[SLOT_SHOTS + p - 1] = (uint8_t)(HALF_POINT + at[p]);
    memset(at, 0, sizeof at);
    slots[SLOT_HITS + 1] = (uint8_t)count_shots(them, me, at);
    for (int p = 1; p <= 24; p++)
        if (at[p]) slots[SLOT_SHOTS + 24 - p] = at[p];
}

static void encode_race(const alea_board *board, uint8_t *slots)
{
    int pips[2] = {0, 0}, left[2] = {0, 0};
    for (int p = 1; p <= 24; p++) {
        int n = board->point[p];
        int who = n < 0;
        pips[who] += who ? -n * (25 - p) : n * p;
        left[who] += who ? -n : n;
    }
    encode_points(board, slots);
    for (int who = 0; who < 2; who++) {
        slots[RACE_OFF + who] = (uint8_t)(ALEA_CHECKERS - left[who]);
        slots[RACE_PIPS + who] = capped((pips[who] + 3) / 4, PIP_ROWS);
    }
    int difference = pips[0] - pips[1];
    if (difference > 62) difference = 62;
    if (difference < -62) difference = -62;
    slots[RACE_DIFFERENCE] = (uint8_t)(32 + difference / 2);
}

void encode_slots(alea_net_kind kind, const alea_board *board,
                  uint8_t slots[ENCODE_STRIDE], encode_facts *facts)
{
    memset(slots, 0, ENCODE_STRIDE);
    side me = side_of(board->point, true), them = side_of(board->point, false);
    facts->tail = (uint8_t)tail_of(&me, &them);
    facts->possible = (uint8_t)possible_of(&me, &them);
    if (kind == ALEA_NET_RACE) {
        encode_race(board, slots);
        return;
    }
    encode_board(board, me.off, them.off, slots);
    if (kind == ALEA_NET_CONTACT) encode_tactics(&me, &them, slots);
}

int encode_slot_count(alea_net_kind kind)
{
    if (kind == ALEA_NET_RACE) return ALEA_RACE_SLOTS;
    return kind == ALEA_NET_CONTACT ? ALEA_CONTACT_SLOTS : ALEA_BOARD_SLOTS;
}

const uint16_t *encode_first_rows(alea_net_kind kind)
{
    return kind == ALEA_NET_RACE ? race_first : contact_first;
}

int alea_encode_rows(alea_net_kind kind)
{
    if (kind == ALEA_NET_RACE) return ALEA_RACE_ROWS;
    return kind == ALEA_NET_CONTACT ? ALEA_CONTACT_ROWS : ALEA_BOARD_ROWS;
}

int alea_encode(alea_net_kind kind, const alea_board *board,
                uint16_t rows[ALEA_MAX_ACTIVE])
{
    uint8_t slots[ENCODE_STRIDE];
    encode_facts facts;
    encode_slots(kind, board, slots, &facts);
    const uint16_t *first = encode_first_rows(kind);
    int count = encode_slot_count(kind), active = 0;
    for (int i = 0; i < count; i++)
        if (slots[i]) rows[active++] = (uint16_t)(first[i] + slots[i] - 1);
    return active;
}

int alea_encode_tail(const alea_board *board)
{
    side me = side_of(board->point, true), them = side_of(board->point, false);
    return tail_of(&me, &them);
}

unsigned alea_encode_possible(const alea_board *board)
{
    side me = side_of(board->point, true), them = side_of(board->point, false);
    return possible_of(&me, &them);
}

uint32_t alea_encode_hash(void)
{
    /* FNV-1a over a text that names the layout; a changed meaning changes the text. */
    static const char layout[] =
        "1: points16 bars6 offs15 | windows 1 4 7 19 both sides | escapes full sum "
        "rearmost bar | hits | shots 3 6 10 12 14 17 22 36 | race offs pips4 diff2 | "
        "tails bear3 back3 free prime other";
    uint32_t hash = 2166136261U;
    for (const char *c = layout; *c; c++) hash = (hash ^ (uint8_t)*c) * 16777619U;
    return hash;
}
