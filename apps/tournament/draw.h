/* Who meets whom: seeding, the rounds of a league, the pairs of a Swiss round. Each
 * fills an event for tournament_apply, which checks it, so that a stored tournament does
 * not change if these do. */
#ifndef ALEA_TOURNAMENT_DRAW_H
#define ALEA_TOURNAMENT_DRAW_H

#include "model.h"

#include <alea/status.h>

/* STARTED: the players by seed. Random: Fisher-Yates from the last place to the first,
 * by alea_random_below on stream 0 of the FNV-1a hash of plan.seed. */
void tournament_draw(const tournament *t, tournament_event *out);
/* PAIRED: the next round of a Swiss tournament. No pair that has met, a bye for one who
 * has had none, and of all such rounds one where the squares of the differences in score
 * add up to least; in a group of equal score the upper half meets the lower.
 * ALEA_ERROR_REFUSED: there is no such round. */
alea_status tournament_pair(const tournament *t, tournament_event *out);
/* The pairs of league round `round` (from 0) among `count` players, by the circle
 * method: place[2 * i] meets place[2 * i + 1]. Returns how many pairs; with an odd count
 * one is left out. There are count - 1 rounds, or count if it is odd. */
int league_round(int count, int round, int *place);
/* Rounds of a Swiss tournament that leave one player unbeaten. */
int swiss_rounds_needed(int players);

#endif
