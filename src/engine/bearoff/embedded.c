/* The standard bear-off tables, made by the build (tools/make_tables.c) and taken in by
 * the assembler. Without ALEA_TABLES_DIR they are left out and computed when first
 * wanted. */
#include "embedded.h"

#ifdef ALEA_TABLES_DIR

#define EMBED(name, file)                                                              \
    __asm__(".section .rodata\n"                                                       \
            ".balign 64\n"                                                             \
            ".hidden alea_embedded_" #name "_start\n"                                  \
            ".hidden alea_embedded_" #name "_end\n"                                    \
            ".global alea_embedded_" #name "_start\n"                                  \
            ".global alea_embedded_" #name "_end\n"                                    \
            "alea_embedded_" #name "_start:\n"                                         \
            ".incbin \"" ALEA_TABLES_DIR "/" file "\"\n"                               \
            "alea_embedded_" #name "_end:\n"                                           \
            ".byte 0\n"                                                                \
            ".previous\n");                                                            \
    extern const unsigned char alea_embedded_##name##_start[];                         \
    extern const unsigned char alea_embedded_##name##_end[];                           \
    alea_embedded alea_embedded_##name(void)                                           \
    {                                                                                  \
        size_t size =                                                                  \
            (size_t)(alea_embedded_##name##_end - alea_embedded_##name##_start);       \
        return (alea_embedded){alea_embedded_##name##_start, size};                    \
    }

EMBED(one_sided, "one_sided.bearoff")
EMBED(two_sided, "two_sided.bearoff")

#else

alea_embedded alea_embedded_one_sided(void)
{
    return (alea_embedded){0};
}

alea_embedded alea_embedded_two_sided(void)
{
    return (alea_embedded){0};
}

#endif
