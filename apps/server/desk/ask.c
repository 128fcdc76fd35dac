#include "ask.h"

#include "server/study/later.h"

#include <stdlib.h>
#include <string.h>

enum { RETRY_S = 2 };
static const double growth = 1.5;

desk_ask *desk_ask_new(study *s, const http_request *request, http_reply *reply)
{
    desk_ask *a = calloc(1, sizeof *a);
    if (!a) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
        return NULL;
    }
    a->study = s;
    a->who = request->who;
    snprintf(a->address, sizeof a->address, "%s", request->address);
    return a;
}

void desk_ask_free(void *work)
{
    desk_ask *a = work;
    if (!a) return;
    json_decref(a->body);
    json_decref(a->answer);
    json_decref(a->done.list);
    json_decref(a->next.list);
    free(a->bytes);
    free(a);
}

typedef struct attempt {
    desk_ask *ask;
    char text[DESK_WORDS]; /* as it was sent */
} attempt;

static alea_status step(desk *d, void *context, alea_error *error)
{
    const attempt *t = context;
    desk_ask *a = t->ask;
    json_decref(a->answer);
    memcpy(a->text, t->text, sizeof a->text);
    json_decref(a->next.list);
    a->next = a->done;
    a->next.list = json_copy(a->done.list);
    a->more = false;
    a->status = ALEA_OK;
    a->answer = a->run(d, a, error);
    if (!a->answer && a->status == ALEA_OK) a->status = ALEA_ERROR_MEMORY;
    return a->status;
}

static void run(void *work, alea_engine *engine)
{
    desk_ask *a = work;
    (void)engine;
    attempt t = {.ask = a};
    memcpy(t.text, a->text, sizeof t.text);
    desk_visit v = {.images = a->study->parts.desks,
                    .user = a->who.user,
                    .guest = a->who.guest,
                    .make = a->make,
                    .writes = a->writes || a->make,
                    .step = step,
                    .context = &t};
    a->status = desk_visit_run(&v, &a->error);
    a->fault = v.fault;
    a->grew += v.grew;
    if (a->status == ALEA_OK) {
        json_decref(a->done.list);
        a->done = a->next;
        a->next.list = NULL;
        return;
    }
    a->more = false;
    json_decref(a->answer);
    a->answer = NULL;
}

static void refuse(const desk_ask *a, http_reply *reply)
{
    const char *reason = a->error.reason;
    if (a->fault == DESK_WRONG) {
        http_refuse(reply, 400, "bad_request", "%s", reason);
        return;
    }
    if (a->fault == DESK_FULL) {
        http_refuse(reply, 413, "desk_full", "%s%s", reason,
                    a->who.guest ? "; an account has room for more" : "");
        return;
    }
    if (a->fault != DESK_BUSY)
        server_log("error", "desk", "user", a->who.user, "reason", reason, NULL);
    if (a->fault == DESK_LOST) {
        http_refuse_storage(reply);
    } else if (a->fault == DESK_BUSY) {
        reply->retry_after_s = RETRY_S;
        http_refuse(reply, 503, "busy", "%s", reason);
    } else if (a->status == ALEA_ERROR_MEMORY) {
        http_refuse(reply, 500, "no_memory", "The server is out of memory. Try again.");
    } else {
        http_refuse(reply, 503, "not_readable",
                    "Your desk cannot be read; nothing was changed.");
    }
}

/* The budgets pay what the storage has grown by, after each slice: chunks, and what
 * pages they leave empty. */
static void charge(desk_ask *a)
{
    const double grew = a->grew > 0 ? growth * (double)a->grew / 1024 : 0;
    if (grew > a->charged) {
        limits_settle_storage(a->study->parts.limit, a->address, a->who.user,
                              a->who.guest, grew - a->charged, server_ticks());
        a->charged = grew;
    }
}

/* Whether there is a further slice, and room for it. */
static bool goes_on(void *work)
{
    desk_ask *a = work;
    charge(a);
    if (!a->more) return false;
    if (limits_take_storage(a->study->parts.limit, a->address, a->who.user,
                            a->who.guest, 0, server_ticks(), NULL))
        return true;
    json_object_set_new(json_object_get(a->answer, "stopped"), "message",
                        json_string("You have reached your storage limit for today."));
    return false;
}

static void answer(void *work, http_reply *reply)
{
    desk_ask *a = work;
    if (!a->answer) {
        refuse(a, reply);
        return;
    }
    if (a->asked) a->asked(a->study, a, a->answer);
    http_answer(reply, 200, json_incref(a->answer));
}

void desk_ask_send(desk_ask *a, const http_request *request, http_reply *reply)
{
    static const later_kind asked = {.class_ = JOB_ASKED,
                                     .name = "desk",
                                     .make = run,
                                     .more = goes_on,
                                     .answer = answer,
                                     .free_work = desk_ask_free};
    static const later_kind files = {.class_ = JOB_FILES,
                                     .name = "desk",
                                     .make = run,
                                     .more = goes_on,
                                     .answer = answer,
                                     .free_work = desk_ask_free};
    if ((a->writes || a->make) &&
        !limits_take_beyond(a->study->parts.limit, a->address, 0, server_ticks(),
                            &reply->retry_after_s)) {
        desk_ask_free(a);
        http_refuse(reply, 429, "too_many",
                    "You have reached your storage limit for today.");
        return;
    }
    study_answer_later(a->study, request, a->bytes ? &files : &asked, a, a->size, false,
                       reply);
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
