/* Lists the legal turns of a throw. The positions inside a turn form sets, one for each
 * set of dice played; each set is made from the sets with one die less and holds every
 * position once, so that the many orders of the same moves cost nothing. */
#include <alea/tables.h>

#include "primes.h"
#include "state.h"
#include "swaps.h"

#include <string.h>

enum { NO_NODE = 0xffff, SETS = 1 << ALEA_TABLES_MAX_DICE };

typedef struct node_set {
    int first, count;
} node_set;

typedef struct table {
    alea_tables_turns *turns;
    int first;     /* the set being made begins here */
    unsigned bits; /* the table of slots has 1 << bits */
} table;

static unsigned slot_of(const alea_tables_node *node, unsigned bits)
{
    uint64_t h = node->low * 0x9e3779b97f4a7c15u ^
                 (node->high ^ node->low >> 32) * 0xc2b2ae3d27d4eb4fu;
    h ^= h >> 29;
    return (unsigned)(h * 0xbf58476d1ce4e5b9u >> (64 - bits));
}

static void table_clear(table *t, unsigned bits)
{
    t->bits = bits;
    memset(t->turns->slot, 0xff, sizeof(uint16_t) << bits);
}

static void table_grow(table *t)
{
    alea_tables_turns *turns = t->turns;
    table_clear(t, t->bits + 2);
    unsigned mask = (1u << t->bits) - 1;
    for (int i = t->first; i < turns->nodes; i++) {
        unsigned s = slot_of(&turns->node[i], t->bits);
        while (turns->slot[s] != NO_NODE) s = (s + 1) & mask;
        turns->slot[s] = (uint16_t)i;
    }
}

/* Keeps the node that was just written behind the others, unless the set has an equal
 * one. */
static void table_keep(table *t)
{
    alea_tables_turns *turns = t->turns;
    const alea_tables_node *node = &turns->node[turns->nodes];
    const unsigned mask = (1u << t->bits) - 1;
    unsigned s = slot_of(node, t->bits);
    for (uint16_t i; (i = turns->slot[s]) != NO_NODE; s = (s + 1) & mask)
        if (turns->node[i].low == node->low && turns->node[i].high == node->high)
            return;
    turns->slot[s] = (uint16_t)turns->nodes++;
    if ((unsigned)(turns->nodes - t->first) > mask / 2) table_grow(t);
}

static table table_start(alea_tables_turns *turns)
{
    table t = {turns, turns->nodes, 0};
    table_clear(&t, 7);
    return t;
}

/* All nodes of one step from `from`; no two are equal. */
static node_set expand_one(const turn_state *state, alea_tables_turns *turns, int from,
                           int die)
{
    const node_set set = {turns->nodes, 0};
    const alea_tables_node *node = &turns->node[from];
    if (state->mother_at_stake && turn_state_ended(state, node)) return set;
    uint32_t sources = turn_state_sources(state, node, die);
    for (; sources; sources &= sources - 1) {
        alea_tables_node *after = &turns->node[turns->nodes];
        if (!turn_state_step(state, node, __builtin_ctz(sources), die, after)) continue;
        after->parent = (uint16_t)from;
        turns->nodes++;
    }
    return (node_set){set.first, turns->nodes - set.first};
}

/* Equal steps from the rear to the front: every set of moves once. Two sets of moves by
 * one die never lead to the same position, so that nothing is looked up. */
static node_set expand_in_order(const turn_state *state, alea_tables_turns *turns,
                                node_set from, int die)
{
    const int first = turns->nodes;
    for (int i = from.first; i < from.first + from.count; i++) {
        const alea_tables_node *node = &turns->node[i];
        uint32_t sources =
            turn_state_sources(state, node, die) & (((uint32_t)2 << node->from) - 1);
        for (; sources; sources &= sources - 1) {
            alea_tables_node *after = &turns->node[turns->nodes++];
            turn_state_step(state, node, __builtin_ctz(sources), die, after);
            after->parent = (uint16_t)i;
        }
    }
    return (node_set){first, turns->nodes - first};
}

