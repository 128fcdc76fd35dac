/* Decides whether a written play is legal, and if not, why. A written play is a set
 * of journeys: one checker from a point to another by one or more dice. The order
 * and the dice are searched. The play is legal if some order makes all journeys with
 * as many dice as the rules require. Otherwise the rules are lifted one after the
 * other until the journeys can be made: the last rule lifted is the reason, and the
 * last journey that needs it lifted is the fault. */
#include "moves.h"

#include <assert.h>

/* Rules that can be lifted, in this order. */
enum { LIFT_HIGHER, LIFT_HOME, LIFT_BLOCK, LIFT_BAR, LIFTS };

typedef struct search {
    const alea_play_rules *rules;
    const alea_move *moves;
    int count;              /* journeys */
    unsigned lifted[LIFTS]; /* of which journeys a rule is lifted: bit a journey */
    int dice[MAX_DICE], dice_count; /* higher first */
    int at[ALEA_MAX_MOVES];         /* where each journey's checker is */
    alea_move step[MAX_DICE];       /* moves so far */
    uint32_t marked, may_use; /* points marked as hit; step counts (and dice) allowed */
    int need_die;             /* the only die a play of one move may use, 0 = any */
    /* The best found so far; `perfect`: none can be better. */
    bool complete, legal, perfect;
    int missing, unmarked, used, used_die;
    alea_play play;
    /* All legal readings with distinct results, if they are wanted (not NULL). */
    alea_play *readings;
    int readings_count, fewest_unmarked;
} search;

static bool is_lifted(const search *s, int rule, int journey)
{
    return s->lifted[rule] >> journey & 1;
}

/* True if journey `j` may continue by `die` now. */
static bool may_step(const search *s, const alea_board *board, int j, int die)
{
    int from = s->at[j], to = landing(from, die);
    if (to < s->moves[j].to) return false;
    if (board->point[from] <= 0) return false;
    if (board->point[ALEA_BAR] > 0 && from != ALEA_BAR && !is_lifted(s, LIFT_BAR, j))
        return false;
    if (to > ALEA_OFF) return board->point[to] >= -1 || is_lifted(s, LIFT_BLOCK, j);
    int back = ALEA_BAR; /* the rearmost checker */
    while (board->point[back] <= 0) back--;
    if (back > 6 && !is_lifted(s, LIFT_HOME, j)) return false;
    if (from == die || is_lifted(s, LIFT_HIGHER, j)) return true;
    if (s->rules->bearoff_high == ALEA_BEAROFF_EXACT_ONLY) return false;
    if (s->rules->bearoff_high == ALEA_BEAROFF_ANY_LOWER) return back < die;
    return back == from;
}

/* Adds a legal reading, unless one with the same result is known. Where hits are
 * marked, those with the fewest unmarked hits replace the others. */
static void add_reading(search *s, const alea_board *board, int depth, int unmarked)
{
    if (s->marked && s->readings_count > 0 && unmarked > s->fewest_unmarked) return;
    if (s->marked && unmarked < s->fewest_unmarked) s->readings_count = 0;
    s->fewest_unmarked = unmarked;
    for (int i = 0; i < s->readings_count; i++)
        if (alea_board_equal(&s->readings[i].board, board)) return;
    if (s->readings_count == ALEA_MAX_READINGS) return;
    alea_play *play = &s->readings[s->readings_count++];
    *play = (alea_play){.board = *board, .count = (uint8_t)depth};
    for (int i = 0; i < depth && i < ALEA_MAX_MOVES; i++) play->move[i] = s->step[i];
}

/* All journeys are complete after `depth` steps: keeps them if they are the best
 * reading so far. */
