/* For tests: a slow, plain second opinion on the rules, and random positions of every
 * kind. It shares nothing with the library but the board and the names of the rules. */
#ifndef ALEA_TESTS_UNIT_SLOW_PLAYS_H
#define ALEA_TESTS_UNIT_SLOW_PLAYS_H

#include <alea/play.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Can a checker of mine move from `from` by `die`, nothing else being asked? */
static inline bool slow_can_move(const alea_board *b, int from, int die,
                                 alea_bearoff_high high)
{
    if (b->point[from] < 1) return false;
    if (from != 25 && b->point[25] > 0) return false;
    int to = from - die;
    if (to > 0) return b->point[to] > -2;
    for (int p = 7; p <= 25; p++)
        if (b->point[p] > 0) return false;
    if (to == 0) return true;
    /* The die is higher than the point. */
    if (high == ALEA_BEAROFF_EXACT_ONLY) return false;
    int limit = high == ALEA_BEAROFF_HIGHEST ? from + 1 : die;
    for (int p = limit; p <= 6; p++)
        if (b->point[p] > 0) return false;
    return true;
}

static inline alea_board slow_move(const alea_board *b, int from, int die)
{
    alea_board after = *b;
    int to = from - die;
    after.point[from]--;
    if (to > 0 && after.point[to] == -1) {
        after.point[to] = 0;
        after.point[0]--;
    }
    if (to > 0) after.point[to]++;
    return after;
}

typedef struct slow_list {
    size_t count, capacity;
    struct slow_end {
        alea_board board;
        int used, last; /* dice used, the last of them */
    } * end;
} slow_list;

static inline void slow_walk(slow_list *list, const alea_board *b, const int *dice,
                             int left, int used, int last, alea_bearoff_high high)
{
    /* Every stop is noted; which of them count is decided afterwards. */
    if (list->count == list->capacity) {
        list->capacity = list->capacity ? 2 * list->capacity : 1024;
        list->end = realloc(list->end, list->capacity * sizeof *list->end);
        assert(list->end);
    }
    list->end[list->count++] = (struct slow_end){*b, used, last};
    if (left == 0) return;
    for (int from = 25; from >= 1; from--) {
        if (!slow_can_move(b, from, dice[0], high)) continue;
        alea_board after = slow_move(b, from, dice[0]);
        slow_walk(list, &after, dice + 1, left - 1, used + 1, dice[0], high);
    }
}

static inline int slow_compare(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(alea_board));
}

/* All distinct legal results, sorted by memcmp, into `out`; returns how many. *most =
 * dice that the longest play uses. */
static inline int slow_results(const alea_board *b, alea_roll roll,
                               const alea_play_rules *rules, alea_board *out, int *most)
{
    slow_list list = {0};
    int high = roll.die[0] > roll.die[1] ? roll.die[0] : roll.die[1];
    int low = roll.die[0] + roll.die[1] - high;
    if (high == low) {
        const int dice[4] = {high, high, high, high};
        slow_walk(&list, b, dice, rules->double_moves, 0, 0, rules->bearoff_high);
    } else {
        const int one[2] = {high, low}, other[2] = {low, high};
        slow_walk(&list, b, one, 2, 0, 0, rules->bearoff_high);
        slow_walk(&list, b, other, 2, 0, 0, rules->bearoff_high);
    }
    *most = 0;
    bool high_alone = false;
    for (size_t i = 0; i < list.count; i++) {
        if (list.end[i].used > *most) *most = list.end[i].used;
        if (list.end[i].used == 1 && list.end[i].last == high) high_alone = true;
    }
    alea_board *all = malloc(list.count * sizeof *all);
    assert(all);
    size_t n = 0;
    for (size_t i = 0; i < list.count; i++) {
        struct slow_end e = list.end[i];
        bool counts = e.used == *most;
        if (counts && *most == 1 && high != low && high_alone &&
            rules->dice_usage != ALEA_DICE_MAX_ANY)
            counts = e.last == high;
        if (rules->dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY && high != low &&
            e.used == 1 && e.last == high)
            counts = true;
        if (counts) all[n++] = e.board;
    }
    free(list.end);
    qsort(all, n, sizeof *all, slow_compare);
    int distinct = 0;
    for (size_t i = 0; i < n; i++)
        if (i == 0 || memcmp(&all[i], &all[i - 1], sizeof *all) != 0) {
            assert(distinct < ALEA_MAX_PLAYS);
            out[distinct++] = all[i];
        }
    free(all);
    return distinct;
}

