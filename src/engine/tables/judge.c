/* All turns in order, with chances. */
#include "turn.h"

#include <stdlib.h>

static alea_tables_chances swapped(const alea_tables_chances *c)
{
    return (alea_tables_chances){c->lost_one, c->lost_more, c->won_one, c->won_more,
                                 c->drawn};
}

static alea_tables_chances certain(float points)
{
    alea_tables_chances c = {0};
    float *which = points > 1    ? &c.won_more
                   : points > 0  ? &c.won_one
                   : points < -1 ? &c.lost_more
                   : points < 0  ? &c.lost_one
                                 : &c.drawn;
    *which = 1;
    return c;
}

/* The mover's chances by the board after turn `index`. */
static float at_once(const alea_tables_net *net, const alea_tables_rules *rules,
                     alea_tables_dice dice, const alea_tables_turns *turns, int index,
                     alea_tables_chances *chances)
{
    alea_tables_board board = alea_tables_turns_board(turns, index);
    float points;
    if (tables_turn_ended(rules, &board, &points)) {
        *chances = certain(points);
        return points;
    }
    const bool again = tables_turn_again(rules, dice, turns, index);
    if (!again) board = alea_tables_swap(&board);
    alea_tables_net_chances(net, rules, &board, chances);
    points = alea_tables_chances_points(chances);
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
static void mean(const alea_tables_net *net, const alea_tables_rules *rules,
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
            const float points = at_once(net, rules, dice, room, i, &chances);
            if (i > 0 && points <= most) continue;
            most = points;
            best = chances;
        }
        add(out, &best, (float)ways / (float)all);
    }
}

static void look_ahead(const alea_tables_net *net, const alea_tables_rules *rules,
                       alea_tables_dice dice, const alea_tables_turns *turns,
                       alea_tables_turns *room, alea_tables_opinion *opinion)
{
    alea_tables_board board = alea_tables_turns_board(turns, opinion->index);
    float points;
    opinion->plies = 1;
    if (tables_turn_ended(rules, &board, &points)) return;
    const bool again = tables_turn_again(rules, dice, turns, opinion->index);
    if (!again) board = alea_tables_swap(&board);
    mean(net, rules, &board, room, &opinion->chances);
    if (!again) opinion->chances = swapped(&opinion->chances);
    opinion->points = alea_tables_chances_points(&opinion->chances);
}

static int by_points(const void *a, const void *b)
{
    const alea_tables_opinion *x = a, *y = b;
    if (x->points != y->points) return x->points < y->points ? 1 : -1;
    return x->index - y->index;
}

void alea_tables_turns_judge(const alea_tables_net *net, const alea_tables_rules *rules,
                             alea_tables_dice dice, const alea_tables_turns *turns,
                             int deep, alea_tables_turns *room,
                             alea_tables_opinion *out)
{
    const int count = turns->count;
    if (deep > count) deep = count;
    for (int i = 0; i < count; i++) {
        out[i] = (alea_tables_opinion){.index = i};
        out[i].points = at_once(net, rules, dice, turns, i, &out[i].chances);
    }
    qsort(out, (size_t)count, sizeof *out, by_points);
    for (int i = 0; i < deep; i++) look_ahead(net, rules, dice, turns, room, &out[i]);
    qsort(out, (size_t)deep, sizeof *out, by_points);
}
