#include "state.h"

#include "primes.h"

enum {
    POINTS = 0x1fffffe,   /* 1..24 */
    HOME = 0x7e,          /* 1..6 */
    SECOND_HALF = 0x1fff, /* 12..0 */
    START = 24
};

static inline uint32_t bit(int r)
{
    return (uint32_t)1 << r;
}

static inline uint32_t hits_of(const alea_tables_node *node)
{
    return (uint32_t)(node->high >> HIT_SHIFT) << 1;
}

static int head_of(const alea_tables_rules *rules, alea_tables_dice dice, bool first)
{
    int die = dice.die[0];
    if (!rules->head_limit) return 15;
    if (!first || dice.count != 2 || die != dice.die[1]) return rules->head_limit;
    bool exception = false;
    switch (rules->head_exception) {
    case ALEA_TABLES_HEAD_NONE: break;
    case ALEA_TABLES_HEAD_3_4_6:
    case ALEA_TABLES_HEAD_NEEDED: exception = die == 3 || die == 4 || die == 6; break;
    case ALEA_TABLES_HEAD_3_4: exception = die == 3 || die == 4; break;
    case ALEA_TABLES_HEAD_ANY: exception = true; break;
    }
    return exception ? 2 : rules->head_limit;
}

/* Own checkers are off the board, hit or not yet entered. */
static void open_with_waiting(turn_state *state, const alea_tables_board *board)
{
    int off = board->count[0][ALEA_TABLES_BAR];
    if (state->rules->entry == ALEA_TABLES_ENTER_FREE) state->waiting = off;
    if (state->rules->entry == ALEA_TABLES_ENTER_HIT)
        state->waiting = off - board->hit[0];
    if (state->rules->second_half) state->open &= ~(uint32_t)SECOND_HALF;
}

/* Whether a row that is tested at each step can come about by these dice. */
static bool walls_at_hand(const alea_tables_rules *rules, uint32_t mine,
                          alea_tables_dice dice)
{
    int low = dice.die[0], steps = dice.count;
    if (!rules->primes || rules->prime_test != ALEA_TABLES_EACH_STEP) return false;
    for (int d = 1; d < dice.count; d++)
        if (dice.die[d] < low) low = dice.die[d];
    if (steps == 2 && dice.die[0] == dice.die[1])
        steps = dice.steps ? dice.steps : rules->double_steps;
    return !primes_far(rules, mine, low, steps);
}

alea_tables_node turn_state_open(turn_state *state, const alea_tables_rules *rules,
                                 const alea_tables_board *board, alea_tables_dice dice,
                                 bool first)
{
    alea_tables_node node = {0};
    uint32_t singles = 0, enemy = 0, mine = 0;
    for (int r = 0; r < 16; r++) {
        node.low |= (uint64_t)board->count[0][r] << 4 * r;
        mine |= (uint32_t)(board->count[0][r] != 0) << r;
        enemy |= (uint32_t)(board->count[1][r] != 0) << r;
        singles |= (uint32_t)(board->count[1][r] == 1) << r;
    }
    for (int r = 16; r < ALEA_TABLES_POINTS; r++) {
        node.high |= (uint64_t)board->count[0][r] << 4 * (r - 16);
        mine |= (uint32_t)(board->count[0][r] != 0) << r;
        enemy |= (uint32_t)(board->count[1][r] != 0) << r;
        singles |= (uint32_t)(board->count[1][r] == 1) << r;
    }
    node.mine = mine & ~board->pinned[0];
    *state = (turn_state){.rules = rules,
                          .pinned = board->pinned[0],
                          .enemy = enemy & POINTS,
                          .enemy_start = enemy & bit(START),
                          .start_count = board->count[0][START],
                          .head = head_of(rules, dice, first)};
    uint32_t his = primes_mirror(rules->relation, enemy);
    uint32_t lone = primes_mirror(rules->relation, singles) & ~board->pinned[0];
    if (rules->landing == ALEA_TABLES_BLOCK) lone = 0;
    uint32_t points = ((uint32_t)2 << rules->path) - 2;
    if (rules->shared) {
        his &= rules->shared;
        lone &= rules->shared & ~rules->safe;
    }
    state->blots = lone;
    state->hits = rules->landing == ALEA_TABLES_HIT ? lone : 0;
    state->walls = walls_at_hand(rules, node.mine, dice);
    state->open = state->entered = (points & ~his) | lone;
    state->entry = rules->path + 1;
    if (mine >> ALEA_TABLES_BAR) open_with_waiting(state, board);
    state->mother_at_stake = rules->mother != ALEA_TABLES_MOTHER_NONE &&
                             rules->mother_test == ALEA_TABLES_EACH_STEP &&
                             (singles & bit(START)) && lone & bit(1);
    if (rules->primes & ALEA_TABLES_MUST_UNBLOCK)
        state->unblock = primes_trap(state, node.mine);
    return node;
}

