/* A bus over a NATS server (libnats). Messages that are kept lie in a stream of
 * JetStream. */
#ifndef ALEA_SERVER_BUS_NATS_H
#define ALEA_SERVER_BUS_NATS_H

#include "internal.h"

/* Fills b->call and b->driver. ALEA_ERROR_UNSUPPORTED: built without libnats. */
alea_status nats_open(bus *b, const char *address, const char *name, alea_error *error);

#endif
