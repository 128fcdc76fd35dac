#include "internal.h"

#include "base/clock.h"
#include "list.h"

void job_begin(jobs *q, job *j)
{
    int c = (int)j->order.class_;
    job_list_remove(&q->waiting[c], j);
    shares_count_waiting(j, -1);
    shares_count_running(j, 1);
    j->status = JOB_RUNNING;
    j->started = alea_clock_seconds();
    job_list_add(&q->running, j);
}

void job_end(jobs *q, job *j, json_t *result, const alea_error *error)
{
    double now = alea_clock_seconds();
    bool cancelled = atomic_load(&j->cancelled);
    job_list_remove(&q->running, j);
    shares_count_running(j, -1);
    shares_spend(j, now);
    j->result = result;
    j->error = *error;
    j->status = cancelled ? JOB_CANCELLED : result ? JOB_DONE : JOB_FAILED;
    job_list_add(&q->ended, j);
}

void job_put_back(jobs *q, job *j)
{
    job_list_remove(&q->running, j);
    shares_count_running(j, -1);
    shares_count_waiting(j, 1);
    j->status = JOB_QUEUED;
    job_list_add(&q->waiting[j->order.class_], j);
    pthread_cond_broadcast(&q->work);
}

void job_moved(jobs *q, job *j, double done, double of, json_t *partial)
{
    double now = alea_clock_seconds();
    pthread_mutex_lock(&q->lock);
    json_t *old = partial ? j->partial : NULL;
    j->done = done;
    j->of = of;
    if (partial) j->partial = partial;
    j->moved = true;
    bool due = now - j->woke >= PROGRESS_MS * 1e-3;
    if (due) j->woke = now;
    pthread_mutex_unlock(&q->lock);
    json_decref(old);
    if (due) q->wake(q->context);
}