static void expand(const turn_state *state, node_set from, int die, table *t)
{
    alea_tables_turns *turns = t->turns;
    for (int i = from.first; i < from.first + from.count; i++) {
        const alea_tables_node *node = &turns->node[i];
        if (state->mother_at_stake && turn_state_ended(state, node)) continue;
        uint32_t sources = turn_state_sources(state, node, die);
        for (; sources; sources &= sources - 1) {
            alea_tables_node *after = &turns->node[turns->nodes];
            if (!turn_state_step(state, node, __builtin_ctz(sources), die, after))
                continue;
            after->parent = (uint16_t)i;
            table_keep(t);
        }
    }
}

/* Appends the ends of a set to the answer. */
static int take_ends(const turn_state *state, alea_tables_turns *turns, node_set set,
                     bool ended_only)
{
    int before = turns->count;
    for (int i = set.first; i < set.first + set.count; i++) {
        if (ended_only && !turn_state_ended(state, &turns->node[i])) continue;
        if (turn_state_end_forbidden(state, &turns->node[i])) continue;
        bool known = false;
        for (int k = 0; ended_only && k < turns->count && !known; k++) {
            const alea_tables_node *other = &turns->node[turns->end[k]];
            known =
                other->low == turns->node[i].low && other->high == turns->node[i].high;
        }
        if (!known) turns->end[turns->count++] = (uint16_t)i;
    }
    return turns->count - before;
}

/* Merges two sets of ends of different dice; needed where only one die is played. */
static void drop_equal_ends(alea_tables_turns *turns)
{
    int kept = 0;
    for (int i = 0; i < turns->count; i++) {
        const alea_tables_node *a = &turns->node[turns->end[i]];
        bool known = false;
        for (int k = 0; k < kept && !known; k++) {
            const alea_tables_node *b = &turns->node[turns->end[k]];
            known = a->low == b->low && a->high == b->high;
        }
        if (!known) turns->end[kept++] = turns->end[i];
    }
    turns->count = kept;
}

/* Equal steps one after the other: set k has k of them. Returns how many sets. */
static int list_equal(const turn_state *state, alea_tables_turns *turns, int die,
                      int steps, node_set *set)
{
    int k = 0;
    const bool ordered = turn_state_any_order(state, &turns->node[0]);
    for (; k < steps && set[k].count; k++) {
        if (k == 0) {
            set[1] = expand_one(state, turns, 0, die);
        } else if (ordered) {
            set[k + 1] = expand_in_order(state, turns, set[k], die);
        } else {
            table t = table_start(turns);
            expand(state, set[k], die, &t);
            set[k + 1] = (node_set){t.first, turns->nodes - t.first};
        }
    }
    for (; k && !take_ends(state, turns, set[k], false); k--) continue;
    return k;
}

/* A position of the set beginning at `first` is equal to the node behind all others. */
static bool is_known(const alea_tables_turns *turns, int first)
{
    const alea_tables_node *node = &turns->node[turns->nodes];
    for (int i = first; i < turns->nodes; i++)
        if (turns->node[i].low == node->low && turns->node[i].high == node->high)
            return true;
    return false;
}

/* Moves `from` of node `index` by `die`; false if that is forbidden. Other moves can
 * lead to the same position only if one checker takes both dice, if the second takes
 * the place of the first, or if both are borne off; only then is it looked for. */
static bool add_second(const turn_state *state, alea_tables_turns *turns, int index,
                       int from, int die, int first)
{
    const alea_tables_node *node = &turns->node[index];
    alea_tables_node *after = &turns->node[turns->nodes];
    if (!turn_state_step(state, node, from, die, after)) return false;
    after->parent = (uint16_t)index;
    const bool doubtful = from == node->to || after->to == node->from ||
                          (after->to == ALEA_TABLES_OFF && node->to == ALEA_TABLES_OFF);
    if (!doubtful || !is_known(turns, first)) turns->nodes++;
    return true;
}

/* Both of two different dice. The same two moves in the other order are not made
 * again. */
