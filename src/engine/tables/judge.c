/* Turns by nets, pips and tables together: all in order, with chances, or the best
 * ones. */
#include "endings.h"
#include "engine/net/softmax.h"
#include "turn.h"

#include <stdlib.h>

static alea_tables_chances swapped(const alea_tables_chances *c)
{
    return (alea_tables_chances){c->lost_one, c->lost_more, c->won_one, c->won_more,
                                 c->drawn};
}

alea_tables_evaluator alea_tables_evaluator_for(const alea_tables_rules *rules,
                                                const alea_tables_exact *tables)
{
    alea_tables_evaluator e = {.net = alea_tables_net_for(rules)};
    if (tables && tables->ur && alea_ur_fits(rules)) e.exact.ur = tables->ur;
    if (tables && tables_endings_fit(rules, tables->one_sided))
        e.exact.one_sided = tables->one_sided;
    if (tables && tables_endings_fit(rules, tables->two_sided))
        e.exact.two_sided = tables->two_sided;
    return e;
}

/* Chances of [0], who throws next, by a table. False if none has the board. */
static bool look_up(const alea_tables_evaluator *e, const alea_tables_rules *rules,
                    const alea_tables_board *board, alea_tables_chances *out,
                    bool *exact)
{
    double win;
    *exact = true;
    if (!e->exact.ur || !alea_ur_find(e->exact.ur, rules, board, &win))
        return tables_endings_find(&e->exact, rules, board, out, exact);
    *out = (alea_tables_chances){.won_one = (float)win, .lost_one = (float)(1 - win)};
    return true;
}

/* Chances of [0], who has just moved, from the worth of the board in pips: a logistic
 * curve through 1,500 games each of aceydeucey, russian, tawula, tabula and senet that
 * the player by worth played against itself. Its scales were 37 to 125, its middles 12
 * to 26: the worth counts the points of [0] alone, and the other is on throw. */
static void by_pips(const alea_tables_rules *rules, const alea_tables_board *board,
                    alea_tables_chances *out)
{
    enum { SCALE = 50, MIDDLE = 22 };
    const int pips = alea_tables_worth(rules, board) - MIDDLE;
    const float less = (float)(pips < 0 ? pips : -pips) / SCALE;
    const float odds = exp_of_negative(less > -60 ? less : -60);
    const float small = odds / (1 + odds), large = 1 / (1 + odds);
    *out = (alea_tables_chances){.won_one = pips < 0 ? small : large,
                                 .lost_one = pips < 0 ? large : small};
}

/* The mover's chances by the board after turn `index`. */
static float at_once(const alea_tables_evaluator *e, const alea_tables_rules *rules,
                     alea_tables_dice dice, const alea_tables_turns *turns, int index,
                     alea_tables_chances *chances, bool *exact)
{
    alea_tables_board board = alea_tables_turns_board(turns, index);
    float points;
    const bool ran_on = tables_endings_run_on(&e->exact, dice, &board);
    *exact = true;
    if (tables_turn_ended(rules, &board, chances))
        return alea_tables_chances_points(rules, chances);
    const bool again = tables_turn_again(rules, dice, turns, index);
    const alea_tables_board next = again ? board : alea_tables_swap(&board);
    if (look_up(e, rules, &next, chances, exact)) {
        /* What followed was played by the mean alone. */
        *exact = *exact && !ran_on;
    } else {
        *exact = false;
        if (!e->net) {
            by_pips(rules, &board, chances);
            return alea_tables_chances_points(rules, chances);
        }
        alea_tables_net_chances(e->net, rules, &next, chances);
    }
    points = alea_tables_chances_points(rules, chances);
    if (again) return points;
    *chances = swapped(chances);
    return -points;
}

static void add(alea_tables_chances *sum, const alea_tables_chances *c, float weight)
{
    sum->won_one += c->won_one * weight;
    sum->won_more += c->won_more * weight;
    sum->lost_one += c->lost_one * weight;
    sum->lost_more += c->lost_more * weight;
    sum->drawn += c->drawn * weight;
}

/* The mean over all throws of [0], each played as the net likes best. */
static void mean(const alea_tables_evaluator *e, const alea_tables_rules *rules,
                 const alea_tables_board *board, alea_tables_turns *room,
                 alea_tables_chances *out)
{
    alea_tables_dice dice;
    int ways, all = 0;
    *out = (alea_tables_chances){0};
    for (int k = 0; alea_tables_throw(rules, k, &dice) > 0; k++)
        all += alea_tables_throw(rules, k, &dice);
    for (int k = 0; (ways = alea_tables_throw(rules, k, &dice)) > 0; k++) {
        alea_tables_chances best = {0}, chances;
        float most = 0;
        alea_tables_turns_list(rules, board, dice, false, room);
        for (int i = 0; i < room->count; i++) {
            bool exact;
            const float points = at_once(e, rules, dice, room, i, &chances, &exact);
            if (i > 0 && points <= most) continue;
            most = points;
            best = chances;
        }
        add(out, &best, (float)ways / (float)all);
    }
}

static void look_ahead(const alea_tables_evaluator *e, const alea_tables_rules *rules,
                       alea_tables_dice dice, const alea_tables_turns *turns,
                       alea_tables_turns *room, alea_tables_opinion *opinion)
{
    alea_tables_board board = alea_tables_turns_board(turns, opinion->index);
    const bool again = tables_turn_again(rules, dice, turns, opinion->index);
    opinion->plies = 1;
    if (opinion->exact) return;
    tables_endings_run_on(&e->exact, dice, &board);
    if (!again) board = alea_tables_swap(&board);
    mean(e, rules, &board, room, &opinion->chances);
    if (!again) opinion->chances = swapped(&opinion->chances);
    opinion->points = alea_tables_chances_points(rules, &opinion->chances);
}

static int by_points(const void *a, const void *b)
{
    const alea_tables_opinion *x = a, *y = b;
    if (x->points != y->points) return x->points < y->points ? 1 : -1;
    return x->index - y->index;
}

void alea_tables_turns_judge(const alea_tables_evaluator *e,
                             const alea_tables_rules *rules, alea_tables_dice dice,
                             const alea_tables_turns *turns, int deep,
                             alea_tables_turns *room, alea_tables_opinion *out)
{
    const int count = turns->count;
    if (deep > count) deep = count;
    for (int i = 0; i < count; i++) {
        out[i] = (alea_tables_opinion){.index = i};
        out[i].points =
            at_once(e, rules, dice, turns, i, &out[i].chances, &out[i].exact);
        out[i].rough = !e->net && !out[i].exact;
    }
    qsort(out, (size_t)count, sizeof *out, by_points);
    for (int i = 0; i < deep; i++) look_ahead(e, rules, dice, turns, room, &out[i]);
    qsort(out, (size_t)deep, sizeof *out, by_points);
}

int alea_tables_turns_pick(const alea_tables_evaluator *e,
                           const alea_tables_rules *rules, alea_tables_dice dice,
                           const alea_tables_turns *turns, int most,
                           alea_tables_choice_of *best)
{
    int count = 0;
    if (most > ALEA_TABLES_MOST_CHOICES) most = ALEA_TABLES_MOST_CHOICES;
    for (int i = 0; i < turns->count; i++) {
        alea_tables_chances chances;
        bool exact;
        const float points = at_once(e, rules, dice, turns, i, &chances, &exact);
        count = tables_turn_keep(best, count, most, (alea_tables_choice_of){i, points});
    }
    return count;
}
