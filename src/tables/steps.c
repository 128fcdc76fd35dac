/* The legal turns of a throw as single steps: a graph of the positions inside a turn,
 * without those that no legal turn passes. */
#include <alea/tables.h>

#include "state.h"
#include "swaps.h"

#include <string.h>

enum { NONE = 0xffff };

typedef struct walk {
    turn_state state;
    int die[ALEA_TABLES_MAX_STEPS], dice;
    bool equal; /* one die several times: a state counts those played */
    const alea_tables_turns *turns;
    alea_tables_steps *out;
} walk;

static unsigned hash_of(uint64_t low, uint64_t high, unsigned states)
{
    uint64_t h =
        (low + states) * 0x9e3779b97f4a7c15u ^ (high ^ low >> 32) * 0xc2b2ae3d27d4eb4fu;
    h ^= h >> 29;
    return (unsigned)(h * 0xbf58476d1ce4e5b9u >> 40);
}

/* Numbers the ends of the list by their positions. */
static void number_ends(const alea_tables_turns *turns, alea_tables_steps *out)
{
    memset(out->slot, 0xff, sizeof out->slot);
    for (int i = 0; i < turns->count; i++) {
        const alea_tables_node *end = &turns->node[turns->end[i]];
        unsigned s = hash_of(end->low, end->high, 0) % ALEA_TABLES_STEP_SLOTS;
        while (out->slot[s] != NONE) s = (s + 1) % ALEA_TABLES_STEP_SLOTS;
        out->slot[s] = (uint16_t)i;
    }
}

static bool is_end(const walk *w, const alea_tables_node *node)
{
    const alea_tables_turns *turns = w->turns;
    unsigned s = hash_of(node->low, node->high, 0) % ALEA_TABLES_STEP_SLOTS;
    for (; w->out->slot[s] != NONE; s = (s + 1) % ALEA_TABLES_STEP_SLOTS) {
        const alea_tables_node *end = &turns->node[turns->end[w->out->slot[s]]];
        if (end->low == node->low && end->high == node->high) return true;
    }
    return false;
}

/* The number of the place with this position and these dice, a new one if there is
 * none; -1: there is no room. */
static int place_of(alea_tables_steps *out, const alea_tables_node *node,
                    unsigned states)
{
    unsigned s = hash_of(node->low, node->high, states) % ALEA_TABLES_STEP_SLOTS;
    for (; out->slot[s] != NONE; s = (s + 1) % ALEA_TABLES_STEP_SLOTS) {
        const alea_tables_place *known = &out->place[out->slot[s]];
        if (known->node.low == node->low && known->node.high == node->high &&
            known->states == states)
            return out->slot[s];
    }
    if (out->places == ALEA_TABLES_MAX_PLACES) return -1;
    out->slot[s] = (uint16_t)out->places;
    out->place[out->places] = (alea_tables_place){.node = *node, .states = states};
    return out->places++;
}

/* A step of one checker from a place, by whichever dice can make it. */
typedef struct way {
    alea_tables_node after;
    unsigned states; /* bit s: the dice played are those of s, afterwards */
} way;

static void add_way(const walk *w, const alea_tables_place *from, unsigned played,
                    int d, way *ways, int *count)
{
    uint32_t sources = turn_state_sources(&w->state, &from->node, w->die[d]);
    for (; sources; sources &= sources - 1) {
        way next = {.states = 0};
        if (!turn_state_step(&w->state, &from->node, __builtin_ctz(sources), w->die[d],
                             &next.after))
            continue;
        int i = 0;
        while (i < *count && (ways[i].after.from != next.after.from ||
                              ways[i].after.to != next.after.to))
            i++;
        if (i == *count) ways[(*count)++] = next;
        ways[i].states |= 1u << (w->equal ? played + 1 : played | 1u << d);
    }
}

static alea_tables_step_mark mark_of(const walk *w, const alea_tables_node *before,
                                     const alea_tables_node *after)
{
    const uint32_t to = (uint32_t)1 << after->to & ~1u;
    if (w->turns->hits && after->high >> HIT_SHIFT != before->high >> HIT_SHIFT)
        return ALEA_TABLES_STEP_HIT;
    return !w->turns->hits && w->turns->blots & to && !(before->mine & to)
               ? ALEA_TABLES_STEP_PIN
               : ALEA_TABLES_STEP_PLAIN;
}