static bool runner_waits(const alea_tables_rules *rules, uint32_t mine)
{
    static const uint32_t passed[] = {
        [ALEA_TABLES_RUNNER_NONE] = 0xffffffff,
        [ALEA_TABLES_RUNNER_STRICT] = 0xfff, /* off, 1..11 */
        [ALEA_TABLES_RUNNER_REACH] = 0x1fff,
        [ALEA_TABLES_RUNNER_HOME] = 0x7f,
    };
    return !(mine & passed[rules->runner]);
}

/* Whether the order of steps is free: no rule makes a step wait for one from further in
 * front, such as the runner, single occupation or walls. Bearing off, entering and hits
 * never wait. */
bool turn_state_any_order(const turn_state *state, const alea_tables_node *node)
{
    const alea_tables_rules *rules = state->rules;
    return !state->mother_at_stake && !rules->single && !rules->entry_not_own &&
           rules->hit_and_run && !state->walls &&
           !(rules->runner && runner_waits(rules, node->mine));
}

static uint32_t bearing_off(const turn_state *state, uint32_t mine, int die)
{
    const alea_tables_rules *rules = state->rules;
    uint32_t all = (mine | state->pinned) & ~1u;
    if ((all >> 7 && !rules->bearoff_any_time) ||
        rules->bearoff == ALEA_TABLES_BEAROFF_NONE)
        return 0;
    if (state->pinned && rules->pin_blocks_bearoff) return 0;
    if (rules->bearoff_any_time && rules->bearoff == ALEA_TABLES_BEAROFF_STANDARD)
        return mine & (bit(die + 1) - 2); /* every step past point 1 */
    if (mine & bit(die)) return bit(die);
    if (rules->bearoff == ALEA_TABLES_BEAROFF_EXACT || all >> die || !all) return 0;
    return mine & bit(31 - __builtin_clz(all));
}

/* Own home points where a checker that hit stands alone. */
static uint32_t hitters(const alea_tables_node *node)
{
    uint32_t alone = 0;
    for (uint32_t marked = hits_of(node) & HOME; marked; marked &= marked - 1) {
        int r = __builtin_ctz(marked);
        if (node_count(node, r) == 1) alone |= bit(r);
    }
    return alone;
}

/* The same with own checkers off the board. */
static uint32_t sources_with_waiting(const turn_state *state,
                                     const alea_tables_node *node, int die)
{
    const alea_tables_rules *rules = state->rules;
    const uint32_t mine = node->mine, board = mine & POINTS;
    uint32_t open = state->open;
    if (rules->single) open &= ~mine;
    uint32_t entry = open & bit(state->entry - die);
    if (rules->entry_not_own) entry &= ~mine;
    entry = entry ? bit(ALEA_TABLES_BAR) : 0;
    if (node_count(node, ALEA_TABLES_BAR) > state->waiting) return entry;
    uint32_t from = board & open << die;
    if (rules->bearoff_any_time && !rules->second_half)
        from |= bearing_off(state, mine, die);
    if (rules->start_frozen) from &= ~bit(START);
    if (!rules->hit_and_run) from &= ~hitters(node);
    return from | entry;
}

uint32_t turn_state_sources(const turn_state *state, const alea_tables_node *node,
                            int die)
{
    const alea_tables_rules *rules = state->rules;
    const uint32_t mine = node->mine;
    if (mine >> ALEA_TABLES_BAR) return sources_with_waiting(state, node, die);
    uint32_t from = mine & state->entered << die;
    if (rules->single) from &= ~(mine << die);
    if (!(mine >> 7) || rules->bearoff_any_time) from |= bearing_off(state, mine, die);
    if (rules->head_limit &&
        state->start_count - node_count(node, START) >= state->head)
        from &= ~bit(START);
    if (rules->runner && runner_waits(rules, mine) && mine & ~bit(START))
        from &= ~bit(START);
    if (!rules->hit_and_run) from &= ~hitters(node);
    return from;
}

bool turn_state_wall(const turn_state *state, uint32_t mine, int to)
{
    return primes_forbid_landing(state, mine, to);
}

bool turn_state_ended(const turn_state *state, const alea_tables_node *node)
{
    if (!state->mother_at_stake || !(node->mine & bit(1))) return false;
    return state->rules->mother == ALEA_TABLES_MOTHER_IMMEDIATE ||
           !node_count(node, START) || state->pinned & bit(START);
}

bool turn_state_end_forbidden(const turn_state *state, const alea_tables_node *node)
{
    return state->rules->primes &&
           state->rules->prime_test == ALEA_TABLES_END_OF_PLAY &&
           primes_forbid_end(state, node->mine);
}
