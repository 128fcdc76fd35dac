#include "connection.h"

#include "inbox.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FETCH_MS = 250, REST_MS = 20, RETRY_MS = 500, KEPT_H = 24, PARKED_H = 30 * 24 };
static const int64_t second_ns = 1000000000;

/* The data of the thread. */
typedef struct stream {
    nats *own;
    bus_subscriber *to;
    char name[BUS_NAME + 8], subject[NATS_SUBJECT];
    jsCtx *js;
    natsSubscription *line;
} stream;

/* "jobs.long" -> "alea_jobs_long" */
static void name_stream(stream *t)
{
    snprintf(t->name, sizeof t->name, "alea_%s", t->to->topic);
    for (char *c = t->name; *c; c++)
        if (!isalnum((unsigned char)*c)) *c = '_';
    nats_subject(t->to->topic, "*", t->subject);
}

/* Opens the stream "TOPIC_parked", into which workers put jobs that cannot be
 * served. */
static void open_parking(const stream *t)
{
    char name[sizeof t->name + 8], topic[BUS_NAME + 8], subject[NATS_SUBJECT + 8];
    jsStreamConfig kept;
    snprintf(name, sizeof name, "%s_parked", t->name);
    snprintf(topic, sizeof topic, "%s_parked", t->to->topic);
    snprintf(subject, sizeof subject, "alea.%s.*", topic);
    cnats.jsStreamConfig_Init(&kept);
    kept.Name = name;
    kept.Subjects = (const char *[1]){subject};
    kept.SubjectsLen = 1;
    kept.MaxAge = PARKED_H * 3600 * second_ns;
    kept.MaxBytes = 64 << 20;
    cnats.js_AddStream(NULL, t->js, &kept, NULL, NULL);
}

/* The stream, its consumer and a subscription; each is created if it does not exist. */
static bool open_line(stream *t)
{
    jsErrCode code = 0;
    jsStreamConfig kept;
    jsConsumerConfig consumer;
    jsSubOptions how;
    if (!t->js &&
        cnats.natsConnection_JetStream(&t->js, t->own->connection, NULL) != NATS_OK)
        return false;
    cnats.jsStreamConfig_Init(&kept);
    kept.Name = t->name;
    kept.Subjects = (const char *[1]){t->subject};
    kept.SubjectsLen = 1;
    kept.Retention = js_WorkQueuePolicy;
    kept.MaxAge = KEPT_H * 3600 * second_ns;
    natsStatus status = cnats.js_AddStream(NULL, t->js, &kept, NULL, &code);
    if (status != NATS_OK && code != JSStreamNameExistErr) return false;
    open_parking(t);
    cnats.jsConsumerConfig_Init(&consumer);
    consumer.Durable = "workers";
    consumer.AckPolicy = js_AckExplicit;
    consumer.AckWait = BUS_ACKNOWLEDGE_S * second_ns;
    consumer.MaxDeliver = -1; /* who serves it counts the tries */
    consumer.MaxAckPending = 10000;
    status = cnats.js_AddConsumer(NULL, t->js, t->name, &consumer, NULL, &code);
    if (status != NATS_OK) return false;
    cnats.jsSubOptions_Init(&how);
    how.Stream = t->name;
    how.Consumer = "workers";
    how.ManualAck = true;
    return cnats.js_PullSubscribe(&t->line, t->js, t->subject, "workers", NULL, &how,
                                  &code) == NATS_OK;
}

static void close_line(stream *t)
{
    cnats.natsSubscription_Destroy(t->line);
    t->line = NULL;
}

static void pass_on(const stream *t, natsMsg *message)
{
    jsMsgMetaData *about = NULL;
    bus_receipt *receipt = calloc(1, sizeof *receipt);
    const int tries = cnats.natsMsg_GetMetaData(&about, message) == NATS_OK
                          ? (int)about->NumDelivered
                          : 1;
    cnats.jsMsgMetaData_Destroy(about);
    if (!receipt) {
        cnats.natsMsg_Destroy(message); /* it comes again */
        return;
    }
    receipt->call = t->own->owner->call;
    receipt->driver = t->own;
    snprintf(receipt->reply, sizeof receipt->reply, "%s",
             cnats.natsMsg_GetReply(message));
    const bool taken =
        bus_take(t->own->owner, t->to, t->to->topic,
                 nats_audience(t->to, cnats.natsMsg_GetSubject(message)),
                 cnats.natsMsg_GetData(message),
                 (size_t)cnats.natsMsg_GetDataLength(message), receipt, tries);
    cnats.natsMsg_Destroy(message);
    if (!taken) stream_drop(receipt);
}

/* Takes one message at a time, while the caller accepts more. */
static void *fetch(void *context)
{
    stream *t = context;
    nats *n = t->own;
    while (!atomic_load(&n->stopping)) {
        natsMsgList list = {0};
        jsErrCode code = 0;
        if (!t->line && !open_line(t)) {
            cnats.nats_Sleep(RETRY_MS);
            continue;
        }
        const int capacity = t->to->capacity(t->to->context);
        if (capacity < 1) {
            cnats.nats_Sleep(REST_MS);
            continue;
        }
        const natsStatus status =
            cnats.natsSubscription_Fetch(&list, t->line, 1, FETCH_MS, &code);
        for (int i = 0; i < list.Count; i++) {
            pass_on(t, list.Msgs[i]);
            list.Msgs[i] = NULL;
        }
        cnats.natsMsgList_Destroy(&list);
        if (status != NATS_OK && status != NATS_TIMEOUT) {
            close_line(t); /* the server may have lost its kept messages */
            cnats.nats_Sleep(REST_MS);
        }
    }
    close_line(t);
    cnats.jsCtx_Destroy(t->js);
    free(t);
    return NULL;
}

bool stream_serve(void *driver, bus_subscriber *s)
{
    nats *n = driver;
    stream *t = n->is_fetching ? NULL : calloc(1, sizeof *t);
    if (!t) return false;
    t->own = n;
    t->to = s;
    name_stream(t);
    n->is_fetching = pthread_create(&n->fetching, NULL, fetch, t) == 0;
    if (!n->is_fetching) free(t);
    return n->is_fetching;
}

void stream_stop(nats *n)
{
    atomic_store(&n->stopping, true);
    if (n->is_fetching) pthread_join(n->fetching, NULL);
    n->is_fetching = false;
}

/* Acknowledges by the message's own address, because the subscription that delivered it
 * may be closed by now. */
static void answer(const bus_receipt *receipt, const char *word)
{
    const nats *n = receipt->driver;
    cnats.natsConnection_PublishString(n->connection, receipt->reply, word);
}

void stream_hold(bus_receipt *receipt)
{
    answer(receipt, "+WPI");
}

void stream_acknowledge(bus_receipt *receipt)
{
    answer(receipt, "+ACK");
    stream_drop(receipt);
}

void stream_drop(bus_receipt *receipt)
{
    free(receipt);
}
