#include "internal.h"

#include "base/error.h"
#include "connection.h"
#include "inbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MS = 500,
    PING_MS = 2000,
    UNANSWERED = 2,
    WAIT_MS = 2000,      /* for the connection at the start */
    KEPT_BYTES = 4 << 20 /* of what is published while there is no connection */
};
/* ---- called from threads of the library ---- */

static void on_message(natsConnection *connection, natsSubscription *line,
                       natsMsg *message, void *context)
{
    bus_subscriber *s = context;
    (void)connection, (void)line;
    bus_take(s->owner, s, s->topic, nats_audience(s, cnats.natsMsg_GetSubject(message)),
             cnats.natsMsg_GetData(message),
             (size_t)cnats.natsMsg_GetDataLength(message), NULL, 1);
    cnats.natsMsg_Destroy(message);
}

static void on_connected(natsConnection *connection, void *context)
{
    nats *n = context;
    (void)connection;
    bus_gap(n->owner);
}

static void on_error(natsConnection *connection, natsSubscription *line,
                     natsStatus status, void *context)
{
    nats *n = context;
    (void)connection, (void)line;
    if (status == NATS_SLOW_CONSUMER) bus_gap(n->owner);
}

/* ---- the driver ---- */

static bool is_connected(const void *driver)
{
    const nats *n = driver;
    return cnats.natsConnection_Status(n->connection) == NATS_CONN_STATUS_CONNECTED;
}

static bool publish(void *driver, const char *topic, const char *audience,
                    const char *text, size_t size)
{
    nats *n = driver;
    char subject[NATS_SUBJECT];
    const int64_t most = cnats.natsConnection_GetMaxPayload(n->connection);
    if (size > INT32_MAX || (most > 0 && (int64_t)size > most)) return false;
    nats_subject(topic, audience, subject);
    return cnats.natsConnection_Publish(n->connection, subject, text, (int)size) ==
           NATS_OK;
}

static bool subscribe(void *driver, bus_subscriber *s)
{
    nats *n = driver;
    char subject[NATS_SUBJECT];
    natsSubscription *line = NULL;
    nats_subject(s->topic, s->audience, subject);
    const natsStatus status =
        s->shared ? cnats.natsConnection_QueueSubscribe(&line, n->connection, subject,
                                                        s->topic, on_message, s)
                  : cnats.natsConnection_Subscribe(&line, n->connection, subject,
                                                   on_message, s);
    s->line = line;
    return status == NATS_OK;
}

/* No callback of the library runs after that. */
static void on_closed(natsConnection *connection, void *context)
{
    nats *n = context;
    (void)connection;
    pthread_mutex_lock(&n->lock);
    n->closed = true;
    pthread_cond_signal(&n->is_closed);
    pthread_mutex_unlock(&n->lock);
}

static void close_driver(void *driver)
{
    nats *n = driver;
    stream_stop(n);
    for (bus_subscriber *s = n->owner->subscribers; s; s = s->next)
        if (s->line) cnats.natsSubscription_Destroy(s->line);
    if (n->connection) {
        cnats.natsConnection_FlushTimeout(n->connection, 200);
        cnats.natsConnection_Close(n->connection);
        pthread_mutex_lock(&n->lock);
        while (!n->closed) pthread_cond_wait(&n->is_closed, &n->lock);
        pthread_mutex_unlock(&n->lock);
        cnats.natsConnection_Destroy(n->connection);
    }
    cnats.natsOptions_Destroy(n->options);
    pthread_cond_destroy(&n->is_closed);
    pthread_mutex_destroy(&n->lock);
    free(n);
}

static natsStatus set_options(nats *n, const char *address, const char *name)
{
    const char *servers[16];
    char text[1024];
    int count = 0;
    snprintf(text, sizeof text, "%s", address);
    for (char *at, *one = strtok_r(text, ",", &at); one && count < 16;
         one = strtok_r(NULL, ",", &at))
        servers[count++] = one;
    natsStatus s = cnats.natsOptions_Create(&n->options);
    natsOptions *o = n->options;
    if (s == NATS_OK) s = cnats.natsOptions_SetServers(o, servers, count);
    if (s == NATS_OK) s = cnats.natsOptions_SetName(o, name);
    if (s == NATS_OK) s = cnats.natsOptions_SetTimeout(o, WAIT_MS);
    if (s == NATS_OK) s = cnats.natsOptions_SetMaxReconnect(o, -1);
    if (s == NATS_OK) s = cnats.natsOptions_SetReconnectWait(o, RETRY_MS);
    if (s == NATS_OK) s = cnats.natsOptions_SetReconnectBufSize(o, KEPT_BYTES);
    if (s == NATS_OK) s = cnats.natsOptions_SetPingInterval(o, PING_MS);
    if (s == NATS_OK) s = cnats.natsOptions_SetMaxPingsOut(o, UNANSWERED);
    if (s == NATS_OK && strncmp(address, "tls://", 6) == 0)
        s = cnats.natsOptions_SetSecure(o, true);
    if (s == NATS_OK) s = cnats.natsOptions_SetErrorHandler(o, on_error, n);
    if (s == NATS_OK) s = cnats.natsOptions_SetReconnectedCB(o, on_connected, n);
    if (s == NATS_OK) s = cnats.natsOptions_SetClosedCB(o, on_closed, n);
    if (s == NATS_OK)
        s = cnats.natsOptions_SetRetryOnFailedConnect(o, true, on_connected, n);
    return s;
}

alea_status nats_open(bus *b, const char *address, const char *name, alea_error *error)
{
    static const bus_driver driver = {.close = close_driver,
                                      .is_connected = is_connected,
                                      .publish = publish,
                                      .subscribe = subscribe,
                                      .serve = stream_serve,
                                      .hold = stream_hold,
                                      .acknowledge = stream_acknowledge,
                                      .drop = stream_drop};
    const alea_status there = late_nats_load(error);
    if (there != ALEA_OK) return there;
    nats *n = calloc(1, sizeof *n);
    if (!n) return alea_error_no_memory(error);
    n->owner = b;
    pthread_mutex_init(&n->lock, NULL);
    pthread_cond_init(&n->is_closed, NULL);
    b->call = &driver;
    b->driver = n;
    natsStatus status = set_options(n, address, name);
    if (status == NATS_OK)
        status = cnats.natsConnection_Connect(&n->connection, n->options);
    if (status == NATS_OK || status == NATS_NOT_YET_CONNECTED) return ALEA_OK;
    if (!n->connection) n->closed = true;
    const char *at = strrchr(address, '@'); /* without a password */
    return alea_error_fill(error, ALEA_ERROR_REFUSED, 0, 0, "the bus at %.60s: %s",
                           at ? at + 1 : address, cnats.natsStatus_GetText(status));
}
