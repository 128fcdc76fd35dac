/* The net of the module (engine/net/file.h) is what the host hands over before it opens
 * the server: a file of its own, which is kept when the module is replaced. */
#include "engine/net/file.h"

#include "door.h"

#include <stddef.h>
#include <stdlib.h>

static void *given;
static size_t given_size;

void *alea_net(uint32_t size)
{
    const size_t blocks = (size_t)size / NET_FILE_ALIGN + 1;
    free(given); /* no evaluator was opened on it */
    given = aligned_alloc(NET_FILE_ALIGN, blocks * NET_FILE_ALIGN);
    given_size = given ? size : 0;
    return given;
}

const void *embedded_net(size_t *size, bool *in_place)
{
    *size = given_size;
    *in_place = true;
    return given;
}
