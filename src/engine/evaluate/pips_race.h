/* How many rolls a race takes by its pips alone. */
#ifndef ALEA_ENGINE_EVALUATE_PIPS_RACE_H
#define ALEA_ENGINE_EVALUATE_PIPS_RACE_H

#include <alea/bearoff.h>

#include <stdbool.h>

/* The distributions of the sums of rolls; made on first use. Thread-safe. */
typedef struct pips_races pips_races;
/* NULL without memory. */
pips_races *pips_races_open(void);
void pips_races_close(pips_races *races);

/* after[m] = the probability that m rolls fall short of `pips` and what is wasted;
 * never fewer rolls than the best dice need for these pips and checkers. `two_moves`: a
 * double gives two moves instead of four. Without memory (or `races` NULL) by the mean
 * of a roll. */
void pips_race_rolls(pips_races *races, int pips, int checkers, float waste,
                     bool two_moves, float after[ALEA_BEAROFF_MAX_ROLLS]);

#endif
