#include "pips_race.h"

#include <alea/dice.h>

#include <stdatomic.h>
#include <stdlib.h>

enum { MAX_ROLLS = ALEA_BEAROFF_MAX_ROLLS, MAX_PIPS = 24 * 15 };

/* [m][p]: the probability that m rolls have exactly p pips, or fewer. MAX_PIPS stands
 * for as many or more. */
typedef struct thrown {
    double exactly[MAX_ROLLS][MAX_PIPS + 1], below[MAX_ROLLS][MAX_PIPS + 2];
} thrown;

struct pips_races {
    _Atomic(thrown *) by_moves[2]; /* [a double gives two moves] */
};

static void fill(thrown *t, int moves)
{
    t->exactly[0][0] = 1;
    for (int m = 0; m < MAX_ROLLS; m++) {
        for (int p = 0; p <= MAX_PIPS; p++)
            t->below[m][p + 1] = t->below[m][p] + t->exactly[m][p];
        if (m + 1 == MAX_ROLLS) return;
        for (int r = 0; r < ALEA_ROLLS; r++) {
            const alea_roll roll = alea_roll_at(r);
            const bool twice = alea_roll_is_double(roll);
            const int pips = (roll.die[0] + roll.die[1]) * (twice ? moves / 2 : 1);
            for (int p = 0; p <= MAX_PIPS; p++)
                t->exactly[m + 1][p + pips < MAX_PIPS ? p + pips : MAX_PIPS] +=
                    t->exactly[m][p] * alea_roll_weight(roll) / 36;
        }
    }
}

pips_races *pips_races_open(void)
{
    pips_races *races = malloc(sizeof *races);
    for (int i = 0; races && i < 2; i++) atomic_init(&races->by_moves[i], NULL);
    return races;
}

void pips_races_close(pips_races *races)
{
    for (int i = 0; races && i < 2; i++) free(atomic_load(&races->by_moves[i]));
    free(races);
}

/* Two threads may make it at once: the first one's stays. */
static const thrown *thrown_of(pips_races *races, bool two_moves)
{
    if (!races) return NULL;
    thrown *found = atomic_load(&races->by_moves[two_moves]);
    if (found) return found;
    thrown *made = calloc(1, sizeof *made);
    if (!made) return NULL;
    fill(made, two_moves ? 2 : 4);
    if (atomic_compare_exchange_strong(&races->by_moves[two_moves], &found, made))
        return made;
    free(made);
    return found;
}

void pips_race_rolls(pips_races *races, int pips, int checkers, float waste,
                     bool two_moves, float after[ALEA_BEAROFF_MAX_ROLLS])
{
    static const double mean_roll = 49.0 / 6;
    const thrown *t = thrown_of(races, two_moves);
    const int moves = two_moves ? 2 : 4;
    const double wanted = (double)pips + (double)waste;
    const int whole = wanted < MAX_PIPS ? (int)wanted : MAX_PIPS;
    const double part = wanted - whole < 1 ? wanted - whole : 1;
    bool done = false;
    for (int m = 0; m < MAX_ROLLS; m++) {
        double short_of = t ? t->below[m][whole] + t->exactly[m][whole] * part
                            : wanted > m * mean_roll;
        if (pips > 6 * moves * m || checkers > moves * m) short_of = 1;
        done = done || short_of <= 1e-7;
        after[m] = (float)(done ? 0 : short_of);
    }
}
