#include "inbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WAITING_MOST = 100000 };

bool bus_receive(bus *b, bus_subscriber *to, const char *topic, const char *audience,
                 const char *text, size_t size, bus_receipt *receipt, int tries)
{
    bus_letter *l = calloc(1, sizeof *l + size + 1);
    pthread_mutex_lock(&b->lock);
    const bool taken = l && b->waiting < WAITING_MOST;
    if (taken) {
        l->to = to;
        l->size = size;
        l->receipt = receipt;
        l->tries = tries;
        snprintf(l->topic, sizeof l->topic, "%s", topic);
        snprintf(l->audience, sizeof l->audience, "%s", audience);
        if (size) memcpy(l->text, text, size);
        if (b->last)
            b->last->next = l;
        else
            b->first = l;
        b->last = l;
        b->waiting++;
        b->figures.received++;
    } else {
        b->overflowed = true;
    }
    pthread_mutex_unlock(&b->lock);
    if (!taken) free(l);
    b->wake(b->context);
    return taken;
}

void bus_gap(bus *b)
{
    pthread_mutex_lock(&b->lock);
    b->overflowed = true;
    pthread_mutex_unlock(&b->lock);
    b->wake(b->context);
}

bool bus_take(bus *b, bus_subscriber *to, const char *topic, const char *audience,
              const char *data, size_t size, bus_receipt *receipt, int tries)
{
    size_t length = 0;
    if (!b->seal)
        return bus_receive(b, to, topic, audience, data, size, receipt, tries);
    pthread_mutex_lock(&b->lock);
    /* Kept messages are given out again, and late. */
    char *text = seal_read(b->seal, receipt ? NULL : &to->seen, topic, audience, data,
                           size, &length);
    b->figures.forged += !text;
    pthread_mutex_unlock(&b->lock);
    if (!text) {
        if (receipt) receipt->call->acknowledge(receipt);
        return true;
    }
    const bool taken =
        bus_receive(b, to, topic, audience, text, length, receipt, tries);
    free(text);
    return taken;
}
