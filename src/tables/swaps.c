/* Turns of the games whose checkers change places. A node's `low` has both sides, the
 * mover's points in the lower half and the enemy's, by the same numbers, in the upper;
 * `high` has a bit where places were changed, as state.h does for hits. */
#include "swaps.h"

#include "state.h"

enum { NO_NODE = 0xffff };

typedef struct sides {
    const alea_tables_rules *rules;
    uint32_t mine, his; /* bit r: a checker on point r, 1..30 */
} sides;

static inline uint32_t bit(int r)
{
    return (uint32_t)1 << r;
}

static sides sides_of(const alea_tables_rules *rules, const alea_tables_board *board)
{
    sides s = {rules, 0, 0};
    for (int r = 1; r <= ALEA_TABLES_LONG; r++) {
        s.mine |= (uint32_t)board->count[0][r] << r;
        s.his |= (uint32_t)board->count[1][r] << r;
    }
    return s;
}

/* An enemy on point r has a neighbour of its side. */
static bool is_guarded(const sides *s, int r)
{
    return (s->his & (bit(r - 1) | bit(r + 1))) != 0;
}

/* So many enemies stand in a row between two points that no checker passes. */
static bool meets_wall(const sides *s, int from, int to)
{
    const int low = from < to ? from : to, high = from < to ? to : from;
    int row = 0;
    for (int r = low + 1; s->rules->wall && r < high; r++) {
        row = s->his >> r & 1 ? row + 1 : 0;
        if (row == s->rules->wall) return true;
    }
    return false;
}

static alea_tables_fault landing_fault(const sides *s, int to)
{
    const int trap = s->rules->trap;
    if (s->mine & bit(to)) return ALEA_TABLES_FAULT_OWN;
    if (!(s->his & bit(to))) return ALEA_TABLES_LEGAL;
    if (to == trap || is_guarded(s, to)) return ALEA_TABLES_FAULT_CLOSED;
    /* He would fall into the trap. */
    if (to < trap && (s->mine | s->his) & bit(trap)) return ALEA_TABLES_FAULT_CLOSED;
    return ALEA_TABLES_LEGAL;
}

static bool may_bear_off(const alea_tables_rules *rules, int from, int die)
{
    if (die == from) return true;
    if (die < from || from == rules->trap) return false;
    return rules->bearoff == ALEA_TABLES_BEAROFF_STANDARD ||
           (rules->bearoff == ALEA_TABLES_BEAROFF_LAST_ANY && from == 1);
}

/* Where a checker on `from` goes by `die`. */
static int target(const sides *s, int from, int die)
{
    if (from == s->rules->trap && die != from) return s->rules->trap_to;
    return from > die ? from - die : ALEA_TABLES_OFF;
}

/* Whether a checker on `from` may go forward by `die`; from the trap out of it. */
static alea_tables_fault forward_fault(const sides *s, int from, int die)
{
    const alea_tables_rules *rules = s->rules;
    const int to = target(s, from, die);
    if (rules->trap && s->mine & bit(rules->trap) && from != rules->trap)
        return ALEA_TABLES_FAULT_TRAPPED;
    if (from == rules->trap && to) {
        if (s->mine & bit(to)) return ALEA_TABLES_FAULT_OWN;
        return s->his & bit(to) ? ALEA_TABLES_FAULT_CLOSED : ALEA_TABLES_LEGAL;
    }
    if (from > rules->gate && to < rules->gate) return ALEA_TABLES_FAULT_GATE;
    /* Beyond the trap a checker goes nowhere but off. */
    if (to ? from < rules->trap : !may_bear_off(rules, from, die))
        return ALEA_TABLES_FAULT_NOT_REARMOST;
    if (meets_wall(s, from, to)) return ALEA_TABLES_FAULT_WALL;
    return to ? landing_fault(s, to) : ALEA_TABLES_LEGAL;
}

static alea_tables_fault backward_fault(const sides *s, int from, int die)
{
    const int to = from + die;
    if (s->rules->trap && s->mine & bit(s->rules->trap))
        return ALEA_TABLES_FAULT_TRAPPED;
    if (to > s->rules->path || from < s->rules->gate) return ALEA_TABLES_FAULT_NO_MOVE;
    if (meets_wall(s, from, to)) return ALEA_TABLES_FAULT_WALL;
    return landing_fault(s, to);
}