static node_set expand_both(const turn_state *state, alea_tables_turns *turns,
                            const uint8_t die[2], node_set a, node_set b)
{
    uint32_t second[ALEA_TABLES_POINTS] = {0}; /* by the first move's point */
    const int first = turns->nodes;
    for (int i = a.first; i < a.first + a.count; i++) {
        const alea_tables_node *node = &turns->node[i];
        if (state->mother_at_stake && turn_state_ended(state, node)) continue;
        uint32_t sources = turn_state_sources(state, node, die[1]);
        for (; sources; sources &= sources - 1) {
            const int from = __builtin_ctz(sources);
            if (add_second(state, turns, i, from, die[1], first))
                second[node->from] |= (uint32_t)1 << from;
        }
    }
    for (int i = b.first; i < b.first + b.count; i++) {
        const alea_tables_node *node = &turns->node[i];
        if (state->mother_at_stake && turn_state_ended(state, node)) continue;
        uint32_t sources = turn_state_sources(state, node, die[0]);
        for (; sources; sources &= sources - 1) {
            const int from = __builtin_ctz(sources);
            if (!(second[from] >> node->from & 1))
                add_second(state, turns, i, from, die[0], first);
        }
    }
    return (node_set){first, turns->nodes - first};
}

static int members(unsigned set)
{
    return (int)((set & 1) + (set >> 1 & 1) + (set >> 2 & 1));
}

/* Different dice in any order: the index of a set has a bit for each die played. */
static int list_different(const turn_state *state, alea_tables_turns *turns,
                          alea_tables_dice dice, node_set *set)
{
    const unsigned all = 1u << dice.count;
    for (unsigned s = 1; s < all; s++) {
        if (members(s) == 1) {
            set[s] = expand_one(state, turns, 0, dice.die[__builtin_ctz(s)]);
            continue;
        }
        if (dice.count == 2) {
            set[s] = expand_both(state, turns, dice.die, set[1], set[2]);
            continue;
        }
        table t = table_start(turns);
        for (int d = 0; d < dice.count; d++)
            if (s >> d & 1) expand(state, set[s & ~(1u << d)], dice.die[d], &t);
        set[s] = (node_set){t.first, turns->nodes - t.first};
    }
    int most = dice.count;
    for (; most; most--) {
        int high = -1; /* the higher of two dice, where it alone may be played */
        if (most == 1 && state->rules->higher_die && dice.count == 2)
            high = dice.die[1] > dice.die[0];
        if (high >= 0 && take_ends(state, turns, set[1u << high], false)) break;
        for (unsigned s = 1; s < all; s++)
            if (members(s) == most) take_ends(state, turns, set[s], false);
        if (turns->count) break;
    }
    if (most && most < dice.count) drop_equal_ends(turns);
    return most;
}

/* The opponent could move by some die after this turn. */
static bool has_room(const alea_tables_rules *rules, const alea_tables_turns *turns,
                     int index)
{
    alea_tables_board after = alea_tables_turns_board(turns, index);
    after = alea_tables_swap(&after);
    turn_state state;
    for (int die = 1; die <= 6; die++) {
        alea_tables_dice dice = {2, {(uint8_t)die, (uint8_t)(die % 6 + 1), 0}, 0};
        alea_tables_node next,
            node = turn_state_open(&state, rules, &after, dice, false);
        uint32_t sources = turn_state_sources(&state, &node, die);
        for (; sources; sources &= sources - 1)
            if (turn_state_step(&state, &node, __builtin_ctz(sources), die, &next))
                return true;
    }
    return false;
}

static bool is_wanted(const turn_state *state, const alea_tables_turns *turns,
                      int index, unsigned prime)
{
    uint32_t mine = turns->node[turns->end[index]].mine;
    if (prime == ALEA_TABLES_MUST_UNBLOCK)
        return (mine & state->unblock) != state->unblock;
    if (prime == ALEA_TABLES_NO_FULL_PRIME) return !primes_full(state, mine);
    return has_room(state->rules, turns, index);
}

/* Keeps the turns that fulfil a duty, if any does. */
static void prefer(const turn_state *state, alea_tables_turns *turns, unsigned prime)
{
    bool wanted[ALEA_TABLES_MAX_TURNS], any = false;
    if (!(state->rules->primes & prime)) return;
    if (prime == ALEA_TABLES_MUST_UNBLOCK && !state->unblock) return;
    for (int i = 0; i < turns->count; i++)
        any |= wanted[i] = is_wanted(state, turns, i, prime);
    if (!any) return;
    int kept = 0;
    for (int i = 0; i < turns->count; i++)
        if (wanted[i]) turns->end[kept++] = turns->end[i];
    turns->count = kept;
}

