/* Judges a turn that somebody made: legal, or why not. The order of the questions is
 * the order in which a player would ask them. */
#include <alea/tables.h>

#include "primes.h"
#include "state.h"
#include "swaps.h"

enum { START = 24 };

typedef struct trial {
    const turn_state *state;
    const alea_tables_move *move;
    int moves;
    int die[ALEA_TABLES_MAX_STEPS]; /* those still to play; 0 = played */
    int dice;
    alea_tables_node end;    /* after the last move */
    alea_tables_fault fault; /* of the move that no choice of dice came beyond */
    int fault_at;
} trial;

static inline uint32_t bit(int r)
{
    return (uint32_t)1 << r;
}

static alea_tables_fault bearoff_fault(const turn_state *state,
                                       const alea_tables_node *node)
{
    const alea_tables_rules *rules = state->rules;
    if (rules->bearoff == ALEA_TABLES_BEAROFF_NONE) return ALEA_TABLES_FAULT_NO_BEAROFF;
    if ((node->mine | state->pinned) >> 7 && !rules->bearoff_any_time)
        return ALEA_TABLES_FAULT_NOT_HOME;
    if (state->pinned && rules->pin_blocks_bearoff) return ALEA_TABLES_FAULT_PIN_HOLDS;
    if (rules->second_half && node->mine >> ALEA_TABLES_BAR)
        return ALEA_TABLES_FAULT_SECOND_HALF;
    return ALEA_TABLES_FAULT_NOT_REARMOST;
}

static alea_tables_fault landing_fault(const turn_state *state,
                                       const alea_tables_node *node, int from, int to)
{
    const bool waits = node->mine >> ALEA_TABLES_BAR;
    if (!(state->entered & bit(to))) return ALEA_TABLES_FAULT_CLOSED;
    if (waits && !(state->open & bit(to))) return ALEA_TABLES_FAULT_SECOND_HALF;
    const bool alone = state->rules->single ||
                       (from == ALEA_TABLES_BAR && state->rules->entry_not_own);
    if (alone && node->mine & bit(to)) return ALEA_TABLES_FAULT_OWN;
    return ALEA_TABLES_LEGAL;
}

/* A checker stands on `from`, but turn_state_sources does not let it move by `die`. */
static alea_tables_fault source_fault(const turn_state *state,
                                      const alea_tables_node *node, int from, int to)
{
    const alea_tables_rules *rules = state->rules;
    if (from != ALEA_TABLES_BAR && node_count(node, ALEA_TABLES_BAR)) {
        if (node_count(node, ALEA_TABLES_BAR) > state->waiting)
            return ALEA_TABLES_FAULT_ENTER_FIRST;
        if (rules->start_frozen && from == START) return ALEA_TABLES_FAULT_FROZEN;
    }
    if (to != ALEA_TABLES_OFF) {
        alea_tables_fault fault = landing_fault(state, node, from, to);
        if (fault) return fault;
    }
    if (from == START && rules->head_limit &&
        state->start_count - node_count(node, START) >= state->head)
        return ALEA_TABLES_FAULT_HEAD;
    if (from == START && rules->runner) return ALEA_TABLES_FAULT_RUNNER;
    if (node->high >> (HIT_SHIFT + from - 1) & 1 && node_count(node, from) == 1 &&
        !rules->hit_and_run)
        return ALEA_TABLES_FAULT_HITTER;
    return bearoff_fault(state, node);
}

static void note(trial *t, int at, alea_tables_fault fault)
{
    if (at < t->fault_at) return;
    if (at == t->fault_at && t->fault != ALEA_TABLES_FAULT_NO_DIE) return;
    t->fault = fault;
    t->fault_at = at;
}

/* The fault of a move regardless of the dice. */
static alea_tables_fault move_fault(const turn_state *state,
                                    const alea_tables_node *node, alea_tables_move move)
{
    if (move.from < 1 || move.from > ALEA_TABLES_BAR || move.to >= move.from ||
        move.to > START)
        return ALEA_TABLES_FAULT_NO_MOVE;
    if (!node_count(node, move.from)) return ALEA_TABLES_FAULT_NO_CHECKER;
    if (state->pinned & bit(move.from)) return ALEA_TABLES_FAULT_PINNED;
    return ALEA_TABLES_LEGAL;
}

