#include "connection.h"

#include <stdio.h>
#include <string.h>

static const char everybody[] = "_";

void nats_subject(const char *topic, const char *audience, char out[NATS_SUBJECT])
{
    snprintf(out, NATS_SUBJECT, "alea.%s.%s", topic, *audience ? audience : everybody);
}

const char *nats_audience(const bus_subscriber *s, const char *subject)
{
    const char *audience = subject + strlen("alea.") + strlen(s->topic) + 1;
    return strcmp(audience, everybody) == 0 ? "" : audience;
}
