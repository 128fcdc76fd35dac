/* Measures that flag accounts for a person at the club to look at; none of them proves
 * anything. Pure functions. */
#ifndef ALEA_SERVER_RATING_SUSPICION_H
#define ALEA_SERVER_RATING_SUSPICION_H

#include <stdbool.h>
#include <stdint.h>

/* Sums of thinking times. All zero means no times. */
typedef struct thinking {
    int64_t count;
    double sum, squares; /* of milliseconds */
} thinking;
void thinking_add(thinking *t, int64_t ms);
/* The standard deviation divided by the mean; 1 if there are too few times. People are
 * near 1: forced plays take a second, hard ones a minute. */
double thinking_spread(const thinking *t);
/* At least fifty plays that take more than a second on average, and all about equally
 * long. */
bool thinking_is_constant(const thinking *t);

/* One account's error rate over analysed rated matches. */
typedef struct strength {
    double rating, pr;
    int matches;
} strength;
/* The PR expected of accounts with that rating: a line through the points of `all` with
 * enough matches, and the deviation from it. False if they are too few. */
bool strength_expected(const strength *all, int count, double rating, double *pr,
                       double *stray);
/* Whether the error rate is below that of the very best players, or far below the
 * expected one. */
bool strength_is_too_good(const strength *all, int count, const strength *one);

#endif
