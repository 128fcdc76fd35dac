/* One lock guards the lists and the fields of a job, except `order`, which never
 * changes, and the fields marked as the event loop's. JSON values are handed from the
 * worker to the loop under the lock and never shared. */
#include "queue.h"

#include "base/clock.h"
#include "internal.h"
#include "list.h"
#include "remote.h"
#include "server/support/system.h"
#include "json/error.h"

#include <stdlib.h>
#include <string.h>

static job *list_find(const job_list *l, const char *id, const char *user)
{
    job *j = l->first;
    while (j && (strcmp(j->id, id) != 0 || strcmp(j->order.user, user) != 0))
        j = j->next;
    return j;
}

/* Searches all lists; event loop thread, because only it changes `kept`. */
static job *find(jobs *q, const char *id, const char *user)
{
    job *j = list_find(&q->running, id, user);
    for (int c = 0; c < JOB_CLASSES && !j; c++) j = list_find(&q->waiting[c], id, user);
    if (!j) j = list_find(&q->ended, id, user);
    if (!j) j = list_find(&q->kept, id, user);
    return j;
}

static void job_free(job *j)
{
    json_decref(j->partial);
    json_decref(j->result);
    json_decref(j->shown);
    free(j);
}

alea_status jobs_open(jobs **out, const alea_evaluator *evaluator, int processors,
                      void (*wake)(void *context), void *context, alea_error *error)
{
    jobs *q = calloc(1, sizeof *q);
    if (q) {
        q->evaluator = evaluator;
        q->wake = wake;
        q->context = context;
        pthread_mutex_init(&q->lock, NULL);
        pthread_cond_init(&q->work, NULL);
        if (processors == 0 || workers_start(q, processors)) {
            *out = q;
            return ALEA_OK;
        }
        jobs_close(q);
    }
    if (error)
        *error = (alea_error){.reason = "no memory, or no threads, for the workers"};
    return ALEA_ERROR_MEMORY;
}

/* ---- the loop's side ---- */

static bool has_room(const jobs *q, const job *j, int c)
{
    const account *address = j->account[ACCOUNT_ADDRESS];
    if (q->closing) return false;
    if (c == JOB_MACHINE) return q->waiting[c].count < JOBS_WAITING_MACHINE;
    return q->waiting[JOB_ASKED].count + q->waiting[JOB_LONG].count +
                   q->waiting[JOB_FILES].count <
               JOBS_WAITING &&
           j->account[ACCOUNT_USER]->waiting[c] < JOBS_WAITING_A_USER &&
           (!address || address->waiting[c] < JOBS_WAITING_AN_ADDRESS);
}

bool jobs_add(jobs *q, const job_order *order, char id[ID_SIZE])
{
    job *j = calloc(1, sizeof *j);
    bool added = false;
    if (j) {
        j->owner = q;
        j->order = *order;
        server_new_id(j->id);
        j->added = alea_clock_seconds();
        pthread_mutex_lock(&q->lock);
        if (shares_find_accounts(q, j) && has_room(q, j, (int)order->class_)) {
            memcpy(id, j->id, ID_SIZE);
            shares_count_waiting(j, 1);
            job_list_add(&q->waiting[order->class_], j);
            added = true;
            pthread_cond_broadcast(&q->work);
        }
        pthread_mutex_unlock(&q->lock);
    }
    if (added) return true;
    if (order->free_input) order->free_input(order->input);
    free(j);
    return false;
}

static void withdraw(jobs *q, job *j)
{
    int c = (int)j->order.class_;
    job_list_remove(&q->waiting[c], j);
    shares_count_waiting(j, -1);
    j->status = JOB_CANCELLED;
    job_list_add(&q->ended, j);
    job_input_free(j);
}

bool jobs_cancel(jobs *q, const char *id, const char *user)
{
    pthread_mutex_lock(&q->lock);
    job *j = find(q, id, user);
    bool withdrawn = j && j->status == JOB_QUEUED;
    if (j) atomic_store(&j->cancelled, true);
    if (withdrawn) withdraw(q, j);
    pthread_mutex_unlock(&q->lock);
    if (withdrawn) q->wake(q->context);
    return j != NULL;
}

bool jobs_is_cancelled(jobs *q, const char *id, const char *user)
{
    pthread_mutex_lock(&q->lock);
    const job *j = find(q, id, user);
    const bool is = j && atomic_load(&j->cancelled) && j->status != JOB_DONE;
    pthread_mutex_unlock(&q->lock);
    return is;
}

static void tell_progress(jobs *q, double now)
{
    /* A job leaves `running` only for `ended`, which only this thread empties; so j
     * stays valid, though not its place in the list: start again after each. */
    bool again = true;
    while (again) {
        job *reported = NULL;
        double done = 0, of = 0;
        pthread_mutex_lock(&q->lock);
        for (job *j = q->running.first; j && !reported; j = j->next) {
            if (!j->moved || now - j->reported < PROGRESS_MS * 1e-3) continue;
            reported = j;
            j->reported = now;
            j->moved = false;
            done = j->done;
            of = j->of;
            if (j->partial) {
                json_decref(j->shown);
                j->shown = j->partial;
                j->partial = NULL;
            }
        }
        pthread_mutex_unlock(&q->lock);
        again = reported != NULL;
        if (reported && reported->order.progressed)
            reported->order.progressed(reported->order.context, reported->id, done, of,
                                       reported->shown);
    }
}

