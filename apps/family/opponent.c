#include "opponent.h"

#include "base/hash.h"
#include "base/rng.h"
#include "machine/tables.h"

#include <math.h>

/* Worths in pips: found by reasoning, not tuned. A pinned checker is as good as a third
 * of the board; a held point blocks some four pips' worth of throws. */
enum { PINNED = 8, HELD = 4, BORNE_OFF = 3, LOST_MOTHER = 60, TRAPPED = 12 };
/* What an error of a level is worth here. */
enum { PIPS_A_POINT = 50 };
enum { DEEP = 8 /* turns that a hint looks at a ply deeper */ };

static int pips(const alea_tables_board *board, int side)
{
    int sum = 0;
    for (int r = 1; r < ALEA_TABLES_POINTS; r++) sum += r * board->count[side][r];
    return sum;
}

/* Does an enemy checker stand behind my point r, on his way to it? */
static bool is_in_reach(const alea_tables_rules *rules, const alea_tables_board *board,
                        int r)
{
    const int there = alea_tables_mirror(rules->relation, r);
    for (int from = there + 1; from < ALEA_TABLES_POINTS; from++)
        if (board->count[1][from] > 0) return true;
    return false;
}

/* Where places are changed: next to another a checker is safe; in the trap it loses
 * the way back to where it comes out, or turns. */
static int swap_worth(const alea_tables_rules *rules, const alea_tables_board *board,
                      int r)
{
    if (r == rules->trap) return -TRAPPED;
    if (r < rules->trap) return HELD;
    const bool guarded =
        board->count[0][r - 1] > 0 || (r < rules->path && board->count[0][r + 1] > 0);
    if (guarded) return HELD / 2;
    return is_in_reach(rules, board, r) ? -HELD / 2 : 0;
}

/* The worth of my checkers on point r beyond their pips. */
static int point_worth(const alea_tables_rules *rules, const alea_tables_board *board,
                       int r)
{
    const int count = board->count[0][r];
    if (count == 0) return 0;
    if (rules->landing == ALEA_TABLES_SWAP) return swap_worth(rules, board, r);
    if (rules->landing == ALEA_TABLES_BLOCK) return HELD;
    if (count >= 2 || (rules->safe >> r & 1) || (board->pinned[0] >> r & 1))
        return count >= 2 ? HELD : 0;
    if (rules->shared && !(rules->shared >> r & 1)) return 0;
    if (!is_in_reach(rules, board, r)) return 0;
    /* A hit costs the way come so far, a pin the time until it is free. */
    return rules->landing == ALEA_TABLES_HIT ? -(25 - r) / 3 : -r / 3;
}

static int worth(const alea_tables_rules *rules, const alea_tables_board *board)
{
    int sum = pips(board, 1) - pips(board, 0);
    for (int r = 1; r < ALEA_TABLES_POINTS; r++) {
        sum += point_worth(rules, board, r);
        if (board->pinned[1] >> r & 1) sum += PINNED;
        if (board->pinned[0] >> r & 1) sum -= PINNED;
    }
    if (rules->mother != ALEA_TABLES_MOTHER_NONE) {
        if (board->pinned[1] >> 24 & 1) sum += LOST_MOTHER;
        if (board->pinned[0] >> 24 & 1) sum -= LOST_MOTHER;
    }
    return sum + BORNE_OFF * board->count[0][ALEA_TABLES_OFF];
}

static int turn_worth(const alea_tables_rules *rules, const alea_tables_turns *turns,
                      int index)
{
    const alea_tables_board board = alea_tables_turns_board(turns, index);
    const alea_tables_outcome end = alea_tables_result(rules, &board, NULL);
    if (end == ALEA_TABLES_MOVER_WON) return 100000;
    if (end == ALEA_TABLES_OTHER_WON) return -100000;
    return worth(rules, &board);
}