void alea_tables_turns_list(const alea_tables_rules *rules,
                            const alea_tables_board *board, alea_tables_dice dice,
                            bool first, alea_tables_turns *turns)
{
    turn_state state;
    node_set set[SETS] = {{0, 1}};
    if (rules->landing == ALEA_TABLES_SWAP) {
        swaps_list(rules, board, dice, turns);
        return;
    }
    turns->before = *board;
    turns->swaps = false;
    turns->relation = rules->relation;
    turns->hits = rules->landing == ALEA_TABLES_HIT;
    turns->hit_duty = rules->entry == ALEA_TABLES_ENTER_HIT;
    turns->node[0] = turn_state_open(&state, rules, board, dice, first);
    turns->node[0].parent = NO_NODE;
    turns->blots = state.blots;
    turns->nodes = 1;
    turns->count = 0;
    bool equal = dice.count == 2 && dice.die[0] == dice.die[1];
    int most = 0;
    if (equal)
        most = list_equal(&state, turns, dice.die[0],
                          dice.steps ? dice.steps : rules->double_steps, set);
    else if (dice.die[0]) /* a throw of 0 moves nothing */
        most = list_different(&state, turns, dice, set);
    if (!most) turns->end[turns->count++] = 0;
    /* A turn that ended the game needs no more dice. */
    if (state.mother_at_stake)
        for (int s = 1; s < SETS; s++) take_ends(&state, turns, set[s], true);
    if (rules->primes) {
        prefer(&state, turns, ALEA_TABLES_NO_FULL_PRIME);
        prefer(&state, turns, ALEA_TABLES_MUST_UNBLOCK);
        prefer(&state, turns, ALEA_TABLES_GIVE_ROOM);
    }
}

/* Eight counts of four bits each to bytes. */
static void spread(uint64_t nibbles, uint8_t out[8])
{
    uint64_t x = nibbles & 0xffffffff;
    x = (x | x << 16) & 0x0000ffff0000ffffu;
    x = (x | x << 8) & 0x00ff00ff00ff00ffu;
    x = (x | x << 4) & 0x0f0f0f0f0f0f0f0fu;
    for (int i = 0; i < 8; i++) out[i] = (uint8_t)(x >> 8 * i);
}

alea_tables_board alea_tables_turns_board(const alea_tables_turns *turns, int index)
{
    const alea_tables_node *node = &turns->node[turns->end[index]];
    alea_tables_board board = turns->before;
    if (turns->swaps) return swaps_board(turns, node);
    spread(node->low, board.count[0]);
    spread(node->low >> 32, board.count[0] + 8);
    spread(node->high, board.count[0] + 16);
    board.count[0][24] = (uint8_t)(node->high >> 32 & 15);
    board.count[0][25] = (uint8_t)(node->high >> 36 & 15);
    uint32_t hits = (uint32_t)(node->high >> HIT_SHIFT) << 1;
    for (; hits; hits &= hits - 1) {
        int r = alea_tables_mirror(turns->relation, __builtin_ctz(hits));
        board.count[1][r] = 0;
        board.count[1][ALEA_TABLES_BAR]++;
        board.hit[1] = (uint8_t)(board.hit[1] + turns->hit_duty);
    }
    if (board.hit[0]) {
        int entered =
            turns->before.count[0][ALEA_TABLES_BAR] - board.count[0][ALEA_TABLES_BAR];
        board.hit[0] = (uint8_t)(board.hit[0] > entered ? board.hit[0] - entered : 0);
    }
    /* Single enemy checkers where one of mine stands now are pinned. */
    if (!turns->hits)
        board.pinned[1] = primes_mirror(turns->relation, turns->blots & node->mine);
    return board;
}

int alea_tables_turns_moves(const alea_tables_turns *turns, int index,
                            alea_tables_move out[ALEA_TABLES_MAX_STEPS])
{
    int path[ALEA_TABLES_MAX_STEPS], count = 0;
    for (int i = turns->end[index]; turns->node[i].parent != NO_NODE;
         i = turns->node[i].parent)
        path[count++] = i;
    for (int m = 0; m < count; m++) {
        const alea_tables_node *node = &turns->node[path[count - 1 - m]];
        const alea_tables_node *before = &turns->node[node->parent];
        uint32_t to = (uint32_t)1 << node->to & ~1u;
        out[m] = (alea_tables_move){
            .from = node->from,
            .to = node->to,
            .hit = turns->hits && node->high >> HIT_SHIFT != before->high >> HIT_SHIFT,
            .pin = !turns->hits && turns->blots & to && !(before->mine & to)};
    }
    return count;
}
