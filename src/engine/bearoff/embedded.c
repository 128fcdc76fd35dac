/* The standard bear-off tables, made by the build (tools/make_tables.c) and taken in by
 * the assembler. Without ALEA_TABLES_DIR they are left out and computed when first
 * wanted. */
#include "embedded.h"

#include "base/embed.h"

#ifdef ALEA_TABLES_DIR

EMBED(unsigned char, alea_one_sided, ALEA_TABLES_DIR "/one_sided.bearoff");
EMBED(unsigned char, alea_two_sided, ALEA_TABLES_DIR "/two_sided.bearoff");

alea_embedded alea_embedded_one_sided(void)
{
    return (alea_embedded){.data = alea_one_sided_start,
                           .size = (size_t)(alea_one_sided_end - alea_one_sided_start)};
}

alea_embedded alea_embedded_two_sided(void)
{
    return (alea_embedded){.data = alea_two_sided_start,
                           .size = (size_t)(alea_two_sided_end - alea_two_sided_start)};
}

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