int tables_opponent_choose(const alea_tables_rules *rules,
                           const alea_tables_turns *turns)
{
    int best = 0, most = 0;
    for (int i = 0; i < turns->count; i++) {
        const int value = turn_worth(rules, turns, i);
        if (i > 0 && value <= most) continue;
        best = i;
        most = value;
    }
    return best;
}

int tables_opponent_best(const alea_tables_rules *rules, const alea_tables_turns *turns,
                         int most, int *best)
{
    int count = 0;
    for (int i = 0; i < turns->count; i++) {
        const int value = turn_worth(rules, turns, i);
        int at = count;
        while (at > 0 && turn_worth(rules, turns, best[at - 1]) < value) at--;
        if (at >= most) continue;
        if (count < most) count++;
        for (int k = count - 1; k > at; k--) best[k] = best[k - 1];
        best[at] = i;
    }
    return count;
}

/* The same with an error in its judgement, as levels have one. */
static int choose_with_error(const alea_tables_rules *rules,
                             const alea_tables_turns *turns, float noise, uint64_t seed)
{
    const double error = PIPS_A_POINT * (double)noise;
    alea_random random = alea_random_start(seed, 1);
    int chosen = tables_opponent_choose(rules, turns);
    const double least = turn_worth(rules, turns, chosen) - 3 * error;
    double most = -HUGE_VAL;
    for (int i = 0; noise > 0 && i < turns->count; i++) {
        const double value = turn_worth(rules, turns, i);
        if (value < least) continue;
        const double worth = value + error * alea_random_bell(&random);
        if (worth > most) {
            chosen = i;
            most = worth;
        }
    }
    return chosen;
}

/* ---- the machine ---- */

bool tables_machine_looks_ahead(const alea_tables_rules *rules, alea_level level)
{
    const alea_tables_evaluator evaluator =
        alea_tables_evaluator_for(rules, tables_exact());
    return alea_level_get(level)->plies > 0 &&
           alea_tables_evaluator_judges(&evaluator, rules);
}

/* A number that depends on the position and the dice. */
static uint64_t number_of(const alea_tables_match *match)
{
    const unsigned char facts[] = {
        match->dice.count,   match->dice.die[0],  match->dice.die[1],
        match->dice.die[2],  match->dice.steps,   (unsigned char)match->to_act,
        match->board.hit[0], match->board.hit[1], (unsigned char)match->game};
    uint64_t number = alea_hash_bytes(ALEA_HASH_START, facts, sizeof facts);
    number = alea_hash_bytes(number, match->board.count, sizeof match->board.count);
    return alea_hash_bytes(number, match->board.pinned, sizeof match->board.pinned);
}

int tables_machine_choose(const alea_tables_match *match,
                          const alea_tables_turns *turns, alea_level level,
                          tables_mind *mind)
{
    const alea_tables_rules *rules = alea_tables_match_rules(match);
    const alea_level_info *how = alea_level_get(level);
    const alea_tables_evaluator evaluator =
        alea_tables_evaluator_for(rules, tables_exact());
    if (!alea_tables_turns_judged(&evaluator, rules, turns))
        return choose_with_error(rules, turns, how->noise, number_of(match));
    return alea_choose_turn(&evaluator, rules, match->dice, turns, how,
                            number_of(match), &mind->room, mind->opinion);
}

int tables_machine_best(const alea_tables_rules *rules, alea_tables_dice dice,
                        const alea_tables_turns *turns, int most, tables_mind *mind,
                        int *best)
{
    const alea_tables_evaluator evaluator =
        alea_tables_evaluator_for(rules, tables_exact());
    if (!alea_tables_turns_judged(&evaluator, rules, turns))
        return tables_opponent_best(rules, turns, most, best);
    const int deep = alea_tables_evaluator_judges(&evaluator, rules) ? DEEP : 0;
    alea_tables_turns_judge(&evaluator, rules, dice, turns, deep, &mind->room,
                            mind->opinion);
    if (most > turns->count) most = turns->count;
    for (int i = 0; i < most; i++) best[i] = mind->opinion[i].index;
    return most;
}
