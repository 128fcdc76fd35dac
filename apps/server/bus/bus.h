/* Messages between the processes of one service. Each has a topic and an audience (a
 * name; "" = everybody). Without an address the bus is this process alone; with one it
 * is a NATS server. A message is a hint; the database has the truth. A NULL text
 * means a gap during which messages may have been lost: the subscriber then reads the
 * database.
 *
 * Names are of letters, digits, '_' and '-', topics of '.' too. Publishing never waits;
 * everything arrives on the thread that calls bus_poll. */
#ifndef ALEA_SERVER_BUS_BUS_H
#define ALEA_SERVER_BUS_BUS_H

#include <alea/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { BUS_NAME = 64 };

typedef struct bus bus;
/* A message that is kept until it is acknowledged. */
typedef struct bus_receipt bus_receipt;

typedef struct bus_message {
    const char *topic, *audience;
    const char *text; /* ends in NUL; NULL: a gap */
    size_t size;
    /* For bus_serve only: the number of this try, from 1, and the receipt for
     * bus_acknowledge. */
    int tries;
    bus_receipt *receipt;
} bus_message;

typedef void bus_receiver(void *context, const bus_message *message);

/* `address` is nats://HOST:PORT, several separated by commas, or NULL. A server that
 * cannot be reached is tried again for ever; an address that is none is refused. `key`:
 * the file with the key of the bus (NULL: none): messages are encrypted, and those of
 * others, or sent again, are dropped. `wake`, on any thread, has the loop call
 * bus_poll. */
alea_status bus_open(bus **out, const char *address, const char *key, const char *name,
                     void (*wake)(void *context), void *context, alea_error *error);
/* NULL is allowed. */
void bus_close(bus *b);
/* Whether bus_open accepts the address. */
bool bus_is_address(const char *text);
/* Whether there is a connection, so that messages reach other servers. */
bool bus_is_connected(const bus *b);
/* Whether the bus has an address: other servers may share it. */
bool bus_is_shared(const bus *b);

/* Sends a message to all subscribers, including those of this process. Any thread.
 * False: too large, or no memory. Without a connection the message may be lost, and
 * true is returned all the same. */
bool bus_publish(bus *b, const char *topic, const char *audience, const char *text,
                 size_t size);
/* `audience` NULL: every audience. Loop's thread, like the next function. */
bool bus_subscribe(bus *b, const char *topic, const char *audience,
                   bus_receiver *receive, void *context);
/* Each message of the topic goes to one of the processes that share it. */
bool bus_share(bus *b, const char *topic, bus_receiver *receive, void *context);

/* ---- messages that are kept ---- */

/* As bus_share, of a topic whose messages the bus keeps until one is acknowledged: one
 * that is not within BUS_ACKNOWLEDGE_S, or held on to meanwhile, is given to somebody
 * again. `capacity` returns how many more messages are accepted now. Messages of
 * TOPIC_parked are kept for 30 days, for people to look at. */
enum { BUS_ACKNOWLEDGE_S = 4 };
bool bus_serve(bus *b, const char *topic, int (*capacity)(void *context),
               bus_receiver *receive, void *context);
/* Tells the bus that the message is still being worked on. Loop's thread, like the next
 * function. */
void bus_hold(bus_receipt *receipt);
/* Acknowledges the message and frees the receipt. NULL is allowed. */
void bus_acknowledge(bus_receipt *receipt);

/* Delivers received messages. */
void bus_poll(bus *b);

typedef struct bus_figures {
    int64_t published, received, gaps, refused, forged;
} bus_figures;
bus_figures bus_counted(bus *b);

#endif
