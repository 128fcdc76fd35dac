#include "bus.h"

#include "base/error.h"
#include "inbox.h"
#ifdef ALEA_NATS
#include "internal.h"
#endif

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool bus_is_address(const char *text)
{
    static const char *const kinds[] = {"nats://", "tls://"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const size_t n = strlen(kinds[i]);
        if (strncmp(text, kinds[i], n) == 0 && text[n]) return true;
    }
    return false;
}

static bool is_name(const char *text, const char *others)
{
    for (const char *c = text; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr(others, *c)) return false;
    return strlen(text) < BUS_NAME;
}

static alea_status connect_bus(bus *b, const char *address, const char *name,
                               alea_error *error)
{
    if (!address) return ALEA_OK;
#ifdef ALEA_NATS
    return nats_open(b, address, name, error);
#else
    (void)b, (void)name;
    return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                           "this alea was built without NATS (Debian: libnats-dev)");
#endif
}

alea_status bus_open(bus **out, const char *address, const char *key, const char *name,
                     void (*wake)(void *context), void *context, alea_error *error)
{
    bus *b = calloc(1, sizeof *b);
    if (!b) return alea_error_no_memory(error);
    b->wake = wake;
    b->context = context;
    pthread_mutex_init(&b->lock, NULL);
    pthread_mutex_init(&b->sealing, NULL);
    alea_status status = address && key ? seal_open(&b->seal, key, error) : ALEA_OK;
    if (status == ALEA_OK) status = connect_bus(b, address, name, error);
    if (status == ALEA_OK)
        *out = b;
    else
        bus_close(b);
    return status;
}

static void free_letter(bus_letter *l)
{
    /* Not acknowledged: somebody else gets it. */
    if (l->receipt) l->receipt->call->drop(l->receipt);
    free(l);
}

void bus_close(bus *b)
{
    if (!b) return;
    if (b->call) b->call->close(b->driver);
    while (b->first) {
        bus_letter *l = b->first;
        b->first = l->next;
        free_letter(l);
    }
    while (b->subscribers) {
        bus_subscriber *s = b->subscribers;
        b->subscribers = s->next;
        free(s);
    }
    seal_close(b->seal);
    pthread_mutex_destroy(&b->sealing);
    pthread_mutex_destroy(&b->lock);
    free(b);
}

bool bus_is_connected(const bus *b)
{
    return b->call && b->call->is_connected(b->driver);
}

bool bus_is_shared(const bus *b)
{
    return b->call != NULL;
}

/* ---- what comes ---- */

static bool is_for(const bus_subscriber *s, const char *topic, const char *audience)
{
    return strcmp(s->topic, topic) == 0 &&
           (strcmp(s->audience, "*") == 0 || strcmp(s->audience, audience) == 0);
}

static void deliver(bus *b, const bus_letter *l)
{
    const bus_message message = {.topic = l->topic,
                                 .audience = l->audience,
                                 .text = l->text,
                                 .size = l->size,
                                 .tries = l->tries,
                                 .receipt = l->receipt};
    if (l->to) {
        l->to->receive(l->to->context, &message);
        return;
    }
    bool shared = false; /* one of those that share it */
    for (bus_subscriber *s = b->subscribers; s; s = s->next) {
        if (!is_for(s, l->topic, l->audience) || (s->shared && shared)) continue;
        shared = shared || s->shared;
        s->receive(s->context, &message);
    }
}

static void tell_gap(const bus *b)
{
    for (bus_subscriber *s = b->subscribers; s; s = s->next) {
        const bus_message message = {.topic = s->topic, .audience = s->audience};
        if (!s->shared) s->receive(s->context, &message);
    }
}

void bus_poll(bus *b)
{
    pthread_mutex_lock(&b->lock);
    bus_letter *l = b->first;
    const bool gap = b->overflowed;
    b->first = b->last = NULL;
    b->waiting = 0;
    b->overflowed = false;
    b->figures.gaps += gap;
    pthread_mutex_unlock(&b->lock);
    while (l) {
        bus_letter *next = l->next;
        deliver(b, l);
        free(l);
        l = next;
    }
    if (gap) tell_gap(b);
}

/* ---- what goes ---- */

static bool publish(bus *b, const char *topic, const char *audience, const char *text,
                    size_t size)
{
    size_t length = 0;
    if (!b->seal) return b->call->publish(b->driver, topic, audience, text, size);
    pthread_mutex_lock(&b->sealing);
    char *sealed = seal_message(b->seal, topic, audience, text, size, &length);
    const bool sent =
        sealed && b->call->publish(b->driver, topic, audience, sealed, length);
    pthread_mutex_unlock(&b->sealing);
    free(sealed);
    return sent;
}

bool bus_publish(bus *b, const char *topic, const char *audience, const char *text,
                 size_t size)
{
    if (!*topic || !is_name(topic, "_-.") || !is_name(audience, "_-")) return false;
    const bool sent = !b->call || publish(b, topic, audience, text, size);
    pthread_mutex_lock(&b->lock);
    b->figures.published += sent;
    b->figures.refused += !sent;
    pthread_mutex_unlock(&b->lock);
    /* A bus to others brings it back by itself to those who share or keep it. */
    return b->call ? sent : bus_receive(b, NULL, topic, audience, text, size, NULL, 1);
}

static bool add(bus *b, const char *topic, const char *audience, bus_subscriber like)
{
    if (!*topic || !is_name(topic, "_-.") || (audience && !is_name(audience, "_-")))
        return false;
    bus_subscriber *s = malloc(sizeof *s);
    if (!s) return false;
    *s = like;
    s->owner = b;
    snprintf(s->topic, sizeof s->topic, "%s", topic);
    snprintf(s->audience, sizeof s->audience, "%s", audience ? audience : "*");
    s->next = b->subscribers;
    b->subscribers = s;
    if (!b->call) return true;
    return s->capacity ? b->call->serve(b->driver, s)
                       : b->call->subscribe(b->driver, s);
}

bool bus_subscribe(bus *b, const char *topic, const char *audience,
                   bus_receiver *receive, void *context)
{
    return add(b, topic, audience,
               (bus_subscriber){.receive = receive, .context = context});
}

bool bus_share(bus *b, const char *topic, bus_receiver *receive, void *context)
{
    return add(
        b, topic, NULL,
        (bus_subscriber){.receive = receive, .context = context, .shared = true});
}

bool bus_serve(bus *b, const char *topic, int (*capacity)(void *context),
               bus_receiver *receive, void *context)
{
    return add(b, topic, NULL,
               (bus_subscriber){.receive = receive,
                                .context = context,
                                .capacity = capacity,
                                .shared = true});
}

void bus_hold(bus_receipt *receipt)
{
    receipt->call->hold(receipt);
}

void bus_acknowledge(bus_receipt *receipt)
{
    if (receipt) receipt->call->acknowledge(receipt);
}

bus_figures bus_counted(bus *b)
{
    pthread_mutex_lock(&b->lock);
    const bus_figures figures = b->figures;
    pthread_mutex_unlock(&b->lock);
    return figures;
}
