/* Preloaded into a server by tests/support/clock.py: its clocks go as the test says.
 * $CLOCK_SHIFT is a file that both map:
 *   0   which of the two settings holds; written last, so that one is never half read
 *   1   rounds of the server's loop so far, counted here
 *   2-4 and 5-7 the settings: ns added to the wall clock, ns added to the monotonic
 *       clock, and the reading at which the latter stands still (0: it runs)
 *   8   rounds in which there was something to do
 * Sleeps and timed waits end by these clocks; the loop looks at them again every few
 * ms. A sleep ends by the real clock too: it is a pause before the next try (SQLite's,
 * where a lock is held), and one that waited for a clock that stands would never
 * end. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum { SLICE_MS = 2, SECOND = 1000000000, MILLISECOND = 1000000 };

static _Atomic int64_t none[9], *shared;

static _Atomic int64_t *map(void)
{
    if (shared) return shared;
    const int file = open(getenv("CLOCK_SHIFT"), O_RDWR | O_CLOEXEC);
    void *at =
        file < 0 ? MAP_FAILED
                 : mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    shared = at == MAP_FAILED ? none : at;
    return shared;
}

static int64_t real_ns(clockid_t which)
{
    struct timespec now = {0};
    syscall(SYS_clock_gettime, which, &now);
    return (int64_t)now.tv_sec * SECOND + now.tv_nsec;
}

/* The clock of the server. */
static int64_t clock_ns(clockid_t which)
{
    _Atomic int64_t *setting = map() + 2 + 3 * (map()[0] & 1);
    if (which == CLOCK_REALTIME) return real_ns(which) + setting[0];
    return (setting[2] ? setting[2] : real_ns(which)) + setting[1];
}

static struct timespec in_parts(int64_t ns)
{
    return (struct timespec){ns / SECOND, ns % SECOND};
}

int clock_gettime(clockid_t which, struct timespec *out)
{
    if (which != CLOCK_REALTIME && which != CLOCK_MONOTONIC)
        return (int)syscall(SYS_clock_gettime, which, out);
    *out = in_parts(clock_ns(which));
    return 0;
}

int gettimeofday(struct timeval *out, void *zone)
{
    const int64_t now = clock_ns(CLOCK_REALTIME);
    (void)zone;
    *out = (struct timeval){now / SECOND, now % SECOND / 1000};
    return 0;
}

time_t time(time_t *out)
{
    const time_t now = clock_ns(CLOCK_REALTIME) / SECOND;
    if (out) *out = now;
    return now;
}

static void rest(void)
{
    const struct timespec slice = {0, SLICE_MS * MILLISECOND};
    syscall(SYS_nanosleep, &slice, NULL);
}

int nanosleep(const struct timespec *wish, struct timespec *left)
{
    const int64_t length = (int64_t)wish->tv_sec * SECOND + wish->tv_nsec;
    const int64_t until = clock_ns(CLOCK_MONOTONIC) + length;
    const int64_t really_until = real_ns(CLOCK_MONOTONIC) + length;
    (void)left;
    while (clock_ns(CLOCK_MONOTONIC) < until && real_ns(CLOCK_MONOTONIC) < really_until)
        rest();
    return 0;
}

int usleep(useconds_t wish)
{
    const struct timespec parts = in_parts((int64_t)wish * 1000);
    return nanosleep(&parts, NULL);
}

/* How often each condition was signalled; those that share a number wake up in vain. */
static _Atomic uint32_t signals[256];

static _Atomic uint32_t *signals_of(const pthread_cond_t *cond)
{
    return &signals[((uintptr_t)cond >> 4) % (sizeof signals / sizeof *signals)];
}

static int pass_on(const char *function, pthread_cond_t *cond)
{
    int (*next)(pthread_cond_t *);
    *(void **)&next = dlsym(RTLD_NEXT, function);
    atomic_fetch_add(signals_of(cond), 1);
    return next(cond);
}

int pthread_cond_signal(pthread_cond_t *cond)
{
    return pass_on("pthread_cond_signal", cond);
}

int pthread_cond_broadcast(pthread_cond_t *cond)
{
    return pass_on("pthread_cond_broadcast", cond);
}

/* A time in the first 30 years can only be one of the monotonic clock. A signal that
 * comes when a slice is over and the mutex not held again reaches nobody: the count
 * tells. */
int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex,
                           const struct timespec *until)
{
    const clockid_t which =
        until->tv_sec < 1000000000 ? CLOCK_MONOTONIC : CLOCK_REALTIME;
    const int64_t end = (int64_t)until->tv_sec * SECOND + until->tv_nsec;
    const uint32_t before = *signals_of(cond);
    while (clock_ns(which) < end) {
        const struct timespec slice =
            in_parts(real_ns(CLOCK_MONOTONIC) + SLICE_MS * MILLISECOND);
        const int result = pthread_cond_clockwait(cond, mutex, CLOCK_MONOTONIC, &slice);
        if (result != ETIMEDOUT) return result;
        if (*signals_of(cond) != before) return 0;
    }
    return ETIMEDOUT;
}

static int short_wait(int timeout_ms)
{
    if (getpid() == (pid_t)syscall(SYS_gettid)) map()[1]++;
    return timeout_ms < 0 || timeout_ms > SLICE_MS ? SLICE_MS : timeout_ms;
}

int epoll_wait(int file, struct epoll_event *events, int most, int timeout_ms)
{
    const int found = (int)syscall(SYS_epoll_pwait, file, events, most,
                                   short_wait(timeout_ms), NULL, 8);
    if (found > 0 && getpid() == (pid_t)syscall(SYS_gettid)) map()[8]++;
    return found;
}
