#include "race.h"

#include <math.h>

static int beyond(int checkers, int allowed)
{
    return checkers > allowed ? checkers - allowed : 0;
}

static int keith_count(const alea_board *board, bool mine)
{
    const alea_board own = mine ? *board : alea_board_swap(board);
    int n[7];
    for (int p = 1; p <= 6; p++) n[p] = own.point[p] > 0 ? own.point[p] : 0;
    return alea_board_pips(board, mine) + 2 * beyond(n[1], 1) + beyond(n[2], 1) +
           beyond(n[3], 3) + !n[4] + !n[5] + !n[6];
}

race_keith race_keith_of(const alea_board *board)
{
    race_keith k = {
        {keith_count(board, true), keith_count(board, false)}, false, false, false};
    k.count[0] += k.count[0] / 7;
    const int excess = k.count[0] - k.count[1];
    k.doubles = excess <= 4;
    k.redoubles = excess <= 3;
    k.takes = excess >= 2;
    return k;
}

double race_kleinman(int pips, int pips_opponent)
{
    const double sum = pips + pips_opponent - 4, lead = pips_opponent - pips + 4;
    if (sum <= 0) return lead > 0 ? 1 : 0;
    return 0.5 * (1 + erf(lead / (2 * sqrt(sum))));
}

race_trice race_trice_of(int pips, int pips_opponent)
{
    race_trice t = {pips > 62   ? pips / 10 + 1
                    : pips >= 5 ? (pips - 5) / 7
                                : 0,
                    false, false, false};
    const int lead = pips_opponent - pips;
    t.takes = lead <= t.last_take;
    t.doubles = lead >= t.last_take - 3;
    t.redoubles = lead >= t.last_take - 2;
    return t;
}
