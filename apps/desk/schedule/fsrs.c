#include "fsrs.h"

#include <math.h>

static const int64_t MINUTE = 60000, DAY = 86400000;
static const double LEAST_STABILITY = 0.001;

fsrs_settings fsrs_default(void)
{
    return (fsrs_settings){.w = {0.212,  1.2931, 2.3065, 8.2956, 6.4133, 0.8334,
                                 3.0194, 0.001,  1.8722, 0.1666, 0.796,  1.4835,
                                 0.0614, 0.2629, 1.6483, 0.6014, 1.8729, 0.5425,
                                 0.0912, 0.0658, 0.1542},
                           .retention = 0.9,
                           .longest = 36500};
}

bool fsrs_valid(const fsrs_settings *s)
{
    static const double low[] = {0.001, 0.001, 0.001, 0.001, 1,     0.001, 0.001,
                                 0.001, 0,     0,     0.001, 0.001, 0.001, 0.001,
                                 0,     0,     1,     0,     0,     0,     0.1};
    static const double high[] = {100, 100,  100, 100, 10, 4, 4, 0.75, 4.5, 0.8, 3.5,
                                  5,   0.25, 0.9, 4,   1,  6, 2, 2,    0.8, 0.8};
    for (int i = 0; i < FSRS_PARAMETERS; i++)
        if (!(s->w[i] >= low[i] && s->w[i] <= high[i])) return false;
    return s->retention >= FSRS_LEAST_RETENTION &&
           s->retention <= FSRS_MOST_RETENTION && s->longest >= 1 &&
           s->longest <= 36500;
}

static double at_least(double x, double least)
{
    return x < least ? least : x;
}

static double clamp_difficulty(double d)
{
    return d < 1 ? 1 : d > 10 ? 10 : d;
}

static double first_difficulty(const fsrs_settings *s, int grade)
{
    return s->w[4] - exp(s->w[5] * (grade - 1)) + 1;
}

static double next_difficulty(const fsrs_settings *s, double d, int grade)
{
    const double moved = d - s->w[6] * (grade - 3) * (10 - d) / 9;
    return clamp_difficulty(s->w[7] * first_difficulty(s, FSRS_EASY) +
                            (1 - s->w[7]) * moved);
}

/* Reviewed again within a day. */
static double short_term(const fsrs_settings *s, double stability, int grade)
{
    double factor = exp(s->w[17] * (grade - 3 + s->w[18])) * pow(stability, -s->w[19]);
    if (grade >= FSRS_GOOD) factor = at_least(factor, 1);
    return at_least(stability * factor, LEAST_STABILITY);
}

static double long_term(const fsrs_settings *s, const fsrs_card *c, double known,
                        int grade)
{
    const double *w = s->w, S = c->stability, D = c->difficulty;
    double next;
    if (grade == FSRS_AGAIN) {
        const double forgotten =
            w[11] * pow(D, -w[12]) * (pow(S + 1, w[13]) - 1) * exp((1 - known) * w[14]);
        const double most = S / exp(w[17] * w[18]);
        next = forgotten < most ? forgotten : most;
    } else {
        const double factor =
            (grade == FSRS_HARD ? w[15] : 1) * (grade == FSRS_EASY ? w[16] : 1);
        next = S * (1 + exp(w[8]) * (11 - D) * pow(S, -w[9]) *
                            (exp((1 - known) * w[10]) - 1) * factor);
    }
    return at_least(next, LEAST_STABILITY);
}

static double curve_factor(const fsrs_settings *s)
{
    return pow(0.9, -1 / s->w[20]) - 1;
}

double fsrs_retrievability(const fsrs_settings *s, const fsrs_card *card, int64_t now)
{
    if (card->state == FSRS_NEW) return 0;
    const int64_t days = now > card->last ? (now - card->last) / DAY : 0;
    return pow(1 + curve_factor(s) * (double)days / card->stability, -s->w[20]);
}

/* In whole days. */
static int64_t interval(const fsrs_settings *s, double stability)
{
    double days =
        rint(stability / curve_factor(s) * (pow(s->retention, -1 / s->w[20]) - 1));
    days = at_least(days, 1);
    return (int64_t)(days > s->longest ? s->longest : days) * DAY;
}

/* Steps of 1 and 10 minutes for new cards, of 10 minutes for forgotten ones. */
static int64_t schedule(const fsrs_settings *s, fsrs_card *c, int grade)
{
    if (c->state == FSRS_REVIEW && grade == FSRS_AGAIN) {
        c->state = FSRS_RELEARNING;
        c->step = 0;
        return 10 * MINUTE;
    }
    const bool learning = c->state == FSRS_LEARNING;
    const int last_step = learning ? 1 : 0;
    if (c->state == FSRS_REVIEW || grade == FSRS_EASY ||
        (grade == FSRS_GOOD && c->step >= last_step)) {
        c->state = FSRS_REVIEW;
        c->step = 0;
        return interval(s, c->stability);
    }
    if (grade == FSRS_AGAIN) c->step = 0;
    if (grade == FSRS_GOOD) c->step++;
    if (grade == FSRS_HARD && c->step == 0)
        return learning ? 11 * MINUTE / 2 : 15 * MINUTE;
    return learning && c->step == 0 ? MINUTE : 10 * MINUTE;
}

fsrs_card fsrs_review(const fsrs_settings *s, const fsrs_card *card, fsrs_grade grade,
                      int64_t now)
{
    fsrs_card c = *card;
    const int g = (int)grade;
    if (c.state == FSRS_NEW) {
        c.state = FSRS_LEARNING;
        c.step = 0;
        c.stability = at_least(s->w[g - 1], LEAST_STABILITY);
        c.difficulty = clamp_difficulty(first_difficulty(s, g));
    } else {
        c.stability = now - c.last < DAY
                          ? short_term(s, c.stability, g)
                          : long_term(s, &c, fsrs_retrievability(s, card, now), g);
        c.difficulty = next_difficulty(s, c.difficulty, g);
    }
    c.due = now + schedule(s, &c, g);
    c.last = now;
    return c;
}