static void judge_reading(search *s, const alea_board *board, int depth, int last_die)
{
    uint32_t hits = 0;
    for (int i = 0; i < depth; i++)
        if (s->step[i].hit) hits |= bit(s->step[i].to);
    int missing = population(s->marked & ~hits);
    int unmarked = population(hits & ~s->marked);
    bool legal = (s->may_use >> depth & 1) &&
                 (depth != 1 || s->need_die == 0 || last_die == s->need_die);
    if (s->readings && legal) add_reading(s, board, depth, unmarked);
    /* A legal reading first, then agreement with the marks, then the most dice. */
    if (s->complete) {
        if (legal != s->legal) {
            if (s->legal) return;
        } else if (missing != s->missing) {
            if (missing > s->missing) return;
        } else if (unmarked != s->unmarked) {
            if (unmarked > s->unmarked) return;
        } else if (depth <= s->used) {
            return;
        }
    }
    s->complete = true;
    s->legal = legal;
    s->perfect = legal && missing == 0 && unmarked == 0 && depth == s->dice_count &&
                 !s->readings;
    s->missing = missing;
    s->unmarked = unmarked;
    s->used = depth;
    s->used_die = last_die;
    s->play = (alea_play){.board = *board, .count = (uint8_t)depth};
    for (int i = 0; i < depth && i < ALEA_MAX_MOVES; i++) s->play.move[i] = s->step[i];
}

/* `to_do`: bit a journey that is not at its end. */
static void read_on(search *s, const alea_board *board, unsigned dice_left,
                    unsigned to_do, int depth, int last_die)
{
    if (to_do == 0) judge_reading(s, board, depth, last_die);
    for (int i = 0; i < s->dice_count && depth < MAX_DICE && to_do; i++) {
        if (!(dice_left >> i & 1)) continue;
        int die = s->dice[i];
        for (int j = 0; j < s->count; j++) {
            if (!(to_do >> j & 1) || !may_step(s, board, j, die)) continue;
            int from = s->at[j], to = landing(from, die);
            alea_board after = *board;
            if (to > ALEA_OFF && after.point[to] < -1)
                after.point[to] = 0; /* the rule being lifted, the block is not there */
            bool hit = move_checker(&after, from, die);
            s->step[depth] = (alea_move){(int8_t)from, (int8_t)to, hit};
            s->at[j] = to;
            unsigned arrived = to == s->moves[j].to ? 1u << j : 0;
            read_on(s, &after, dice_left & ~(1u << i), to_do & ~arrived, depth + 1,
                    die);
            if (s->perfect) return;
            s->at[j] = from;
        }
        if (s->dice_count > 2) break; /* the dice of a double are all alike */
    }
}

/* Searches for a reading of the first `count` journeys. */
static bool can_read(search *s, const alea_board *board, int count)
{
    s->count = count;
    s->complete = s->perfect = false;
    for (int j = 0; j < count; j++) s->at[j] = s->moves[j].from;
    read_on(s, board, (1u << s->dice_count) - 1, (1u << count) - 1, 0, 0);
    return s->complete;
}

/* Returns the smallest number of dice that cover the distance of `move`, ignoring
 * blocked points; 0 if no dice do. */
static int dice_needed(const search *s, const alea_move *move)
{
    int fewest = 0;
    for (unsigned set = 1; set < 1u << s->dice_count; set++) {
        int sum = 0, used = population(set), largest = 0;
        for (int i = 0; i < s->dice_count; i++) {
            if (!(set >> i & 1)) continue;
            sum += s->dice[i];
            if (s->dice[i] > largest) largest = s->dice[i];
        }
        bool fits =
            sum == move->from - move->to ||
            (move->to == ALEA_OFF && sum > move->from && sum - largest < move->from);
        if (fits && (fewest == 0 || used < fewest)) fewest = used;
    }
    return fewest;
}

static alea_play_error too_many(const search *s)
{
    return s->dice[0] == s->dice[1] ? ALEA_PLAY_TOO_MANY_DOUBLE : ALEA_PLAY_TOO_MANY;
}

