/* The instruction sets of this processor; asked once, when a table of kernels is
 * chosen. */
#ifndef ALEA_BASE_CPU_H
#define ALEA_BASE_CPU_H

enum {
    ALEA_CPU_AVX2 = 1,        /* with FMA */
    ALEA_CPU_AVX512 = 2,      /* F, BW, DQ and VL together */
    ALEA_CPU_AVX512_VNNI = 4, /* only with ALEA_CPU_AVX512 */
    ALEA_CPU_NEON = 8,
    ALEA_CPU_DOTPROD = 16 /* Arm's 8-bit dot products */
};

/* The bits that both processor and operating system support, less those that the build
 * leaves out (cmake/compile.cmake). */
unsigned alea_cpu_features(void);
/* Processors this process may run on, at least 1. */
int alea_cpu_count(void);

#endif
