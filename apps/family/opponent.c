#include "opponent.h"

#include "base/hash.h"
#include "machine/tables.h"

enum { DEEP = 8 /* turns that a hint looks at a ply deeper */ };

static int turn_worth(const alea_tables_rules *rules, const alea_tables_turns *turns,
                      int index)
{
    const alea_tables_board board = alea_tables_turns_board(turns, index);
    const alea_tables_outcome end = alea_tables_result(rules, &board, NULL);
    if (end == ALEA_TABLES_MOVER_WON) return 100000;
    if (end == ALEA_TABLES_OTHER_WON) return -100000;
    return alea_tables_worth(rules, &board);
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

/* ---- the machine ---- */

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
    const alea_tables_exact exact = tables_exact(rules);
    const alea_tables_evaluator evaluator = alea_tables_evaluator_for(rules, &exact);
    return alea_choose_turn(&evaluator, rules, match->dice, turns, how,
                            number_of(match), &mind->room, mind->opinion);
}

int tables_machine_best(const alea_tables_rules *rules, alea_tables_dice dice,
                        const alea_tables_turns *turns, int plies, int most,
                        tables_mind *mind, int *best)
{
    const alea_tables_exact exact = tables_exact(rules);
    const alea_tables_evaluator evaluator = alea_tables_evaluator_for(rules, &exact);
    alea_tables_turns_judge(&evaluator, rules, dice, turns, plies ? DEEP : 0,
                            &mind->room, mind->opinion);
    if (most > turns->count) most = turns->count;
    for (int i = 0; i < most; i++) best[i] = mind->opinion[i].index;
    return most;
}
