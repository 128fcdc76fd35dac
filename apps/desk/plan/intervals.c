#include "intervals.h"

#include <math.h>

double interval_z(double alpha)
{
    double low = 0, high = 40;
    for (int i = 0; i < 80; i++) {
        const double mid = (low + high) / 2;
        if (erfc(mid / sqrt(2.0)) > alpha)
            low = mid;
        else
            high = mid;
    }
    return high;
}

interval interval_share(double k, double n, double z)
{
    if (!(n > 0)) return (interval){0, 1};
    const double p = k / n, zz = z * z;
    const double centre = (p + zz / (2 * n)) / (1 + zz / n);
    const double half = z * sqrt(p * (1 - p) / n + zz / (4 * n * n)) / (1 + zz / n);
    return (interval){k <= 0 ? 0 : centre - half, k >= n ? 1 : centre + half};
}

interval interval_difference(double k1, double n1, double k2, double n2, double z)
{
    if (!(n1 > 0) || !(n2 > 0)) return (interval){-1, 1};
    const double p1 = k1 / n1, p2 = k2 / n2;
    const interval a = interval_share(k1, n1, z), b = interval_share(k2, n2, z);
    return (interval){p1 - p2 - hypot(p1 - a.low, b.high - p2),
                      p1 - p2 + hypot(a.high - p1, p2 - b.low)};
}
