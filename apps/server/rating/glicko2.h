/* Ratings after M. E. Glickman, "Example of the Glicko-2 system" (2022), on the scale
 * of that paper: 1500 for a new player. Pure functions: the same results in the same
 * order give the same numbers. */
#ifndef ALEA_SERVER_RATING_GLICKO2_H
#define ALEA_SERVER_RATING_GLICKO2_H

#include <stdbool.h>

/* Above this deviation a rating is provisional. */
#define RATING_PROVISIONAL 110.0

typedef struct rating {
    double value, deviation, volatility;
} rating;

/* One result of a rating period. */
typedef struct rating_result {
    rating opponent; /* before the period; its volatility does not matter */
    double score;    /* 1 won, 0.5 drawn, 0 lost */
} rating_result;

/* The rating of a player without results: 1500, 350, 0.06. */
rating rating_new(void);
/* The rating after `count` results and `periods` rating periods since the last ones: 1
 * is the paper's case, 0 two matches at one moment. With no result only the deviation
 * grows. The deviation stays between 30 and 350. */
rating rating_after(rating before, const rating_result *results, int count,
                    double periods);
/* The chance of `a` to win against `b`, both being uncertain. */
double rating_chance(rating a, rating b);
bool rating_is_provisional(rating r);

#endif
