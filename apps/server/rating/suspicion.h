/* Measures that a person at the club should look at; none of them proves anything. Pure
 * functions. */
#ifndef ALEA_SERVER_RATING_SUSPICION_H
#define ALEA_SERVER_RATING_SUSPICION_H

#include <stdbool.h>
#include <stdint.h>

/* Thinking times are summed as they come. All zero is none. */
typedef struct thinking {
    int64_t count;
    double sum, squares; /* of milliseconds */
} thinking;
void thinking_add(thinking *t, int64_t ms);
/* The standard deviation in parts of the mean; 1 where there are too few. People are
 * near 1: forced plays take a second, hard ones a minute. */
double thinking_spread(const thinking *t);
/* Fifty plays and more that take more than a second on average, and all about as
 * long. */
bool thinking_is_constant(const thinking *t);

/* One account's error rate over analysed rated matches. */
typedef struct strength {
    double rating, pr;
    int matches;
} strength;
/* What PR accounts of that rating have: a line through those of `all` with enough
 * matches, and how far they stray from it. False if they are too few. */
bool strength_expected(const strength *all, int count, double rating, double *pr,
                       double *stray);
/* Is the error rate below what the very best reach, or far below what is expected? */
bool strength_is_too_good(const strength *all, int count, const strength *one);

#endif
