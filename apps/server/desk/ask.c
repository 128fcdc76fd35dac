#include "ask.h"

#include "server/study/progress.h"

#include <stdlib.h>
#include <string.h>

desk_ask *desk_ask_new(study *s, const http_request *request, http_reply *reply)
{
    desk_ask *a = calloc(1, sizeof *a);
    if (!a) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
        return NULL;
    }
    a->study = s;
    a->ticket = request->ticket;
    a->who = request->who;
    snprintf(a->address, sizeof a->address, "%s", request->address);
    snprintf(a->folder, sizeof a->folder, "%s", s->parts.desks);
    return a;
}

void desk_ask_free(desk_ask *a)
{
    if (!a) return;
    json_decref(a->body);
    json_decref(a->answer);
    free(a->bytes);
    free(a);
}

static void run(desk_ask *a)
{
    desk d;
    bool exists;
    a->status = desk_place_open(&d, a->folder, a->who.user, a->who.guest, a->make,
                                &exists, &a->error);
    if (a->status == ALEA_OK) a->answer = a->run(exists ? &d : NULL, a, &a->error);
    if (!a->answer && a->status == ALEA_OK) a->status = ALEA_ERROR_MEMORY;
    a->busy = d.busy;
    a->full = d.full;
    desk_close(&d);
}

static json_t *work(job *j, alea_engine *engine, void *input, alea_error *error)
{
    (void)j, (void)engine, (void)error;
    run(input);
    return json_true();
}

static void refuse(desk_ask *a, http_reply *reply)
{
    const char *reason = a->error.reason;
    if (a->status == ALEA_ERROR_ARGUMENT) {
        http_refuse(reply, 400, "bad_request", "%s", reason);
    } else if (a->full) {
        http_refuse(reply, 413, "desk_full", "%s%s", reason,
                    a->who.guest ? "; an account has room for more" : "");
    } else if (a->busy) {
        reply->retry_after_s = 2;
        http_refuse(reply, 503, "busy", "%s", reason);
    } else if (a->status == ALEA_ERROR_MEMORY) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
    } else {
        server_log(NULL, "error", "desk", "user", a->who.user, "reason", reason, NULL);
        http_refuse(reply, 500, "storage", "%s", reason);
    }
}

static void answer(desk_ask *a, http_reply *reply)
{
    if (!a->answer) {
        refuse(a, reply);
        return;
    }
    if (a->asked) a->asked(a->study, a, a->answer);
    http_answer(reply, 200, json_incref(a->answer));
}

static void ended(server *ignored, void *context, const char *id, job_status status,
                  json_t *result, const alea_error *error)
{
    desk_ask *a = context;
    http_reply reply = {0};
    (void)ignored, (void)id, (void)result, (void)error;
    if (status == JOB_DONE)
        answer(a, &reply);
    else
        http_refuse(&reply, 503, "shutdown", "The server is shutting down.");
    a->study->upload_bytes -= a->size;
    a->study->parts.answer(a->study->parts.context, a->ticket, &reply);
    desk_ask_free(a);
}

void desk_ask_send(desk_ask *a, http_reply *reply)
{
    char id[ID_SIZE];
    if (!a->ticket) {
        run(a);
        answer(a, reply);
        desk_ask_free(a);
        return;
    }
    job_order order = {.class_ = JOB_ASKED,
                       .kind = "desk",
                       .work = work,
                       .input = a,
                       .ended = ended,
                       .context = a};
    memcpy(order.user, a->who.user, ID_SIZE);
    study_charge(a->study, &order, a->address);
    if (jobs_add(a->study->parts.work, &order, id)) {
        a->study->upload_bytes += a->size;
        reply->later = true;
        return;
    }
    desk_ask_free(a);
    study_refuse_full(reply);
}

int desk_words(char *text, const char *word[DESK_OPERANDS])
{
    int count = 0;
    char *out = text;
    bool quoted = false, inside = false;
    for (const char *at = text; *at; at++) {
        if (*at == '"') {
            quoted = !quoted;
            continue;
        }
        if (*at == ' ' && !quoted) {
            if (inside) *out++ = '\0';
            inside = false;
            continue;
        }
        if (!inside) {
            if (count == DESK_OPERANDS) return -1;
            word[count++] = out;
        }
        inside = true;
        *out++ = *at;
    }
    *out = '\0';
    return quoted ? -1 : count;
}
