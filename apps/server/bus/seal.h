/* Messages that only processes with the key of the bus can read and write: encrypted
 * and authenticated together with their topic and audience, numbered by their
 * sender. */
#ifndef ALEA_SERVER_BUS_SEAL_H
#define ALEA_SERVER_BUS_SEAL_H

#include <alea/status.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SEAL_SENDER = 8, SEAL_SENDERS = 64 };

typedef struct bus_seal bus_seal;
/* The last message of each sender to one subscription; zeroed at first. */
typedef struct seal_senders {
    struct {
        uint8_t id[SEAL_SENDER];
        int64_t stamp;
    } last[SEAL_SENDERS];
} seal_senders;

/* The key file has 64 hexadecimal digits. */
alea_status seal_open(bus_seal **out, const char *path, alea_error *error);
void seal_close(bus_seal *seal); /* NULL is allowed */
/* The sealed message, malloc'd; NULL without memory. One thread at a time; messages
 * must be sent in the order in which they were sealed. */
char *seal_message(bus_seal *seal, const char *topic, const char *audience,
                   const char *text, size_t size, size_t *sealed);
/* Opens a sealed message (malloc'd). NULL if it was sealed by another key, altered,
 * sent to another topic, or, with `seen`, older than a minute or not newer than the
 * sender's last one. */
char *seal_read(const bus_seal *seal, seal_senders *seen, const char *topic,
                const char *audience, const char *sealed, size_t size, size_t *length);

#endif