/* Finds faults that need no search. */
static alea_play_error check_journeys(const search *s, const alea_board *board,
                                      int count, int *bad)
{
    int wanted[26] = {0}, from_bar = 0, total = 0;
    for (int j = 0; j < count; j++) {
        const alea_move *m = &s->moves[j];
        *bad = j;
        if (m->from < 1 || m->from > ALEA_BAR) return ALEA_PLAY_NO_CHECKER;
        int arriving = 0;
        for (int k = 0; k < count; k++) arriving += s->moves[k].to == m->from;
        int there = board->point[m->from] > 0 ? board->point[m->from] : 0;
        if (++wanted[m->from] > there + arriving) return ALEA_PLAY_NO_CHECKER;
        from_bar += m->from == ALEA_BAR;
    }
    for (int j = 0; j < count; j++) {
        *bad = j;
        if (s->moves[j].to < 0 || s->moves[j].to >= s->moves[j].from)
            return ALEA_PLAY_WRONG_DIRECTION;
    }
    for (int j = 0; j < count; j++) {
        *bad = j;
        if (s->moves[j].from != ALEA_BAR && board->point[ALEA_BAR] > from_bar)
            return ALEA_PLAY_ON_BAR;
    }
    for (int j = 0; j < count; j++) {
        *bad = j;
        if (dice_needed(s, &s->moves[j]) == 0) return ALEA_PLAY_NOT_A_DIE;
    }
    for (int j = 0; j < count; j++) {
        *bad = j;
        if (s->moves[j].to > ALEA_OFF && board->point[s->moves[j].to] < -1)
            return ALEA_PLAY_BLOCKED;
    }
    for (int j = 0; j < count; j++) {
        *bad = j;
        total += dice_needed(s, &s->moves[j]);
        if (total > s->dice_count) return too_many(s);
    }
    return ALEA_PLAY_LEGAL;
}

/* Lifts rules until the journeys can be made. */
static alea_play_error find_reason(search *s, const alea_board *board, int count,
                                   int *bad)
{
    const unsigned all = (1u << count) - 1;
    for (int rule = 0; rule < LIFTS; rule++) {
        s->lifted[rule] = all;
        if (!can_read(s, board, count)) continue;
        for (*bad = count - 1; *bad > 0; --*bad) {
            s->lifted[rule] = all & ~((1u << *bad) - 1);
            if (can_read(s, board, count)) break;
        }
        switch (rule) {
        case LIFT_HIGHER:
            return s->rules->bearoff_high == ALEA_BEAROFF_EXACT_ONLY
                       ? ALEA_PLAY_EXACT_ONLY
                       : ALEA_PLAY_CHECKER_HIGHER;
        case LIFT_HOME: return ALEA_PLAY_NOT_ALL_HOME;
        case LIFT_BLOCK: return ALEA_PLAY_BLOCKED;
        default: return ALEA_PLAY_ON_BAR;
        }
    }
    /* Each journey fits the dice, but all together do not. */
    for (*bad = 0; *bad < count - 1 && can_read(s, board, *bad + 1);) ++*bad;
    return ALEA_PLAY_NOT_A_DIE;
}

/* Sets `may_use` and `need_die` of the search by the rules, for a roll of which
 * `most` dice can be used. */
static void set_demands(search *s, int most, int only_die)
{
    s->may_use = bit(most);
    s->need_die = most == 1 ? only_die : 0;
    if (s->rules->dice_usage == ALEA_DICE_MAY_PLAY_HIGHER_ONLY && most == 2 &&
        s->dice[0] != s->dice[1]) {
        s->may_use |= bit(1);
        s->need_die = s->dice[0];
    }
}

/* The common case: a reading that uses all dice. No rule about the number of dice
 * can forbid it, so alea_play_most_dice is not needed. */
