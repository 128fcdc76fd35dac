#include "suspicion.h"

#include <math.h>

#define FLAT       0.3 /* spread of thinking times below which they count as constant */
#define BEST       2.0 /* a PR that no person sustains over many matches */
#define FAR        2.5 /* strays from the line */
#define NEAR_LEAST 1.  /* deviations count as at least this much PR */

enum {
    PLAYS_LEAST = 50,
    THOUGHT_LEAST_MS = 1000,
    MATCHES_LEAST = 5,
    ACCOUNTS_LEAST = 8
};

void thinking_add(thinking *t, int64_t ms)
{
    t->count++;
    t->sum += (double)ms;
    t->squares += (double)ms * (double)ms;
}

double thinking_spread(const thinking *t)
{
    if (t->count < 2 || t->sum <= 0) return 1;
    const double n = (double)t->count, mean = t->sum / n;
    return sqrt(fmax(t->squares / n - mean * mean, 0)) / mean;
}

bool thinking_is_constant(const thinking *t)
{
    return t->count >= PLAYS_LEAST && t->sum > THOUGHT_LEAST_MS * (double)t->count &&
           thinking_spread(t) < FLAT;
}

bool strength_expected(const strength *all, int count, double rating, double *pr,
                       double *stray)
{
    double n = 0, x = 0, y = 0, xx = 0, xy = 0, off = 0;
    for (int i = 0; i < count; i++) {
        if (all[i].matches < MATCHES_LEAST) continue;
        n++;
        x += all[i].rating;
        y += all[i].pr;
        xx += all[i].rating * all[i].rating;
        xy += all[i].rating * all[i].pr;
    }
    if (n < ACCOUNTS_LEAST) return false;
    const double wide = n * xx - x * x;
    const double slope = wide > 1e-6 ? (n * xy - x * y) / wide : 0;
    const double start = (y - slope * x) / n;
    for (int i = 0; i < count; i++) {
        if (all[i].matches < MATCHES_LEAST) continue;
        const double d = all[i].pr - start - slope * all[i].rating;
        off += d * d;
    }
    *pr = start + slope * rating;
    *stray = fmax(sqrt(off / n), NEAR_LEAST);
    return true;
}

bool strength_is_too_good(const strength *all, int count, const strength *one)
{
    double expected, stray;
    if (one->matches < MATCHES_LEAST) return false;
    if (one->pr < BEST) return true;
    return strength_expected(all, count, one->rating, &expected, &stray) &&
           one->pr < expected - FAR * stray;
}
