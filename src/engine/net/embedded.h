/* The net built into the library: data/alea.net as it is, aligned to 64 bytes. */
#ifndef ALEA_ENGINE_EMBEDDED_NET_H
#define ALEA_ENGINE_EMBEDDED_NET_H

#include <stddef.h>

const void *embedded_net(size_t *size);

#endif
