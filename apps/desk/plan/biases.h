/* Signed biases: in which direction a player errs, beside the other players of the
 * desk. docs/study-plan.md has the rules. Pure functions. */
#ifndef ALEA_DESK_PLAN_BIASES_H
#define ALEA_DESK_PLAN_BIASES_H

#include "desk/search/rows.h"
#include "intervals.h"

#include <stdbool.h>
#include <stdint.h>

typedef enum plan_bias {
    BIAS_TAKES = 0, /* wrong takes against wrong drops */
    BIAS_DOUBLES,   /* missed doubles against doubles too early */
    BIAS_HITS,      /* hits left out against hits that were wrong */
    BIAS_ANCHORS,   /* anchors broken against anchors kept */
    BIAS_BLOTS,     /* more blots than the best play against fewer */
    BIAS_BACK,      /* more back checkers than the best play against fewer */
    BIAS_POINTS,    /* fewer home points than the best play against more */
    BIASES
} plan_bias;

/* The directions of one error: +1 the first of the two above, -1 the second, 0 neither.
 * `best` and `made` are the choices as text (desk/detail.h); cube decisions need
 * none. */
void bias_directions(const desk_row *row, const char *best, const char *made,
                     int8_t out[BIASES]);

/* Errors in each direction of the player (0) and of all others (1). */
typedef struct bias_count {
    int64_t toward[2], against[2];
    double loss[2]; /* of the player: toward, against */
} bias_count;

typedef struct bias_figures {
    bias_count count;
    /* share of `toward` among the player's errors, less the others' */
    double difference;
    interval bounds; /* of the difference */
    /* +1 toward, -1 against: significant; 0: the interval contains zero */
    int sign;
    int64_t missing; /* errors until the difference can be significant; 0: it is */
} bias_figures;

bias_figures bias_figures_of(const bias_count *count);
/* "takes", "doubles" ...: the key in JSON. Static. */
const char *bias_key(plan_bias b);
/* "takes too much" (+1), "drops too much" (-1). Static. */
const char *bias_words(plan_bias b, int sign);
/* "wrong takes" (+1), "wrong drops" (-1): the counted errors. Static. */
const char *bias_errors(plan_bias b, int sign);

#endif
