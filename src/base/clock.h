/* The two clocks. Durations and timeouts are measured by the monotonic clock, which no
 * change of the date moves; the wall clock is for time stamps. Any thread. */
#ifndef ALEA_BASE_CLOCK_H
#define ALEA_BASE_CLOCK_H

#include <stdint.h>

/* Time since some fixed moment. */
int64_t alea_clock_ns(void);
int64_t alea_clock_ms(void);
double alea_clock_seconds(void);
/* Milliseconds since 1970-01-01 00:00 UTC. */
int64_t alea_wall_clock_ms(void);

#endif
