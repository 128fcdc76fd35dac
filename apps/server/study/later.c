#include "later.h"

#include "progress.h"

#include "base/clock.h"
#include "publish/picture/diagram.h"

#include <stdlib.h>
#include <string.h>

enum { WAITING_BYTES = 64 * 1024 * 1024 }; /* of all requests that wait for a worker */

/* Short answers are made on the loop for a quarter of its time, and for 50 ms in one
 * go: of a hundred that come together the rest goes to workers, and others do not
 * wait. */
static const double loop_share = .25, loop_most_s = .05;

typedef struct later {
    study *study;
    const later_kind *kind;
    void *work;
    size_t bytes;
    uint32_t ticket;
    job_order order;
} later;

static void drop(later *l)
{
    l->kind->free_work(l->work);
    free(l);
}

static json_t *make(job *j, alea_engine *engine, void *input, alea_error *error)
{
    later *l = input;
    (void)j, (void)error;
    l->kind->make(l->work, engine);
    return json_true();
}

static bool add(later *l)
{
    char id[ID_SIZE];
    return jobs_add(l->study->parts.work, &l->order, id);
}

static void ended(void *context, const char *id, job_status status, json_t *result,
                  const alea_error *error)
{
    later *l = context;
    const study_parts *parts = &l->study->parts;
    http_reply reply = {0};
    (void)id, (void)result, (void)error;
    if (status == JOB_DONE && l->kind->more && l->kind->more(l->work) &&
        (!parts->waits || parts->waits(parts->context, l->ticket)) && add(l))
        return;
    if (status == JOB_DONE)
        l->kind->answer(l->work, &reply);
    else
        http_refuse(&reply, 503, "shutdown", "The server is shutting down.");
    l->study->upload_bytes -= l->bytes;
    parts->answer(parts->context, l->ticket, &reply);
    drop(l);
}

static void answer_now(const later_kind *kind, void *work, http_reply *reply)
{
    do kind->make(work, NULL);
    while (kind->more && kind->more(work));
    kind->answer(work, reply);
    kind->free_work(work);
}

static bool has_loop_time(const study *s)
{
    return s->loop_used_until < alea_clock_seconds() + loop_most_s / loop_share;
}

static void answer_on_loop(study *s, const later_kind *kind, void *work,
                           http_reply *reply)
{
    const double began = alea_clock_seconds();
    answer_now(kind, work, reply);
    const double used = (alea_clock_seconds() - began) / loop_share;
    s->loop_used_until =
        (s->loop_used_until > began ? s->loop_used_until : began) + used;
}

void study_answer_later(study *s, const http_request *request, const later_kind *kind,
                        void *work, size_t bytes, bool at_once, http_reply *reply)
{
    if (!request->ticket || (at_once && has_loop_time(s))) {
        answer_on_loop(s, kind, work, reply);
        return;
    }
    later *l = calloc(1, sizeof *l);
    if (!l) {
        kind->free_work(work);
        http_refuse(reply, 503, "no_memory", "The server is out of memory. Try again.");
        return;
    }
    *l = (later){.study = s,
                 .kind = kind,
                 .work = work,
                 .bytes = bytes,
                 .ticket = request->ticket,
                 .order = {.class_ = kind->class_,
                           .kind = kind->name,
                           .work = make,
                           .input = l,
                           .ended = ended,
                           .context = l}};
    memcpy(l->order.user, request->who.user, ID_SIZE);
    study_charge(s, &l->order, request->address);
    if (s->upload_bytes + bytes <= WAITING_BYTES && add(l)) {
        s->upload_bytes += bytes;
        reply->later = true;
        return;
    }
    drop(l);
    study_refuse_full(reply);
}

void study_refuse_drawing(http_reply *reply)
{
    alea_error missing = {0};
    const alea_status status = picture_load(&missing);
    if (status == ALEA_ERROR_UNSUPPORTED)
        http_refuse(reply, 501, "needs_server", "%s", missing.reason);
    else if (status != ALEA_OK)
        http_refuse(reply, 503, "no_cairo", "The server cannot draw: %s.",
                    missing.reason);
    else
        http_refuse(reply, 503, "no_memory", "The picture could not be drawn.");
}
