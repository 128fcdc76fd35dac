/* Data built into the library; size 0 where a build leaves it out. */
#ifndef ALEA_ENGINE_BEAROFF_EMBEDDED_H
#define ALEA_ENGINE_BEAROFF_EMBEDDED_H

#include <stddef.h>

typedef struct alea_embedded {
    const void *data; /* aligned to 64 bytes */
    size_t size;
} alea_embedded;

alea_embedded alea_embedded_one_sided(void);
alea_embedded alea_embedded_two_sided(void);

#endif