/* Appends the turn that moves a checker; no two are equal. */
static void add(const sides *s, int from, int to, alea_tables_turns *turns)
{
    uint32_t mine = s->mine & ~bit(from), his = s->his;
    const bool struck = to && s->his & bit(to);
    if (to) mine |= bit(to);
    if (struck)
        his = (his & ~bit(to)) | bit(to < s->rules->trap ? s->rules->trap : from);
    turns->end[turns->count++] = (uint16_t)turns->nodes;
    turns->node[turns->nodes++] =
        (alea_tables_node){.low = mine | (uint64_t)his << 32,
                           .high = (uint64_t)struck << HIT_SHIFT,
                           .mine = mine,
                           .from = (uint8_t)from,
                           .to = (uint8_t)to};
}

static void add_all(const sides *s, int die, bool back, alea_tables_turns *turns)
{
    for (int from = 1; from <= s->rules->path; from++) {
        if (!(s->mine & bit(from))) continue;
        if ((back ? backward_fault : forward_fault)(s, from, die)) continue;
        add(s, from, back ? from + die : target(s, from, die), turns);
    }
}

void swaps_list(const alea_tables_rules *rules, const alea_tables_board *board,
                alea_tables_dice dice, alea_tables_turns *turns)
{
    const sides s = sides_of(rules, board);
    turns->before = *board;
    turns->relation = rules->relation;
    turns->hits = turns->swaps = true;
    turns->hit_duty = false;
    turns->blots = 0;
    turns->count = 0;
    turns->nodes = 1;
    turns->node[0] = (alea_tables_node){
        .low = s.mine | (uint64_t)s.his << 32, .mine = s.mine, .parent = NO_NODE};
    if (dice.die[0]) add_all(&s, dice.die[0], false, turns);
    if (dice.die[0] && !turns->count && rules->move_back)
        add_all(&s, dice.die[0], true, turns);
    if (!turns->count) turns->end[turns->count++] = 0;
}

alea_tables_board swaps_board(const alea_tables_turns *turns,
                              const alea_tables_node *node)
{
    alea_tables_board board = turns->before;
    int gone = 0;
    for (int r = 1; r <= ALEA_TABLES_LONG; r++) {
        gone += board.count[0][r];
        board.count[0][r] = node->low >> r & 1;
        board.count[1][r] = node->low >> (32 + r) & 1;
        gone -= board.count[0][r];
    }
    board.count[0][ALEA_TABLES_OFF] = (uint8_t)(board.count[0][ALEA_TABLES_OFF] + gone);
    return board;
}

static alea_tables_fault move_fault(const sides *s, alea_tables_move move, int die,
                                    const alea_tables_turns *turns)
{
    const alea_tables_rules *rules = s->rules;
    if (move.from < 1 || move.from > rules->path || move.to > rules->path ||
        move.to == move.from)
        return ALEA_TABLES_FAULT_NO_MOVE;
    if (!(s->mine & bit(move.from))) return ALEA_TABLES_FAULT_NO_CHECKER;
    if (!die) return ALEA_TABLES_FAULT_NO_DIE;
    if (move.to == target(s, move.from, die)) return forward_fault(s, move.from, die);
    if (move.to < move.from) return ALEA_TABLES_FAULT_NO_DIE;
    if (!rules->move_back) return ALEA_TABLES_FAULT_NO_MOVE;
    if (move.to != move.from + die) return ALEA_TABLES_FAULT_NO_DIE;
    const alea_tables_node *first = &turns->node[turns->end[0]];
    if (first->parent != NO_NODE &&
        (first->to < first->from || first->from == rules->trap))
        return first->from == rules->trap ? ALEA_TABLES_FAULT_TRAPPED
                                          : ALEA_TABLES_FAULT_FORWARD;
    return backward_fault(s, move.from, die);
}

alea_tables_fault swaps_judge(const alea_tables_rules *rules,
                              const alea_tables_board *board, alea_tables_dice dice,
                              const alea_tables_move *move, int moves,
                              alea_tables_turns *turns, int *index)
{
    const sides s = sides_of(rules, board);
    swaps_list(rules, board, dice, turns);
    *index = 0;
    if (!moves)
        return turns->nodes > 1 ? ALEA_TABLES_FAULT_MORE_DICE : ALEA_TABLES_LEGAL;
    const alea_tables_fault fault = move_fault(&s, move[0], dice.die[0], turns);
    if (fault) return fault;
    if (moves > 1) {
        *index = 1;
        return ALEA_TABLES_FAULT_NO_DIE;
    }
    while (*index < turns->count &&
           (turns->node[turns->end[*index]].from != move[0].from ||
            turns->node[turns->end[*index]].to != move[0].to))
        ++*index;
    return ALEA_TABLES_LEGAL;
}
