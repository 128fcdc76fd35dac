/* Pairings: seeding, the rounds of a league, the pairs of a Swiss round. Each function
 * fills an event for tournament_apply, which checks it, so that a stored tournament
 * does not change if these functions do. */
#ifndef ALEA_TOURNAMENT_DRAW_H
#define ALEA_TOURNAMENT_DRAW_H

#include "model.h"

#include <alea/status.h>

#include <stdint.h>

/* STARTED: the players by seed. Random: Fisher-Yates from the last place to the first,
 * by alea_random_below on stream 0 of the FNV-1a hash of plan.seed. */
void tournament_draw(const tournament *t, tournament_event *out);
/* PAIRED: the next round of a Swiss tournament. No pair that has met, a bye for one who
 * has had none, and of all such rounds one where the squares of the differences in
 * score add up to least; in a group of equal score the upper half meets the lower.
 * ALEA_ERROR_REFUSED: there is no such round. */
alea_status tournament_pair(const tournament *t, tournament_event *out);
/* The pairs of league round `round` (from 0) among `count` players, by the circle
 * method: place[2 * i] meets place[2 * i + 1]. Returns how many pairs; with an odd
 * count one is left out. There are count - 1 rounds, or count if it is odd. */
int league_round(int count, int round, int *place);
/* Rounds of a Swiss tournament that leave one player unbeaten. */
int swiss_rounds_needed(int players);

/* The best way to form pairs: a matching of maximum weight in a graph, by Edmonds'
 * algorithm with dual variables (Galil, "Efficient algorithms for finding maximum
 * matching in graphs", 1986). Time grows with the cube of the number of nodes. */

/* `weight` has nodes * nodes values, symmetric, 0 = no edge, at most 2^60. mate[i] is
 * the partner of node i, or -1. A pairing of everybody is found, where there is one, if
 * every weight is larger than any gain from changing the others. */
alea_status matching_best(int nodes, const int64_t *weight, int *mate);

/* Brackets: which match the winner and the loser of a match go to. */

/* Lines of the first round for that many players: a power of two, at least 2. */
int bracket_size(int players);
/* seed[i]: the seed (from 1) that stands on line i, so that the best meet last. A seed
 * above the number of players is a bye. */
void bracket_lines(int size, int *seed);
/* Makes every match of an elimination for `players` by their seeds, of whom nobody has
 * met yet: lines are not filled. They come after the matches that there are. */
alea_status bracket_build(tournament *t, int players);
/* The same of a second bracket for `players` who lose nothing but it. */
alea_status bracket_build_second(tournament *t, int players);
/* The length of a match by the plan; `last`: a round that decides the tournament. */
int bracket_length(const tournament_plan *plan, tournament_part part, int round,
                   bool last);
/* Appends a match; its number, or -1 without memory. */
int bracket_add(tournament *t, tournament_part part, int round, int place, int length);

#endif
