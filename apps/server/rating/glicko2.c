#include "glicko2.h"

#include <math.h>

#define MIDDLE   1500.0
#define SCALE    173.7178
#define TAU      0.5 /* how much a volatility may change in a period */
#define WIDEST   350.0
#define NARROW   30.0
#define ACCURACY 0.000001

/* One step of the paper's function f(x), of which the new volatility is the root. */
typedef struct search {
    double a, difference, deviation, variance; /* of squares: delta^2, phi^2, v */
} search;

static double height(const search *s, double x)
{
    const double e = exp(x), sum = s->deviation + s->variance + e;
    return e * (s->difference - sum) / (2 * sum * sum) - (x - s->a) / (TAU * TAU);
}

/* The paper's step 5: the Illinois method between two points of opposite sign. */
static double new_volatility(const search *s)
{
    enum { STEPS = 100 };
    double a = s->a, b = s->a - TAU;
    if (s->difference > s->deviation + s->variance)
        b = log(s->difference - s->deviation - s->variance);
    else
        for (int i = 0; i < STEPS && height(s, b) < 0; i++) b -= TAU;
    double at_a = height(s, a), at_b = height(s, b);
    for (int i = 0; i < STEPS && fabs(b - a) > ACCURACY; i++) {
        const double c = a + (a - b) * at_a / (at_b - at_a), at_c = height(s, c);
        if (at_c * at_b <= 0) {
            a = b;
            at_a = at_b;
        } else {
            at_a /= 2;
        }
        b = c;
        at_b = at_c;
    }
    return exp(a / 2);
}

/* The weight of a result against an opponent with that deviation. */
static double weight(double deviation)
{
    const double pi = 3.14159265358979323846;
    return 1 / sqrt(1 + 3 * deviation * deviation / (pi * pi));
}

rating rating_new(void)
{
    return (rating){MIDDLE, WIDEST, 0.06};
}

rating rating_after(rating before, const rating_result *results, int count,
                    double periods)
{
    const double mu = (before.value - MIDDLE) / SCALE, phi = before.deviation / SCALE;
    double information = 0, gain = 0;
    rating after = before;
    for (int i = 0; i < count; i++) {
        const rating *o = &results[i].opponent;
        const double g = weight(o->deviation / SCALE);
        const double e = 1 / (1 + exp(-g * (mu - (o->value - MIDDLE) / SCALE)));
        information += g * g * e * (1 - e);
        gain += g * (results[i].score - e);
    }
    if (count > 0) {
        const double variance = 1 / information, delta = variance * gain;
        const search s = {log(before.volatility * before.volatility), delta * delta,
                          phi * phi, variance};
        after.volatility = new_volatility(&s);
    }
    const double grown =
        phi * phi + fmax(periods, 0) * after.volatility * after.volatility;
    const double narrowed = 1 / sqrt(1 / grown + information);
    after.value = before.value + SCALE * narrowed * narrowed * gain;
    after.deviation = fmin(fmax(SCALE * narrowed, NARROW), WIDEST);
    return after;
}

double rating_chance(rating a, rating b)
{
    const double g = weight(hypot(a.deviation, b.deviation) / SCALE);
    return 1 / (1 + exp(-g * (a.value - b.value) / SCALE));
}

bool rating_is_provisional(rating r)
{
    return r.deviation > RATING_PROVISIONAL;
}
