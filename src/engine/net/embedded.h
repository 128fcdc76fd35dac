/* The net built into the library: data/alea.net as it is, aligned to 64 bytes. */
#ifndef ALEA_ENGINE_NET_EMBEDDED_H
#define ALEA_ENGINE_NET_EMBEDDED_H

#include <stddef.h>

const void *embedded_net(size_t *size);

#endif
