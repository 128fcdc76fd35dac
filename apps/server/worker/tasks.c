#include "tasks.h"

#include "base/error.h"
#include "server/jobs/remote.h"
#include "server/support/system.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct task {
    tasks *all;
    task *next;
    job_class class_;
    char id[ID_SIZE], front[ID_SIZE], hash[JOBS_HASH];
    /* its name in the queue of this process, whose user it is too */
    char here[ID_SIZE];
    const job_form *form;
    void *input;
    bus_receipt *receipt;
    bool is_returned;
};

static void answer(task *t, const char *state, json_t *more)
{
    json_t *o =
        json_pack("{s:s,s:s,s:s}", "job", t->id, "hash", t->hash, "state", state);
    if (o && more) json_object_update_missing(o, more);
    json_decref(more);
    if (remote_publish(t->all->bus, remote_answers, t->front, o)) return;
    /* Too large for the bus: who asked does it. */
    o = json_pack("{s:s,s:s,s:s,s:b}", "job", t->id, "hash", t->hash, "state",
                  "returned", "stays", 1);
    remote_publish(t->all->bus, remote_answers, t->front, o);
}

static void task_end(task *t)
{
    task **at = &t->all->list;
    while (*at && *at != t) at = &(*at)->next;
    if (*at) *at = t->next;
    if (t->class_ == JOB_LONG) atomic_fetch_sub(&t->all->long_ones, 1);
    bus_acknowledge(t->receipt);
    if (t->form && t->input) t->form->free_input(t->input);
    free(t);
}

/* ---- the queue's words ---- */

static void progressed(void *context, const char *id, double done, double of,
                       json_t *partial)
{
    (void)id;
    json_t *more = json_pack("{s:f,s:f}", "done", done, "of", of);
    if (more && partial) json_object_set(more, "partial", partial);
    answer(context, "running", more);
}

static void ended(void *context, const char *id, job_status status, json_t *result,
                  const alea_error *error)
{
    task *t = context;
    (void)id;
    if (t->is_returned) {
        answer(t, "returned", NULL);
    } else if (result) {
        json_t *more = json_pack("{s:O}", "result", result);
        if (t->form->write_answer && status == JOB_DONE)
            json_object_set_new(more, "answer", t->form->write_answer(t->input));
        t->all->done++;
        answer(t, "done", more);
    } else {
        const char *reason = error && error->reason[0] ? error->reason : "";
        t->all->failed += status == JOB_FAILED;
        answer(t, "failed", json_pack("{s:s}", "reason", reason));
    }
    task_end(t);
}

/* ---- questions ---- */

static bool copy_name(const json_t *o, const char *key, char *out, size_t size)
{
    const char *text = json_string_value(json_object_get(o, key));
    if (!text || !*text || strlen(text) >= size) return false;
    memcpy(out, text, strlen(text) + 1);
    return true;
}

/* Reads the message; `why` describes its first fault. */
static bool read_task(task *t, const json_t *o, alea_error *why)
{
    char kind[32], hash[JOBS_HASH];
    const json_t *question = json_object_get(o, "question");
    alea_error_set(why, 0, 0, "not understood");
    if (!copy_name(o, "job", t->id, sizeof t->id) ||
        !copy_name(o, "front", t->front, sizeof t->front) ||
        !copy_name(o, "hash", t->hash, sizeof t->hash) ||
        !copy_name(o, "kind", kind, sizeof kind))
        return false;
    remote_hash(question, hash);
    t->form = form_of(kind);
    if (strcmp(hash, t->hash) != 0 || !t->form) return false;
    t->input = t->form->read(question, why);
    return t->input &&
           (!t->all->shares || !t->form->share || t->form->share(t->input, o, why));
}

/* The job has ended three workers: it is parked for an operator to find. */
static void park(task *t, const bus_message *message)
{
    server_log("error", "job_parked", "job", t->id, "hash", t->hash, NULL);
    t->all->parked++;
    bus_publish(t->all->bus, "jobs.long_parked", t->id, message->text, message->size);
    answer(t, "failed", json_pack("{s:s}", "reason", "given up after three tries"));
    task_end(t);
}

static bool begin(task *t)
{
    job_order order = {.class_ = t->class_,
                       .kind = t->form->kind,
                       .work = t->form->work,
                       .input = t->input,
                       .ended = ended,
                       .progressed = progressed,
                       .context = t};
    memcpy(order.user, t->id, sizeof order.user);
    return jobs_add(t->all->work, &order, t->here);
}

void tasks_take(tasks *all, job_class class_, const bus_message *message)
{
    alea_error why = {0};
    if (!message->text) return; /* tasks were lost: their servers send them again */
    task *t = calloc(1, sizeof *t);
    json_t *o = t ? json_loadb(message->text, message->size, 0, NULL) : NULL;
    if (!t) return;
    t->all = all;
    t->class_ = class_;
    t->receipt = message->receipt;
    t->next = all->list;
    all->list = t;
    if (class_ == JOB_LONG) atomic_fetch_add(&all->long_ones, 1);
    const bool understood = read_task(t, o, &why);
    json_decref(o);
    if (message->tries > TRIES_MOST) {
        park(t, message);
    } else if (!understood) {
        server_log("warning", "job_refused", "job", t->id, "reason", why.reason, NULL);
        answer(t, "returned", json_pack("{s:b}", "stays", 1));
        task_end(t);
    } else if (all->stopping || !begin(t)) {
        answer(t, "returned", NULL);
        task_end(t);
    } else {
        answer(t, "running", NULL);
    }
}

void tasks_cancel(tasks *all, const char *id)
{
    for (task *t = all->list; t; t = t->next)
        if (strcmp(t->id, id) == 0) jobs_cancel(all->work, t->here, t->id);
}

void tasks_tell(tasks *all)
{
    for (task *t = all->list; t; t = t->next) {
        if (t->receipt) bus_hold(t->receipt);
        answer(t, "running", NULL);
    }
}

void tasks_return(tasks *all)
{
    all->stopping = true;
    for (task *t = all->list; t; t = t->next) {
        if (t->class_ != JOB_LONG) continue; /* done in a moment */
        t->is_returned = true;
        jobs_cancel(all->work, t->here, t->id);
    }
}

int tasks_room(void *all_)
{
    tasks *all = all_;
    return all->most_long - atomic_load(&all->long_ones);
}
