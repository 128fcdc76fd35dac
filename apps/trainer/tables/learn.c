#include "learn.h"

#include <string.h>

enum { WON, WON_MORE, LOST, LOST_MORE, DRAWN };

/* The same chances seen by the other player. */
static void turn_round(float chance[TABLES_NET_OUT])
{
    for (int k = 0; k < LOST; k++) {
        const float own = chance[k];
        chance[k] = chance[LOST + k];
        chance[LOST + k] = own;
    }
}

static void outcome(const alea_tables_match *match, alea_tables_player by,
                    float out[TABLES_NET_OUT])
{
    memset(out, 0, TABLES_NET_OUT * sizeof *out);
    const int more = match->points > 1;
    if (match->winner == ALEA_TABLES_NOBODY)
        out[DRAWN] = 1;
    else
        out[(match->winner == by ? WON : LOST) + more] = 1;
}

static double points(const float chance[TABLES_NET_OUT])
{
    return (double)(chance[WON] - chance[LOST]) +
           2 * (double)(chance[WON_MORE] - chance[LOST_MORE]);
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
        const double off = points(said) - points(wanted);
        sum += off * off;
        for (int o = 0; o < TABLES_NET_OUT; o++)
            wanted[o] = (float)lambda * wanted[o] + (float)(1 - lambda) * said[o];
    }
    return sum;
}
