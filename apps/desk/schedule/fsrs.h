/* When to show a card again: the Free Spaced Repetition Scheduler, version 6.
 * Source: open-spaced-repetition, "ABC of FSRS" and its published parameters and test
 * vectors. Pure functions. */
#ifndef ALEA_DESK_SCHEDULE_FSRS_H
#define ALEA_DESK_SCHEDULE_FSRS_H

#include <stdbool.h>
#include <stdint.h>

enum { FSRS_PARAMETERS = 21 };

typedef enum fsrs_grade { FSRS_AGAIN = 1, FSRS_HARD, FSRS_GOOD, FSRS_EASY } fsrs_grade;

typedef enum fsrs_state {
    FSRS_NEW = 0,
    FSRS_LEARNING,
    FSRS_REVIEW,
    FSRS_RELEARNING
} fsrs_state;

#define FSRS_LEAST_RETENTION 0.7
#define FSRS_MOST_RETENTION  0.99

typedef struct fsrs_settings {
    double w[FSRS_PARAMETERS];
    double retention; /* chance to know a card when it is due */
    int longest;      /* days */
} fsrs_settings;

/* All zero: a new card. Times are milliseconds since 1970. */
typedef struct fsrs_card {
    fsrs_state state;
    int step; /* learning and relearning */
    double stability, difficulty;
    int64_t due, last;
} fsrs_card;

/* Version 6 defaults, 0.9, 100 years. */
fsrs_settings fsrs_default(void);
/* False for parameters outside their published bounds. */
bool fsrs_valid(const fsrs_settings *settings);
/* The card after a review at `now`. Without random variation of intervals. */
fsrs_card fsrs_review(const fsrs_settings *settings, const fsrs_card *card,
                      fsrs_grade grade, int64_t now);
/* Chance that the card is known at `now`; 0 for a new card. */
double fsrs_retrievability(const fsrs_settings *settings, const fsrs_card *card,
                           int64_t now);

#endif
