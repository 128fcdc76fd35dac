/* Shared by the files of this folder. */
#ifndef ALEA_SERVER_BUS_INTERNAL_H
#define ALEA_SERVER_BUS_INTERNAL_H

#include "bus.h"
#include "seal.h"

#include <pthread.h>

typedef struct bus_letter bus_letter;
struct bus_letter {
    bus_letter *next;
    struct bus_subscriber *to;
    char topic[BUS_NAME], audience[BUS_NAME];
    bool is_gap;
    int tries;
    bus_receipt *receipt;
    size_t size;
    char text[];
};

typedef struct bus_subscriber {
    struct bus_subscriber *next;
    bus *owner;
    char topic[BUS_NAME], audience[BUS_NAME]; /* "*": all */
    bool shared;
    bus_receiver *receive;
    int (*capacity)(void *context);
    void *context;
    void *line;        /* the driver's */
    seal_senders seen; /* guarded by the lock of the bus */
} bus_subscriber;

/* The functions by which a kind of bus reaches other processes. */
typedef struct bus_driver {
    void (*close)(void *driver);
    bool (*is_connected)(const void *driver);
    bool (*publish)(void *driver, const char *topic, const char *audience,
                    const char *text, size_t size);
    bool (*subscribe)(void *driver, bus_subscriber *s);
    bool (*serve)(void *driver, bus_subscriber *s);
    void (*hold)(bus_receipt *receipt);
    void (*acknowledge)(bus_receipt *receipt);
    void (*drop)(bus_receipt *receipt); /* without a word; frees it */
} bus_driver;

struct bus {
    pthread_mutex_t lock; /* of the letters and the figures */
    bus_letter *first, *last;
    size_t waiting;  /* letters that have not been delivered */
    bool overflowed; /* some were dropped: a gap */
    bus_figures figures;
    /* the loop thread's; drivers only read one subscriber, by its pointer */
    bus_subscriber *subscribers;
    void (*wake)(void *context);
    void *context;
    bus_seal *seal;          /* NULL: messages are sent as they are */
    pthread_mutex_t sealing; /* sealed messages are sent in their order */
    const bus_driver *call;  /* NULL: this process alone */
    void *driver;
};

struct bus_receipt {
    const bus_driver *call;
    void *driver;
    char reply[256]; /* where it is acknowledged */
};

/* A bus over a NATS server (libnats). Messages that are kept lie in a stream of
 * JetStream. */

/* bytes of messages published while there is no connection */
alea_status nats_open(bus *b, const char *address, const char *name, alea_error *error);

#endif