/* Makes move `at` and those after it with any choice among the dice; true if all could
 * be made. Every die is used once, so the depth is at most four. */
static bool make(trial *t, const alea_tables_node *node, int at)
{
    if (at == t->moves) {
        t->end = *node;
        return true;
    }
    const alea_tables_move move = t->move[at];
    const int place = move.from == ALEA_TABLES_BAR ? t->state->entry : move.from;
    alea_tables_fault fault = move_fault(t->state, node, move);
    if (!fault && turn_state_ended(t->state, node)) fault = ALEA_TABLES_FAULT_ENDED;
    note(t, at, fault ? fault : ALEA_TABLES_FAULT_NO_DIE);
    if (fault) return false;
    int tried = 0; /* bit d: a die of d */
    for (int d = 0; d < t->dice; d++) {
        const int die = t->die[d];
        alea_tables_node after;
        if (!die || tried >> die & 1) continue;
        tried |= 1 << die;
        if ((place > die ? place - die : ALEA_TABLES_OFF) != move.to) continue;
        if (!(turn_state_sources(t->state, node, die) & bit(move.from))) {
            note(t, at, source_fault(t->state, node, move.from, move.to));
        } else if (!turn_state_step(t->state, node, move.from, die, &after)) {
            note(t, at, ALEA_TABLES_FAULT_PRIME);
        } else {
            t->die[d] = 0;
            if (make(t, &after, at + 1)) return true;
            t->die[d] = die;
        }
    }
    return false;
}

/* All moves could be made, but the turn is not in the list. */
static alea_tables_fault turn_fault(const turn_state *state, const trial *t,
                                    const alea_tables_turns *turns)
{
    alea_tables_move unused[ALEA_TABLES_MAX_STEPS];
    const unsigned primes = state->rules->primes;
    const int most = alea_tables_turns_moves(turns, 0, unused);
    if (turn_state_end_forbidden(state, &t->end)) return ALEA_TABLES_FAULT_PRIME_END;
    if (t->moves < most) return ALEA_TABLES_FAULT_MORE_DICE;
    if (primes & ALEA_TABLES_NO_FULL_PRIME && primes_full(state, t->end.mine))
        return ALEA_TABLES_FAULT_FULL_PRIME;
    if (state->unblock && (t->end.mine & state->unblock) == state->unblock)
        return ALEA_TABLES_FAULT_UNBLOCK;
    if (t->moves == 1 && state->rules->higher_die && t->dice == 2)
        return ALEA_TABLES_FAULT_HIGHER_DIE;
    return ALEA_TABLES_FAULT_ROOM;
}

static void put_dice(trial *t, const alea_tables_rules *rules, alea_tables_dice dice)
{
    t->dice = dice.count;
    for (int d = 0; d < dice.count; d++) t->die[d] = dice.die[d];
    if (dice.count != 2 || dice.die[0] != dice.die[1]) return;
    t->dice = dice.steps ? dice.steps : rules->double_steps;
    for (int d = 0; d < t->dice; d++) t->die[d] = dice.die[0];
}

alea_tables_fault alea_tables_judge(const alea_tables_rules *rules,
                                    const alea_tables_board *board,
                                    alea_tables_dice dice, bool first,
                                    const alea_tables_move *move, int moves,
                                    alea_tables_turns *turns, int *index)
{
    turn_state state;
    if (rules->landing == ALEA_TABLES_SWAP)
        return swaps_judge(rules, board, dice, move, moves, turns, index);
    alea_tables_node start = turn_state_open(&state, rules, board, dice, first);
    trial t = {.state = &state, .move = move, .moves = moves, .fault_at = -1};
    put_dice(&t, rules, dice);
    alea_tables_turns_list(rules, board, dice, first, turns);
    if (!make(&t, &start, 0)) {
        *index = t.fault_at;
        return t.fault;
    }
    for (int i = 0; i < turns->count; i++) {
        const alea_tables_node *end = &turns->node[turns->end[i]];
        if (end->low != t.end.low || end->high != t.end.high) continue;
        *index = i;
        return ALEA_TABLES_LEGAL;
    }
    *index = moves;
    return turn_fault(&state, &t, turns);
}
