/* CMake defines ALEA_NET_FILE and compiles this file again when the net changes. */
#include "base/embed.h"
#include "file.h"

EMBED(unsigned char, alea_embedded_net, ALEA_NET_FILE);

const void *embedded_net(size_t *size, bool *in_place)
{
    /* A copy may lie in large pages, a part of the program does not. */
    *in_place = false;
    *size = (size_t)(alea_embedded_net_end - alea_embedded_net_start);
    return alea_embedded_net_start;
}
