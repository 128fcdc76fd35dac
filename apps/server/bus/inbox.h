/* Where messages wait for the loop. */
#ifndef ALEA_SERVER_BUS_INBOX_H
#define ALEA_SERVER_BUS_INBOX_H

#include "internal.h"

/* Any thread: puts a letter where bus_poll finds it; takes the receipt over. False
 * without memory, or if far too many wait: the subscribers then get a gap. */
bool bus_receive(bus *b, bus_subscriber *to, const char *topic, const char *audience,
                 const char *text, size_t size, bus_receipt *receipt, int tries);
/* The same for a message from outside, which is unsealed first and dropped (true) if it
 * is not one of this bus. */
bool bus_take(bus *b, bus_subscriber *to, const char *topic, const char *audience,
              const char *data, size_t size, bus_receipt *receipt, int tries);
/* Any thread: reports that messages may have been lost. */
void bus_gap(bus *b);

#endif
