/* Brackets: which match the winner and the loser of a match go to. */
#ifndef ALEA_TOURNAMENT_BRACKET_H
#define ALEA_TOURNAMENT_BRACKET_H

#include "model.h"

#include <alea/status.h>

/* Lines of the first round for that many players: a power of two, at least 2. */
int bracket_size(int players);
/* seed[i]: the seed (from 1) that stands on line i, so that the best meet last. A seed
 * above the number of players is a bye. */
void bracket_lines(int size, int *seed);
/* Makes every match of an elimination for `players` by their seeds, of whom nobody has
 * met yet: lines are not filled. The tournament has no matches before. */
alea_status bracket_build(tournament *t, int players);
/* The length of a match by the plan; `last`: a round that decides the tournament. */
int bracket_length(const tournament_plan *plan, tournament_part part, int round,
                   bool last);
/* Appends a match; its number, or -1 without memory. */
int bracket_add(tournament *t, tournament_part part, int round, int place, int length);

#endif
