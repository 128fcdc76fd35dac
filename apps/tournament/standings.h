/* The table. */
#ifndef ALEA_TOURNAMENT_STANDINGS_H
#define ALEA_TOURNAMENT_STANDINGS_H

#include "model.h"

/* Single or double. */
bool tournament_is_elimination(const tournament *t);

typedef struct tournament_row {
    int player;
    int rank; /* from 1; equal for players that no tie-break separates */
    int won, lost, byes;
    int score;             /* won + byes; arena: its points */
    int streak;            /* arena: wins in a row up to now */
    int points[2];         /* won and lost in matches with a score */
    int buchholz;          /* scores of the opponents */
    int median;            /* without the best and the worst of three or more */
    int sonneborn;         /* scores of the opponents beaten */
    int met;               /* wins against those who are level up to here */
    int reached;           /* elimination, groups: larger = got further */
    int group, group_rank; /* groups: from 1; 0 = none */
    bool withdrawn;
} tournament_row;

/* Rows of all players in the draw, the best first; `out` has room for
 * TOURNAMENT_PLAYERS. Ties are broken
 *   Swiss:       score, Buchholz, median Buchholz, met, difference of points;
 *   league:      score, met, Sonneborn-Berger, difference of points;
 *   arena:       score, won, met, difference of points;
 *   elimination: how far somebody got;
 *   groups:      the same, then the rank in the group.
 * Then by seed, with the same rank. Returns how many. */
int tournament_standings(const tournament *t, tournament_row *out);
/* The rows of one group (from 1), by its own matches and in the order of a league. */
int tournament_group_standings(const tournament *t, int group, tournament_row *out);
/* The score of each player: wins and byes, or the points of an arena. */
void tournament_scores(const tournament *t, int *score);
/* The winner of the tournament, or of its consolation; -1 = not yet, or nobody. */
int tournament_winner(const tournament *t);
int tournament_consolation_winner(const tournament *t);

#endif
