#include "progress.h"

#include "server/storage/interface.h"
#include "server/support/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FULL_RETRY_S = 5, NEWCOMER_MS = 10 * 60 * 1000 };

/* The users who hear of a job, and the callback of its order. */
typedef struct telling {
    study *study;
    char user[2][ID_SIZE];
    const char *kind;
    job_ended *ended;
    void *context;
} telling;

static void tell(const telling *t, json_t *message)
{
    if (!message) return;
    connections *sockets = t->study->parts.sockets;
    for (int i = 0; i < 2; i++)
        if (t->user[i][0]) connections_send_user(sockets, t->user[i], message);
    json_decref(message);
}

static void progressed(void *context, const char *id, double done, double of,
                       json_t *partial)
{
    const telling *t = context;
    json_t *message =
        json_pack("{s:s,s:s,s:s,s:s,s:f,s:f}", "type", "job", "job", id, "kind",
                  t->kind, "status", "running", "done", done, "of", of);
    if (message && partial) json_object_set(message, "partial", partial);
    tell(t, message);
}

static void ended(void *context, const char *id, job_status status, json_t *result,
                  const alea_error *error)
{
    telling *t = context;
    if (t->ended) t->ended(t->context, id, status, result, error);
    json_t *message = json_pack("{s:s,s:s,s:s,s:s}", "type", "job", "job", id, "kind",
                                t->kind, "status", job_status_name(status));
    if (message && result) json_object_set(message, "result", result);
    if (message && status == JOB_FAILED)
        json_object_set_new(message, "error", job_error_json(error));
    tell(t, message);
    free(t);
}

void study_charge(const study *s, job_order *order, const char *address)
{
    if (limits_are_on(s->parts.limit))
        limits_network(address, order->address, sizeof order->address);
}

/* A guest of the last minutes. */
static bool is_newcomer(const study *s, const char *user)
{
    storage_user found;
    return limits_are_on(s->parts.limit) &&
           storage_user_get(s->parts.store, user, &found) == ANSWER_FOUND &&
           !*found.password_hash && server_now() - found.created < NEWCOMER_MS;
}

bool study_order(study *s, const job_order *order, const char *user, const char *also,
                 char id[ID_SIZE])
{
    job_order full = *order;
    telling *t = calloc(1, sizeof *t);
    if (!t) {
        if (order->free_input) order->free_input(order->input);
        return false;
    }
    snprintf(t->user[0], ID_SIZE, "%s", user);
    if (also && strcmp(also, user) != 0) snprintf(t->user[1], ID_SIZE, "%s", also);
    t->study = s;
    t->kind = order->kind;
    t->ended = order->ended;
    t->context = order->context;
    snprintf(full.user, ID_SIZE, "%s", user);
    full.newcomer = is_newcomer(s, user);
    full.ended = ended;
    full.progressed = progressed;
    full.context = t;
    if (jobs_add(s->parts.work, &full, id)) return true;
    free(t);
    return false;
}

void study_refuse_full(http_reply *reply)
{
    http_refuse(reply, 503, "queue_full", "The engine is busy: try again in a moment.");
    reply->retry_after_s = FULL_RETRY_S;
}