static bool judge_by_all_dice(search *s, const alea_board *board, int count)
{
    if (count == 0 || count > s->dice_count) return false;
    for (int j = 0; j < count; j++) {
        const alea_move *m = &s->moves[j];
        if (m->from < 1 || m->from > ALEA_BAR || m->to < 0 || m->to >= m->from)
            return false;
    }
    set_demands(s, s->dice_count, 0);
    return can_read(s, board, count) && s->used == s->dice_count;
}

/* Inline: a search is large, and copying it costs a fifth of the reading of a file. */
static inline void start_search(search *s, alea_roll roll, const alea_move *moves,
                                int count)
{
    const alea_play_rules *rules = s->rules;
    int high = roll.die[0] > roll.die[1] ? roll.die[0] : roll.die[1];
    bool is_double = alea_roll_is_double(roll);
    s->dice_count = is_double ? rules->double_moves : 2;
    for (int i = 0; i < s->dice_count; i++) s->dice[i] = high;
    if (!is_double) s->dice[1] = roll.die[0] + roll.die[1] - high;
    for (int j = 0; j < count && j < ALEA_MAX_MOVES; j++)
        if (moves[j].hit && moves[j].to > 0 && moves[j].to < ALEA_BAR)
            s->marked |= bit(moves[j].to);
}

int alea_play_wrong_mark(const alea_board *board, const alea_move *moves, int count)
{
    for (int i = 0; i < count; i++) {
        const int to = moves[i].to;
        if (moves[i].hit && (to < 1 || to > 24 || board->point[to] != -1)) return i;
    }
    return -1;
}

int alea_play_readings(const alea_board *board, alea_roll roll,
                       const alea_play_rules *rules, const alea_move *moves, int count,
                       alea_play out[ALEA_MAX_READINGS])
{
    alea_play play;
    if (alea_play_judge(board, roll, rules, moves, count, &play, NULL)) return 0;
    out[0] = play;
    if (count == 0) return 1;
    search s = {.rules = rules, .moves = moves};
    start_search(&s, roll, moves, count);
    int only_die = 0, most = alea_play_most_dice(board, roll, rules, &only_die);
    set_demands(&s, most, only_die);
    s.readings = out;
    can_read(&s, board, count);
    return s.readings_count;
}

alea_play_error alea_play_judge(const alea_board *board, alea_roll roll,
                                const alea_play_rules *rules, const alea_move *moves,
                                int count, alea_play *play, int *bad)
{
    assert(alea_roll_valid(roll) && count >= 0);
    int fault = -1;
    if (!bad) bad = &fault;
    *bad = -1;
    search s = {.rules = rules, .moves = moves};
    start_search(&s, roll, moves, count);
    int high = s.dice[0];
    if (judge_by_all_dice(&s, board, count)) {
        *play = s.play;
        return ALEA_PLAY_LEGAL;
    }
    int only_die = 0, most = alea_play_most_dice(board, roll, s.rules, &only_die);
    set_demands(&s, most, only_die);
    if (count == 0) {
        if (most > 0) return ALEA_PLAY_CANNOT_PASS;
        *play = (alea_play){.board = *board};
        return ALEA_PLAY_LEGAL;
    }
    if (count > ALEA_MAX_MOVES) {
        *bad = ALEA_MAX_MOVES;
        return too_many(&s);
    }
    alea_play_error error = check_journeys(&s, board, count, bad);
    if (error) return error;
    if (!can_read(&s, board, count)) return find_reason(&s, board, count, bad);
    *bad = -1;
    if (s.legal) {
        *play = s.play;
        return ALEA_PLAY_LEGAL;
    }
    /* Where the higher die could have been played alone, playing the lower alone breaks
     * that condition rather than the rule to use both dice. */
    const layout l = layout_of(board);
    bool lower_alone = s.used == 1 && s.may_use & bit(1) &&
                       sources(l.mine, l.open, high, rules->bearoff_high) != 0;
    return s.used < most && !lower_alone ? ALEA_PLAY_MUST_USE_BOTH
                                         : ALEA_PLAY_MUST_USE_HIGHER;
}
