/* What the benchmark programs share: the machine's name, a clock, the median of
 * runs. */
#ifndef ALEA_BENCH_BENCH_H
#define ALEA_BENCH_BENCH_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/rng.h"

typedef void bench_run(void *context);

static inline double bench_clock(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Wall time. */
static inline double bench_seconds(void)
{
    return bench_clock(CLOCK_MONOTONIC);
}

static inline int bench_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Median time of `runs` (odd, at most 31) calls; the shortest into *best. This
 * process's own processor time: what one thread does, whoever else is running. */
static inline double bench_median(bench_run *run, void *context, int runs, double *best)
{
    double time[31];
    for (int i = 0; i < runs; i++) {
        double start = bench_clock(CLOCK_PROCESS_CPUTIME_ID);
        run(context);
        time[i] = bench_clock(CLOCK_PROCESS_CPUTIME_ID) - start;
    }
    qsort(time, (size_t)runs, sizeof time[0], bench_compare);
    *best = time[0];
    return time[runs / 2];
}

/* A number below n; SplitMix64, the same on every machine. */
static inline uint32_t bench_random(uint64_t *state, uint32_t n)
{
    return (uint32_t)(alea_mix(*state += ALEA_MIX_STEP) % n);
}

/* "machine: ..." from /proc/cpuinfo, where there is one. */
static inline void bench_machine(void)
{
    char line[256], name[256] = "unknown processor\n";
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file))
        if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
            snprintf(name, sizeof name, "%s", strchr(line, ':') + 2);
            break;
        }
    if (file) fclose(file);
    printf("machine: %s", name);
}

#endif