/* xorshift64*: small, and the same everywhere. */
typedef struct test_random {
    uint64_t state;
} test_random;

static inline unsigned random_below(test_random *r, unsigned n)
{
    r->state ^= r->state >> 12;
    r->state ^= r->state << 25;
    r->state ^= r->state >> 27;
    return (unsigned)((r->state * 2685821657736338717u) >> 33) % n;
}

static inline alea_roll random_roll(test_random *r)
{
    return (alea_roll){
        {(uint8_t)(1 + random_below(r, 6)), (uint8_t)(1 + random_below(r, 6))}};
}

/* `checkers` of one side on points low..high of the frame where they do not meet the
 * other side's; sign +1 mine, -1 the opponent's. */
static inline void random_side(test_random *r, alea_board *b, int sign, int checkers,
                               int low, int high)
{
    while (checkers > 0) {
        int p = low + (int)random_below(r, (unsigned)(high - low + 1));
        if (b->point[p] * sign < 0) {
            low = low > 1 ? low - 1 : 1; /* widen: the stretch may be full */
            high = high < 24 ? high + 1 : 24;
            continue;
        }
        int n =
            1 + (int)random_below(r, (unsigned)checkers < 3 ? (unsigned)checkers : 3);
        b->point[p] = (int8_t)(b->point[p] + sign * n);
        checkers -= n;
    }
}

/* Legal positions with checkers left on both sides: all over the board, bear-offs with
 * and without contact, men on either bar, blots everywhere, primes, very few
 * checkers. */
static inline alea_board random_board(test_random *r)
{
    alea_board b = {{0}};
    unsigned kind = random_below(r, 8);
    int mine = 15, theirs = 15;
    if (kind == 7 || random_below(r, 4) == 0) {
        mine = 1 + (int)random_below(r, kind == 7 ? 4 : 15);
        theirs = 1 + (int)random_below(r, kind == 7 ? 4 : 15);
    }
    if (kind == 4 || random_below(r, 5) == 0) { /* bars */
        int on_bar = (int)random_below(r, 4), his = (int)random_below(r, 4);
        on_bar = on_bar < mine ? on_bar : mine;
        his = his < theirs ? his : theirs;
        if (kind != 1 && kind != 2) b.point[25] = (int8_t)on_bar;
        b.point[0] = (int8_t)-his;
    }
    mine -= b.point[25];
    theirs += b.point[0];
    switch (kind) {
    case 0: /* prime or strong board before me */
        for (int p = 2; p <= 7 && theirs >= 2; p++, theirs -= 2)
            b.point[16 + p] = (int8_t)-2;
        random_side(r, &b, -1, theirs, 1, 24);
        random_side(r, &b, 1, mine, 1, 24);
        break;
    case 1: /* bear-off, no contact or little */
        random_side(r, &b, 1, mine, 1, 6);
        random_side(r, &b, -1, theirs, 19, 24);
        break;
    case 2: /* bear-off with enemies at home or just outside */
        random_side(r, &b, -1, theirs < 3 ? theirs : 3, 1, 5);
        random_side(r, &b, -1, theirs < 3 ? 0 : theirs - 3, 12, 24);
        random_side(r, &b, 1, mine, 1, 6);
        break;
    case 3: /* nearly home */
        random_side(r, &b, 1, mine > 1 ? mine - 1 : 0, 1, 6);
        random_side(r, &b, -1, theirs, 1, 24);
        random_side(r, &b, 1, mine > 0 ? 1 : 0, 7, 12);
        break;
    case 5: /* blots: nearly every point one checker */
        for (int p = 24; p >= 1 && mine > 0; p -= 1 + (int)random_below(r, 2), mine--)
            b.point[p] = 1;
        for (int p = 1; p <= 24 && theirs > 0; p++)
            if (b.point[p] == 0) {
                b.point[p] = -1;
                theirs--;
            }
        random_side(r, &b, 1, mine, 1, 24);
        random_side(r, &b, -1, theirs, 1, 24);
        break;
    default: random_side(r, &b, 1, mine, 1, 24); random_side(r, &b, -1, theirs, 1, 24);
    }
    return b;
}

/* The `index`-th of the 18 combinations of play rules. */
enum { RULE_COMBINATIONS = 18 };
static inline alea_play_rules combination(int index)
{
    return (alea_play_rules){(alea_dice_usage)(index % 3),
                             (alea_bearoff_high)(index / 3 % 3), index / 9 ? 2 : 4};
}

#endif
