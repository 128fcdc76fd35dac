#include "position_set.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 1024, BITS_A_SIDE = 40 };

/* Set in every code: my last bit is a zero, the one after the bar. A free slot is 0. */
static const uint64_t present = (uint64_t)1 << (BITS_A_SIDE - 1);

/* 80 bits: for each side, 25 points from its own first to its bar, as many ones as
 * checkers and a zero. Exact for up to 15 checkers per side. */
typedef struct code {
    uint64_t low;
    uint16_t high;
} code;

static uint64_t encode_side(const int8_t *point, int step, int sign)
{
    uint64_t bits = 0;
    int at = 0;
    for (int i = 0; i < 25; i++, point += step) {
        int n = sign * *point;
        if (n > 0) {
            bits |= (((uint64_t)1 << n) - 1) << at;
            at += n;
        }
        at++;
    }
    return bits;
}

static code encode(const alea_board *board)
{
    uint64_t mine = encode_side(&board->point[1], 1, 1);
    uint64_t theirs = encode_side(&board->point[24], -1, -1);
    return (code){mine | present | theirs << BITS_A_SIDE, (uint16_t)(theirs >> 24)};
}

static void decode_side(uint64_t bits, int8_t *point, int step, int sign)
{
    for (; bits; bits >>= 1) {
        if (bits & 1)
            *point = (int8_t)(*point + sign);
        else
            point += step;
    }
}

static alea_board decode(code c)
{
    alea_board board = {{0}};
    decode_side(c.low & (present - 1), &board.point[1], 1, 1);
    decode_side(c.low >> BITS_A_SIDE | (uint64_t)c.high << 24, &board.point[24], -1,
                -1);
    return board;
}

/* Where a code is, or the free slot for it. */
static size_t find(const position_set *set, code c)
{
    uint64_t hash = (c.low ^ (uint64_t)c.high << 48) * 0x9e3779b97f4a7c15u;
    hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9u;
    size_t slot = (size_t)(hash >> 20) & (set->slots - 1);
    while (set->low[slot] && (set->low[slot] != c.low || set->high[slot] != c.high))
        slot = (slot + 1) & (set->slots - 1);
    return slot;
}

static size_t bytes_for(size_t slots, bool has_paths)
{
    return slots *
           (sizeof(uint64_t) + sizeof(uint16_t) + (has_paths ? sizeof(uint64_t) : 0));
}

void position_set_start(position_set *set, size_t limit, bool has_paths)
{
    *set = (position_set){.limit = limit, .has_paths = has_paths};
}

void position_set_finish(position_set *set)
{
    free(set->low);
    free(set->high);
    free(set->paths);
    *set = (position_set){0};
}

size_t position_set_bytes(const position_set *set)
{
    return bytes_for(set->slots, set->has_paths);
}

static bool grow(position_set *set)
{
    position_set larger = *set;
    larger.slots = set->slots ? 2 * set->slots : FIRST_SLOTS;
    if (bytes_for(larger.slots, set->has_paths) + position_set_bytes(set) > set->limit)
        return false;
    larger.low = calloc(larger.slots, sizeof *larger.low);
    larger.high = calloc(larger.slots, sizeof *larger.high);
    larger.paths = set->has_paths ? calloc(larger.slots, sizeof *larger.paths) : NULL;
    if (!larger.low || !larger.high || (set->has_paths && !larger.paths)) {
        position_set_finish(&larger);
        return false;
    }
    for (size_t i = 0; i < set->slots; i++) {
        if (!set->low[i]) continue;
        size_t slot = find(&larger, (code){set->low[i], set->high[i]});
        larger.low[slot] = set->low[i];
        larger.high[slot] = set->high[i];
        if (set->has_paths) larger.paths[slot] = set->paths[i];
    }
    position_set_finish(set);
    *set = larger;
    return true;
}

bool position_set_add(position_set *set, const alea_board *board, uint64_t paths)
{
    /* At most 7/8 full, so that a free slot is found soon. */
    if (set->count >= set->slots - set->slots / 8 && !grow(set)) return false;
    code c = encode(board);
    size_t slot = find(set, c);
    if (!set->low[slot]) {
        set->low[slot] = c.low;
        set->high[slot] = c.high;
        set->count++;
    }
    if (set->has_paths) set->paths[slot] += paths;
    return true;
}

bool position_set_next(const position_set *set, size_t *slot, alea_board *board,
                       uint64_t *paths)
{
    for (; *slot < set->slots; ++*slot) {
        if (!set->low[*slot]) continue;
        *board = decode((code){set->low[*slot], set->high[*slot]});
        *paths = set->has_paths ? set->paths[*slot] : 1;
        ++*slot;
        return true;
    }
    return false;
}
