/* Waiting for events, as tests/support/waiting.py does for scripts: a verdict never
 * depends on how fast a machine is. Include <cmocka.h> first. */
#ifndef ALEA_TESTS_SUPPORT_WAITING_H
#define ALEA_TESTS_SUPPORT_WAITING_H

#include <stdbool.h>
#include <stdint.h>
#include <time.h>

/* Longer than anything takes on a slow, busy machine: it bounds a hang. */
enum { HANG_S = 600 };

static inline int64_t waiting_ends(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + HANG_S;
}

static inline void waiting_rest(int64_t ends, const char *claim)
{
    const struct timespec pause = {0, 2000000};
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (now.tv_sec > ends) fail_msg("hangs: %s", claim);
    nanosleep(&pause, NULL);
}

/* TRY_UNTIL (claim) statement: runs it again and again until the claim is true. */
#define TRY_UNTIL(claim)                                                               \
    for (int64_t waiting_end = waiting_ends(); !(claim);                               \
         waiting_rest(waiting_end, #claim))

#define WAIT_UNTIL(claim)                                                              \
    do {                                                                               \
        TRY_UNTIL (claim) continue;                                                    \
    } while (false)

#endif
