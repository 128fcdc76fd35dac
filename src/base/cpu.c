#ifdef __linux__
#define _GNU_SOURCE 1 /* sched_getaffinity: containers give fewer CPUs than exist */
#endif
#include "cpu.h"

#include <unistd.h>

/* Features that this build does not use although the processor may have them. */
#ifndef ALEA_CPU_WITHOUT
#define ALEA_CPU_WITHOUT 0
#endif

#ifdef __linux__
#include <sched.h>
#endif
#if defined(__aarch64__) && defined(__linux__)
#include <sys/auxv.h>
#endif

unsigned alea_cpu_features(void)
{
    unsigned features = 0;
#if defined(__x86_64__)
    __builtin_cpu_init();
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
        features |= ALEA_CPU_AVX2;
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
        __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
        features |= ALEA_CPU_AVX512;
        if (__builtin_cpu_supports("avx512vnni")) features |= ALEA_CPU_AVX512_VNNI;
    }
#elif defined(__aarch64__)
    features |= ALEA_CPU_NEON;               /* part of every AArch64 processor */
#if defined(__linux__)
    const unsigned long dotprod = 1ul << 20; /* HWCAP_ASIMDDP */
    if (getauxval(AT_HWCAP) & dotprod) features |= ALEA_CPU_DOTPROD;
#endif
#endif
    return features & ~(unsigned)ALEA_CPU_WITHOUT;
}

int alea_cpu_count(void)
{
#ifdef __linux__
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) == 0) {
        const int count = CPU_COUNT(&allowed);
        if (count > 0) return count;
    }
#endif
    const long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (int)online : 1;
}
