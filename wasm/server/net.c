/* The net of the module (engine/net/file.h) is what the host hands over before it opens
 * the server: a file of its own, which is kept when the module is replaced. */
#include "engine/net/file.h"

#include "door.h"

#include <stddef.h>

static const void *given;
static size_t given_size;

void alea_net(const void *bytes, uint32_t size)
{
    given = bytes;
    given_size = size;
}

const void *embedded_net(size_t *size)
{
    *size = given_size;
    return given;
}
