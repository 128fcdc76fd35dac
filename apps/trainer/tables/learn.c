#include "learn.h"

#include <string.h>

enum { LOST = 2 /* the first two outcomes are won */ };

/* The same chances seen by the other player. */
static void turn_round(float chance[TABLES_NET_OUT])
{
    for (int k = 0; k < LOST; k++) {
        const float own = chance[k];
        chance[k] = chance[LOST + k];
        chance[LOST + k] = own;
    }
}

/* What the end of a game was worth to a player, in the order of the outcomes. */
static void outcome(const alea_tables_match *match, alea_tables_player by,
                    float out[TABLES_NET_OUT])
{
    const int points = match->winner == ALEA_TABLES_NOBODY ? 0
                       : match->winner == by               ? match->points
                                                           : -match->points;
    const alea_tables_chances c =
        alea_tables_chances_of(alea_tables_match_rules(match), points);
    memcpy(out, &c, sizeof c);
}

static double points(const alea_tables_rules *rules, const float chance[TABLES_NET_OUT])
{
    alea_tables_chances c;
    _Static_assert(sizeof c == TABLES_NET_OUT * sizeof(float), "outcomes");
    memcpy(&c, chance, sizeof c);
    return (double)alea_tables_chances_points(rules, &c);
}

double tables_learn(tables_model *m, const tables_game *game, double lambda, float rate)
{
    const alea_tables_rules *rules = alea_tables_match_rules(&game->match);
    float wanted[TABLES_NET_OUT], said[TABLES_NET_OUT];
    double sum = 0;
    alea_tables_player by = ALEA_TABLES_A;
    outcome(&game->match, by, wanted);
    for (int i = game->places - 1; i >= 0; i--) {
        const tables_place *at = &game->place[i];
        if (at->by != by) turn_round(wanted);
        by = at->by;
        tables_model_learn(m, rules, &at->board, wanted, rate, said);
        const double off = points(rules, said) - points(rules, wanted);
        sum += off * off;
        for (int o = 0; o < TABLES_NET_OUT; o++)
            wanted[o] = (float)lambda * wanted[o] + (float)(1 - lambda) * said[o];
    }
    return sum;
}
