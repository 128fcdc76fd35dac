/* Intervals of shares and of their differences (docs/study-plan.md). Pure functions. */
#ifndef ALEA_DESK_PLAN_INTERVALS_H
#define ALEA_DESK_PLAN_INTERVALS_H

typedef struct interval {
    double low, high;
} interval;

/* The z of two-sided intervals that miss the truth with chance `alpha`, in (0, 1). */
double interval_z(double alpha);
/* Wilson's interval of a share: `k` of `n`; [0, 1] for n = 0. */
interval interval_share(double k, double n, double z);
/* Newcombe's interval of share k1 of n1 less share k2 of n2 (hybrid score, 1998). */
interval interval_difference(double k1, double n1, double k2, double n2, double z);

#endif