static job *take_ended(jobs *q)
{
    pthread_mutex_lock(&q->lock);
    job *j = q->ended.first;
    if (j) job_list_remove(&q->ended, j);
    pthread_mutex_unlock(&q->lock);
    return j;
}

static void tell_ended(jobs *q, double now)
{
    job *j;
    while ((j = take_ended(q))) {
        json_decref(j->shown);
        json_decref(j->partial);
        j->shown = j->partial = NULL;
        j->ended_at = now;
        if (j->order.class_ != JOB_MACHINE) job_list_add(&q->kept, j);
        if (j->order.ended)
            j->order.ended(j->order.context, j->id, j->status, j->result, &j->error);
        if (j->order.class_ == JOB_MACHINE) job_free(j);
    }
}

void jobs_poll(jobs *q)
{
    double now = alea_clock_seconds();
    remote_tick(q, now);
    tell_progress(q, now);
    tell_ended(q, now);
    while (q->kept.first &&
           (q->kept.count > JOBS_KEPT || now - q->kept.first->ended_at > JOBS_KEPT_S)) {
        job *old = q->kept.first;
        job_list_remove(&q->kept, old);
        job_free(old);
    }
}

void jobs_close(jobs *q)
{
    if (!q) return;
    pthread_mutex_lock(&q->lock);
    q->closing = true;
    for (job *j = q->running.first; j; j = j->next) atomic_store(&j->cancelled, true);
    for (int c = 0; c < JOB_CLASSES; c++)
        while (q->waiting[c].first) withdraw(q, q->waiting[c].first);
    pthread_cond_broadcast(&q->work);
    pthread_mutex_unlock(&q->lock);
    for (int i = 0; i < q->workers; i++) pthread_join(q->worker[i].thread, NULL);
    remote_close(q);
    tell_ended(q, alea_clock_seconds());
    while (q->kept.first) {
        job *old = q->kept.first;
        job_list_remove(&q->kept, old);
        job_free(old);
    }
    while (q->accounts) {
        account *a = q->accounts;
        q->accounts = a->next;
        free(a);
    }
    pthread_cond_destroy(&q->work);
    pthread_mutex_destroy(&q->lock);
    free(q->worker);
    free(q);
}

const char *job_status_name(job_status status)
{
    static const char *const names[] = {"queued", "running", "done", "failed",
                                        "cancelled"};
    return names[status];
}

json_t *job_error_json(const alea_error *error)
{
    if (!error->reason[0]) return error_json("failed", "The work could not be done.");
    return error_json_at("failed", error);
}

json_t *jobs_describe(jobs *q, const char *id, const char *user)
{
    json_t *out = NULL;
    pthread_mutex_lock(&q->lock);
    job *j = find(q, id, user);
    if (j) {
        /* "running" until `ended` has been called: a client that reads "done" may ask
         * for the result at once. */
        bool untold = j->ended_at == 0 && j->status != JOB_CANCELLED;
        job_status status = untold && j->status > JOB_RUNNING ? JOB_RUNNING : j->status;
        out =
            json_pack("{s:s,s:s,s:s,s:f,s:f}", "job", j->id, "kind", j->order.kind,
                      "status", job_status_name(status), "done", j->done, "of", j->of);
        if (j->shown) json_object_set(out, "partial", j->shown);
        if (j->result && !untold) json_object_set(out, "result", j->result);
        if (status == JOB_FAILED)
            json_object_set_new(out, "error", job_error_json(&j->error));
    }
    pthread_mutex_unlock(&q->lock);
    return out;
}

bool jobs_use_bus(jobs *q, bus *b)
{
    return remote_open(q, b);
}

jobs_figures jobs_counted(const jobs *q)
{
    jobs_figures figures = {0};
    if (!q->remote) return figures;
    figures = q->remote->figures;
    figures.helpers = q->remote->helpers;
    return figures;
}

void jobs_count(jobs *q, job_class class_, int *waiting, int *running)
{
    pthread_mutex_lock(&q->lock);
    *waiting = q->waiting[class_].count;
    *running = 0;
    for (const job *j = q->running.first; j; j = j->next)
        *running += j->order.class_ == class_;
    pthread_mutex_unlock(&q->lock);
}

/* ---- the worker's side ---- */

bool job_is_cancelled(void *job_)
{
    job *j = job_;
    return atomic_load_explicit(&j->cancelled, memory_order_relaxed);
}

void job_progress(job *j, double done, double of, json_t *partial)
{
    job_moved(j->owner, j, done, of, partial);
}