/* Adds the steps of place `index`; false: there is no room. */
static bool expand(walk *w, int index)
{
    way ways[ALEA_TABLES_POINTS * ALEA_TABLES_MAX_DICE];
    int count = 0;
    alea_tables_steps *out = w->out;
    const alea_tables_place from = out->place[index];
    out->place[index].first = out->steps;
    if (w->state.mother_at_stake && turn_state_ended(&w->state, &from.node))
        return true;
    for (unsigned played = 0; played < 32; played++) {
        if (!(from.states >> played & 1)) continue;
        if (w->equal && (int)played < w->dice)
            add_way(w, &from, played, 0, ways, &count);
        for (int d = 0; !w->equal && d < w->dice; d++)
            if (!(played >> d & 1)) add_way(w, &from, played, d, ways, &count);
    }
    for (int i = 0; i < count; i++) {
        const int next = place_of(out, &ways[i].after, ways[i].states);
        if (next < 0 || out->steps == ALEA_TABLES_MAX_STEPS_LISTED) return false;
        out->step[out->steps++] =
            (alea_tables_step){.from = ways[i].after.from,
                               .to = ways[i].after.to,
                               .mark = mark_of(w, &from.node, &ways[i].after),
                               .next = (uint16_t)next};
    }
    out->place[index].count = out->steps - out->place[index].first;
    return true;
}

/* Drops the places from which no legal turn goes on. A step leads to a later place. */
static void prune(alea_tables_steps *out)
{
    int kept = 0, steps = 0;
    for (int i = out->places - 1; i >= 0; i--) {
        alea_tables_place *p = &out->place[i];
        bool leads = p->ends;
        for (int k = p->first; k < p->first + p->count; k++)
            leads |= out->slot[out->step[k].next] != NONE;
        /* The slots serve as new numbers. */
        out->slot[i] = leads || i == 0 ? 0 : NONE;
    }
    for (int i = 0; i < out->places; i++)
        if (out->slot[i] != NONE) out->slot[i] = (uint16_t)kept++;
    kept = 0;
    for (int i = 0; i < out->places; i++) {
        alea_tables_place p = out->place[i];
        const int first = steps;
        if (out->slot[i] == NONE) continue;
        for (int k = p.first; k < p.first + p.count; k++) {
            alea_tables_step step = out->step[k];
            if (out->slot[step.next] == NONE) continue;
            step.next = out->slot[step.next];
            out->step[steps++] = step;
        }
        p.first = first;
        p.count = steps - first;
        out->place[kept++] = p;
    }
    out->places = kept;
    out->steps = steps;
}

/* Where places are changed a turn is one step. */
static void list_swaps(const alea_tables_turns *turns, alea_tables_steps *out)
{
    out->place[0] = (alea_tables_place){.ends = false};
    out->places = 1;
    out->steps = 0;
    for (int i = 0; i < turns->count; i++) {
        alea_tables_move move[ALEA_TABLES_MAX_STEPS];
        const int moves = alea_tables_turns_moves(turns, i, move);
        if (!moves) {
            out->place[0].ends = true;
            continue;
        }
        out->place[0].count++;
        out->step[out->steps++] = (alea_tables_step){
            .from = move[0].from,
            .to = move[0].to,
            .mark = move[0].hit ? ALEA_TABLES_STEP_SWAP : ALEA_TABLES_STEP_PLAIN,
            .next = (uint16_t)out->places};
        out->place[out->places++] =
            (alea_tables_place){.first = out->steps, .ends = true};
    }
    for (int i = 1; i < out->places; i++) out->place[i].first = out->steps;
}

bool alea_tables_steps_list(const alea_tables_rules *rules,
                            const alea_tables_board *board, alea_tables_dice dice,
                            bool first, alea_tables_turns *turns,
                            alea_tables_steps *out)
{
    walk w = {.turns = turns, .out = out, .dice = dice.count};
    alea_tables_turns_list(rules, board, dice, first, turns);
    if (rules->landing == ALEA_TABLES_SWAP) {
        list_swaps(turns, out);
        return true;
    }
    const alea_tables_node start = turn_state_open(&w.state, rules, board, dice, first);
    w.equal = dice.count == 2 && dice.die[0] == dice.die[1];
    for (int d = 0; d < dice.count; d++) w.die[d] = dice.die[d];
    if (w.equal) w.dice = dice.steps ? dice.steps : rules->double_steps;
    if (!dice.die[0]) w.dice = 0;
    out->places = out->steps = 0;
    memset(out->slot, 0xff, sizeof out->slot);
    place_of(out, &start, 1);
    for (int i = 0; i < out->places; i++)
        if (!expand(&w, i)) return false;
    number_ends(turns, out);
    for (int i = 0; i < out->places; i++)
        out->place[i].ends = is_end(&w, &out->place[i].node);
    prune(out);
    return true;
}
