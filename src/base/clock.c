#include "clock.h"

#include <time.h>

int64_t alea_clock_ns(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t alea_clock_ms(void)
{
    return alea_clock_ns() / 1000000;
}

double alea_clock_seconds(void)
{
    return (double)alea_clock_ns() * 1e-9;
}

int64_t alea_wall_clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}
