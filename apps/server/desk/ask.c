#include "ask.h"

#include "base/error.h"
#include "server/http/budget.h"
#include "server/study/later.h"
#include "server/study/progress.h"

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
    desk_pull_free(a->pull);
    free(a->bytes);
    free(a->file);
    if (a->other) desk_close(a->other);
    free(a->other);
    free(a);
}

bool desk_ask_may_add(study *s, const http_request *request, http_reply *reply)
{
    if (!request->body || request->body_size == 0) {
        http_refuse(reply, 400, "bad_file", "The file is empty.");
    } else if (!limits_take(s->parts.limit, request->address, LIMIT_UPLOAD,
                            server_ticks(), &reply->retry_after_s)) {
        http_refuse(reply, 429, "too_many",
                    "You have uploaded too many files: try again later.");
    } else {
        return http_may_store(s->parts.limit, request, 0, reply);
    }
    return false;
}

bool desk_ask_take_body(desk_ask *a, const http_request *request, http_reply *reply)
{
    a->bytes = malloc(request->body_size);
    if (!a->bytes) {
        desk_ask_free(a);
        study_refuse_full(reply);
        return false;
    }
    memcpy(a->bytes, request->body, request->body_size);
    a->size = request->body_size;
    return true;
}

bool desk_ask_pull(desk_ask *a, desk_pulled *pulled, http_reply *reply)
{
    a->pulled = pulled;
    if (desk_pull_open(a->study->parts.store, &a->who, &a->pull) == ALEA_OK)
        return true;
    http_refuse_storage(reply);
    return false;
}

/* Whether the slice only pulls games; sets a->status, and a->more. */
static bool pull(desk *d, desk_ask *a, alea_error *error)
{
    if (!a->pull || a->pull_ended) return false;
    a->status = desk_pull_run(a->pull, d, &a->more, error);
    if (a->status == ALEA_OK && a->more) a->answer = json_object();
    return a->status != ALEA_OK || a->more;
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
    a->answer = NULL;
    free(a->file);
    a->file = NULL;
    if (!pull(d, a, error)) a->answer = a->run(d, a, error);
    if (!a->answer && a->status == ALEA_OK) a->status = ALEA_ERROR_MEMORY;
    return a->status;
}

static void run(void *work, alea_engine *engine)
{
    desk_ask *a = work;
    (void)engine;
    attempt t = {.ask = a};
    memcpy(t.text, a->text, sizeof t.text);
    const bool pulls = a->pull && !a->pull_ended && desk_pull_writes(a->pull);
    desk_visit v = {.images = a->study->parts.desks,
                    .user = a->who.user,
                    .guest = a->who.guest,
                    .make = a->make || pulls,
                    .writes = a->writes || a->make || pulls,
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
    /* A full desk is still shown. */
    a->pull_ended = a->pull_ended || (pulls && a->fault == DESK_FULL);
    a->more = pulls && a->fault == DESK_FULL;
    if (a->more) memcpy(a->text, t.text, sizeof a->text);
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

/* After each slice, charges the growth of the storage to the budgets: chunks, and the
 * space they leave empty on pages. */
static void charge(desk_ask *a)
{
    const double grew = a->grew > 0 ? growth * (double)a->grew / 1024 : 0;
    if (grew > a->charged) {
        limits_settle_storage(a->study->parts.limit, a->address, a->who.user,
                              a->who.guest, grew - a->charged, server_ticks());
        a->charged = grew;
    }
}

/* Reads the journals of the next games; false: the storage did not answer. */
static bool load_games(desk_ask *a)
{
    if (a->pull_ended) return true;
    a->pull_ended = !limits_take_storage(a->study->parts.limit, a->address, a->who.user,
                                         a->who.guest, 0, server_ticks(), NULL);
    if (a->pull_ended || desk_pull_load(a->pull, a->study) == ALEA_OK) return true;
    a->more = false;
    a->fault = DESK_LOST;
    a->status = ALEA_ERROR_FILE;
    alea_error_set(&a->error, 0, 0, "the games could not be read");
    json_decref(a->answer);
    a->answer = NULL;
    return false;
}

/* Whether there is a further slice, and a free place for it. */
static bool goes_on(void *work)
{
    desk_ask *a = work;
    charge(a);
    if (!a->more) return false;
    if (a->pull) return load_games(a);
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
    if (a->pull && desk_pull_wants_analysis(a->pull))
        a->pulled(a->study, &a->who, a->address);
    if (a->asked) a->asked(a->study, a, a->answer);
    if (a->file) {
        reply->status = 200;
        reply->type = a->file_type ? a->file_type : "application/octet-stream";
        reply->body = a->file;
        reply->size = a->file_size;
        snprintf(reply->disposition, sizeof reply->disposition,
                 "attachment; filename=\"%s\"", a->file_name);
        a->file = NULL;
        return;
    }
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
