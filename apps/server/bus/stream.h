/* Messages that NATS keeps until they are acknowledged: a stream of JetStream for each topic,
 * in which processes share one durable consumer. */
#ifndef ALEA_SERVER_BUS_STREAM_H
#define ALEA_SERVER_BUS_STREAM_H

#include "internal.h"

struct nats;

bool stream_serve(void *driver, bus_subscriber *s);
void stream_hold(bus_receipt *receipt);
void stream_acknowledge(bus_receipt *receipt);
void stream_drop(bus_receipt *receipt);
/* Ends the thread that fetches. */
void stream_stop(struct nats *n);

#endif
