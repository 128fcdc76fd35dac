/* How many rolls a race takes by its pips alone. */
#ifndef ALEA_ENGINE_EVALUATE_PIPS_RACE_H
#define ALEA_ENGINE_EVALUATE_PIPS_RACE_H

#include <alea/bearoff.h>

#include <stdbool.h>

/* after[m] = the probability that m rolls fall short of `pips` and what is wasted; never
 * fewer rolls than the best dice need for these pips and checkers. `two_moves`: a double
 * gives two moves instead of four. Thread-safe. */
void pips_race_rolls(int pips, int checkers, float waste, bool two_moves,
                     float after[ALEA_BEAROFF_MAX_ROLLS]);

#endif
