/* Data built into the library; size 0 where a build leaves it out. */
#ifndef ALEA_ENGINE_BEAROFF_EMBEDDED_H
#define ALEA_ENGINE_BEAROFF_EMBEDDED_H

#include <stddef.h>
#include <stdint.h>

typedef struct alea_embedded {
    const void *data; /* aligned to 64 bytes */
    size_t size;
    /* Where it is not NULL, only the header is at `data`, and this has a row of the
     * two-sided table, until the next call. NULL: without memory. For one thread. */
    const void *(*row)(uint32_t mine);
} alea_embedded;

alea_embedded alea_embedded_one_sided(void);
alea_embedded alea_embedded_two_sided(void);

#endif
