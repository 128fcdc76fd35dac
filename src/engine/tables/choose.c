#include "turn.h"

#include <math.h>
#include <stddef.h>

bool tables_turn_again(const alea_tables_rules *rules, alea_tables_dice dice,
                       const alea_tables_turns *turns, int index)
{
    alea_tables_move move[ALEA_TABLES_MAX_STEPS];
    if (!rules->again && !rules->again_on) return false;
    if (dice.count == 1 && rules->again_on >> dice.die[0] & 1) return true;
    const int moves = alea_tables_turns_moves(turns, index, move);
    return moves > 0 && (rules->again >> move[moves - 1].to & 1);
}

bool tables_turn_ended(const alea_tables_rules *rules, const alea_tables_board *board,
                       alea_tables_chances *chances)
{
    int won;
    const alea_tables_outcome outcome = alea_tables_result(rules, board, &won);
    if (outcome == ALEA_TABLES_PLAYING) return false;
    *chances = alea_tables_chances_of(rules, outcome == ALEA_TABLES_MOVER_WON   ? won
                                             : outcome == ALEA_TABLES_OTHER_WON ? -won
                                                                                : 0);
    return true;
}

float alea_tables_turn_points(const alea_tables_net *net,
                              const alea_tables_rules *rules, alea_tables_dice dice,
                              const alea_tables_turns *turns, int index)
{
    alea_tables_board board = alea_tables_turns_board(turns, index);
    alea_tables_chances chances;
    if (tables_turn_ended(rules, &board, &chances))
        return alea_tables_chances_points(rules, &chances);
    const bool again = tables_turn_again(rules, dice, turns, index);
    if (!again) board = alea_tables_swap(&board);
    alea_tables_net_chances(net, rules, &board, &chances);
    const float points = alea_tables_chances_points(rules, &chances);
    return again ? points : -points;
}

int tables_turn_keep(alea_tables_choice_of *best, int count, int most,
                     alea_tables_choice_of choice)
{
    int at = count;
    while (at > 0 && best[at - 1].points < choice.points) at--;
    if (at >= most) return count;
    if (count < most) count++;
    for (int k = count - 1; k > at; k--) best[k] = best[k - 1];
    best[at] = choice;
    return count;
}

/* The mean over all throws of [0], each played as the net likes best. */
static float ahead(const alea_tables_net *net, const alea_tables_rules *rules,
                   const alea_tables_board *board, alea_tables_turns *room)
{
    alea_tables_dice dice;
    float sum = 0;
    int ways, all = 0;
    for (int k = 0; (ways = alea_tables_throw(rules, k, &dice)) > 0; k++) {
        float most = -INFINITY;
        alea_tables_turns_list(rules, board, dice, false, room);
        for (int i = 0; i < room->count; i++) {
            const float points = alea_tables_turn_points(net, rules, dice, room, i);
            if (points > most) most = points;
        }
        sum += most * (float)ways;
        all += ways;
    }
    return sum / (float)all;
}

int alea_tables_turns_best(const alea_tables_net *net, const alea_tables_rules *rules,
                           alea_tables_dice dice, const alea_tables_turns *turns,
                           int most, alea_tables_turns *room,
                           alea_tables_choice_of *best)
{
    alea_tables_choice_of found[ALEA_TABLES_MOST_CHOICES];
    int count = 0, kept = 0;
    if (most > ALEA_TABLES_MOST_CHOICES) most = ALEA_TABLES_MOST_CHOICES;
    const int wide = room ? ALEA_TABLES_MOST_CHOICES : most;
    for (int i = 0; i < turns->count; i++) {
        const float points = alea_tables_turn_points(net, rules, dice, turns, i);
        count =
            tables_turn_keep(found, count, wide, (alea_tables_choice_of){i, points});
    }
    for (int k = 0; k < count; k++) {
        alea_tables_choice_of choice = found[k];
        alea_tables_board board = alea_tables_turns_board(turns, choice.index);
        alea_tables_chances end;
        if (room && count > 1 && !tables_turn_ended(rules, &board, &end)) {
            const bool again = tables_turn_again(rules, dice, turns, choice.index);
            if (!again) board = alea_tables_swap(&board);
            const float points = ahead(net, rules, &board, room);
            choice.points = again ? points : -points;
        }
        kept = tables_turn_keep(best, kept, most, choice);
    }
    return kept;
}
