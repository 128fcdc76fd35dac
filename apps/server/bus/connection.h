/* A connection to NATS, for the files that use it. */
#ifndef ALEA_SERVER_BUS_CONNECTION_H
#define ALEA_SERVER_BUS_CONNECTION_H

#include "internal.h"
#include "late/nats.h"

#include <stdatomic.h>

enum { NATS_SUBJECT = 2 * BUS_NAME + 8 };

typedef struct nats {
    bus *owner;
    natsOptions *options;
    natsConnection *connection;
    pthread_mutex_t lock; /* of `closed` */
    pthread_cond_t is_closed;
    bool closed;
    pthread_t fetching; /* stream.c */
    bool is_fetching;
    atomic_bool stopping;
} nats;

/* "alea.TOPIC.AUDIENCE"; audience "*": all. */
void nats_subject(const char *topic, const char *audience, char out[NATS_SUBJECT]);
/* The audience of a message to that subscriber. */
const char *nats_audience(const bus_subscriber *s, const char *subject);

/* Messages that NATS keeps until they are acknowledged: a stream of JetStream for each
 * topic, in which processes share one durable consumer. */
struct nats;

bool stream_serve(void *driver, bus_subscriber *s);
void stream_hold(bus_receipt *receipt);
void stream_acknowledge(bus_receipt *receipt);
void stream_drop(bus_receipt *receipt);
/* Ends the thread that fetches. */
void stream_stop(struct nats *n);

#endif
