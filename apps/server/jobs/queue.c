/* One lock guards the lists and the fields of a job, except `order`, which never changes,
 * and the fields marked as the event loop's. JSON values are handed from the worker to the
 * loop under the lock and never shared. */
#include "queue.h"

#include "base/clock.h"
#include "common/json/error.h"
#include "server/support/state.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/resource.h>
#endif
#ifdef __GLIBC__
#include <malloc.h>
#endif

/* Used time halves in this many seconds; an account is dropped when little is left. */
static const double half_life_s = 300, forgotten_s = .01;

enum {
    PROGRESS_MS = 200,
    QUICK_CACHE = 4 << 20, /* bytes an engine */
    LONG_CACHE = 8 << 20,
    NICE_LONG = 10
};

/* A job counts for up to three accounts. */
typedef enum account_kind {
    ACCOUNT_USER = 0,
    ACCOUNT_ADDRESS,
    ACCOUNT_NEWCOMERS,
    ACCOUNTS
} account_kind;

typedef struct account {
    account_kind kind;
    char name[JOBS_ADDRESS_SIZE]; /* user, address, "" */
    double used_s, at;            /* so much at that moment */
    int running[JOB_CLASSES], waiting[JOB_CLASSES];
    struct account *next;
} account;

struct job {
    jobs *owner;
    char id[ID_SIZE];
    job_order order;
    account *account[ACCOUNTS]; /* NULL where it counts for none */
    job_status status;
    atomic_bool cancelled;
    double started, woke; /* worker's start, last wake for progress */
    double done, of;
    bool moved;      /* progress not yet told */
    json_t *partial; /* not yet told */
    json_t *result;
    alea_error error;
    /* The loop's. */
    json_t *shown; /* the last partial told */
    double told, ended_at;
    job *next;
};

typedef struct list {
    job *first, *last;
    int count;
} list;

typedef struct worker {
    jobs *owner;
    pthread_t thread;
    job_class least, most; /* what it takes */
    int engine_threads;
    size_t cache_bytes;
} worker;

struct jobs {
    server *server;
    const alea_evaluator *evaluator;
    void (*wake)(server *);
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool closing;
    list waiting[JOB_CLASSES], running, ended;
    list kept; /* the loop's */
    account *accounts;
    worker *worker;
    int workers, slow_workers;
};

/* ---- lists ---- */

static void list_add(list *l, job *j)
{
    j->next = NULL;
    if (l->last)
        l->last->next = j;
    else
        l->first = j;
    l->last = j;
    l->count++;
}

static void list_remove(list *l, job *j)
{
    job *before = NULL;
    job *at = l->first;
    while (at != j) {
        before = at;
        at = at->next;
    }
    if (before)
        before->next = j->next;
    else
        l->first = j->next;
    if (l->last == j) l->last = before;
    l->count--;
    j->next = NULL;
}

static job *list_find(const list *l, const char *id, const char *user)
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

static void input_free(job *j)
{
    if (j->order.free_input) j->order.free_input(j->order.input);
    j->order.input = NULL;
}

/* ---- accounts ---- */

static double account_used(const account *a, double now)
{
    return a->used_s * exp2((a->at - now) / half_life_s);
}

static bool account_is_idle(const account *a)
{
    for (int c = 0; c < JOB_CLASSES; c++)
        if (a->running[c] || a->waiting[c]) return false;
    return true;
}

/* Drops accounts that no longer count. */
static void forget_accounts(jobs *q, double now)
{
    for (account **at = &q->accounts; *at;) {
        account *a = *at;
        if (account_is_idle(a) && account_used(a, now) < forgotten_s) {
            *at = a->next;
            free(a);
        } else {
            at = &a->next;
        }
    }
}

/* The account, made if there is none; NULL without memory. */
static account *account_of(jobs *q, account_kind kind, const char *name, double now)
{
    for (account *a = q->accounts; a; a = a->next)
        if (a->kind == kind && strcmp(a->name, name) == 0) return a;
    account *a = calloc(1, sizeof *a);
    if (!a) return NULL;
    a->kind = kind;
    snprintf(a->name, sizeof a->name, "%s", name);
    a->at = now;
    a->next = q->accounts;
    q->accounts = a;
    return a;
}

static bool find_accounts(jobs *q, job *j)
{
    const double now = alea_clock_seconds();
    const job_order *o = &j->order;
    forget_accounts(q, now);
    j->account[ACCOUNT_USER] = account_of(q, ACCOUNT_USER, o->user, now);
    bool found = j->account[ACCOUNT_USER] != NULL;
    if (found && *o->address)
        found = (j->account[ACCOUNT_ADDRESS] =
                     account_of(q, ACCOUNT_ADDRESS, o->address, now)) != NULL;
    if (found && o->newcomer)
        found = (j->account[ACCOUNT_NEWCOMERS] =
                     account_of(q, ACCOUNT_NEWCOMERS, "", now)) != NULL;
    return found;
}

static void count_waiting(job *j, int change)
{
    for (int i = 0; i < ACCOUNTS; i++)
        if (j->account[i]) j->account[i]->waiting[j->order.class_] += change;
}

static void count_running(job *j, int change)
{
    for (int i = 0; i < ACCOUNTS; i++)
        if (j->account[i]) j->account[i]->running[j->order.class_] += change;
}

static void account_add(account *a, double now, double spent_s)
{
    a->used_s = account_used(a, now) + spent_s;
    a->at = now;
}

/* ---- the workers ---- */

/* Running jobs count as they go, so that a user's second job waits for a stranger's
 * first. */
static double used_with_running(const jobs *q, const account *a, double now)
{
    double used = account_used(a, now);
    for (const job *j = q->running.first; j; j = j->next)
        if (j->account[a->kind] == a) used += now - j->started;
    return used;
}

/* How many jobs of the class the account may run at once. */
static int most_running(const jobs *q, account_kind kind, int class_)
{
    if (class_ == JOB_MACHINE) return INT_MAX;
    if (kind == ACCOUNT_USER) return JOBS_RUNNING_A_USER;
    if (class_ != JOB_LONG) return INT_MAX;
    return q->slow_workers > 1 ? q->slow_workers - 1 : 1;
}

static bool may_run(const jobs *q, const job *j, int class_)
{
    for (int i = 0; i < ACCOUNTS; i++)
        if (j->account[i] &&
            j->account[i]->running[class_] >= most_running(q, (account_kind)i, class_))
            return false;
    return true;
}

/* What decides whose turn it is: the most that any account of the job has used, then
 * its address, then its user. Among many newcomers, whose common account is the most
 * used, the address that asked least goes first. */
typedef struct turn {
    double most, address, user;
} turn;

static turn turn_of(const jobs *q, const job *j, double now)
{
    double used[ACCOUNTS] = {0};
    turn t = {0};
    for (int i = 0; i < ACCOUNTS; i++) {
        if (j->account[i]) used[i] = used_with_running(q, j->account[i], now);
        if (used[i] > t.most) t.most = used[i];
    }
    t.address = used[ACCOUNT_ADDRESS];
    t.user = used[ACCOUNT_USER];
    return t;
}

static bool is_before(const turn *a, const turn *b)
{
    if (a->most < b->most || a->most > b->most) return a->most < b->most;
    if (a->address < b->address || a->address > b->address)
        return a->address < b->address;
    return a->user < b->user;
}

static job *next_job(jobs *q, const worker *w)
{
    double now = alea_clock_seconds();
    for (int c = (int)w->least; c <= (int)w->most; c++) {
        job *best = NULL;
        turn least = {0};
        for (job *j = q->waiting[c].first; j; j = j->next) {
            if (!may_run(q, j, c)) continue;
            const turn t = turn_of(q, j, now);
            if (best && !is_before(&t, &least)) continue;
            best = j;
            least = t;
            if (least.most <= 0) break;
        }
        if (best) return best;
    }
    return NULL;
}

static void begin(jobs *q, job *j)
{
    int c = (int)j->order.class_;
    list_remove(&q->waiting[c], j);
    count_waiting(j, -1);
    count_running(j, 1);
    j->status = JOB_RUNNING;
    j->started = alea_clock_seconds();
    list_add(&q->running, j);
}

static void end(jobs *q, job *j, json_t *result, const alea_error *error)
{
    double now = alea_clock_seconds();
    bool cancelled = atomic_load(&j->cancelled);
    list_remove(&q->running, j);
    count_running(j, -1);
    for (int i = 0; i < ACCOUNTS; i++)
        if (j->account[i]) account_add(j->account[i], now, now - j->started);
    j->result = result;
    j->error = *error;
    j->status = cancelled ? JOB_CANCELLED : result ? JOB_DONE : JOB_FAILED;
    list_add(&q->ended, j);
}

static json_t *do_work(const worker *w, alea_engine **engine, job *j, alea_error *error)
{
    if (!*engine) {
        alea_engine_options options = {w->engine_threads, w->cache_bytes};
        if (alea_engine_open(engine, w->owner->evaluator, NULL, &options, error) !=
            ALEA_OK)
            return NULL;
    }
    return j->order.work(j, *engine, j->order.input, error);
}

static void *worker_run(void *context)
{
    worker *w = context;
    jobs *q = w->owner;
    alea_engine *engine = NULL;
#ifdef __linux__
    /* There it is the thread's own, and its engine's threads inherit it. */
    if (w->least == JOB_LONG) setpriority(PRIO_PROCESS, 0, NICE_LONG);
#endif
    pthread_mutex_lock(&q->lock);
    for (;;) {
        job *j = NULL;
        while (!q->closing && !(j = next_job(q, w)))
            pthread_cond_wait(&q->work, &q->lock);
        if (q->closing) break;
        begin(q, j);
        pthread_mutex_unlock(&q->lock);
        alea_error error = {0};
        json_t *result = do_work(w, &engine, j, &error);
        input_free(j);
#ifdef __GLIBC__
        /* A long analysis leaves tens of megabytes of free heap. */
        if (w->least == JOB_LONG) malloc_trim(0);
#endif
        pthread_mutex_lock(&q->lock);
        end(q, j, result, &error);
        pthread_cond_broadcast(&q->work); /* its user may run another */
        pthread_mutex_unlock(&q->lock);
        q->wake(q->server);
        pthread_mutex_lock(&q->lock);
    }
    pthread_mutex_unlock(&q->lock);
    alea_engine_close(engine);
    return NULL;
}

/* Short jobs: the first worker takes the machine's only, the others both kinds. Long jobs:
 * at least two workers, so that one user does not wait for all of another's work; two
 * engine threads each if there are several processors. */
static bool start_workers(jobs *q, int processors)
{
    int quick = processors < 2 ? 2 : processors;
    int slow = processors < 4 ? 2 : processors / 2;
    q->slow_workers = slow;
    q->worker = calloc((size_t)(quick + slow), sizeof *q->worker);
    if (!q->worker) return false;
    for (int i = 0; i < quick + slow; i++) {
        worker *w = &q->worker[i];
        bool is_slow = i >= quick;
        *w = (worker){.owner = q,
                      .least = is_slow ? JOB_LONG : JOB_MACHINE,
                      .most = is_slow  ? JOB_LONG
                              : i == 0 ? JOB_MACHINE
                                       : JOB_ASKED,
                      .engine_threads = is_slow && processors > 1 ? 2 : 1,
                      .cache_bytes = is_slow ? LONG_CACHE : QUICK_CACHE};
        if (pthread_create(&w->thread, NULL, worker_run, w) != 0) return false;
        q->workers++;
    }
    return true;
}

alea_status jobs_open(jobs **out, server *s, const alea_evaluator *evaluator,
                      int processors, void (*wake)(server *), alea_error *error)
{
    jobs *q = calloc(1, sizeof *q);
    if (q) {
        q->server = s;
        q->evaluator = evaluator;
        q->wake = wake;
        pthread_mutex_init(&q->lock, NULL);
        pthread_cond_init(&q->work, NULL);
        if (start_workers(q, processors < 1 ? 1 : processors)) {
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
    return q->waiting[JOB_ASKED].count + q->waiting[JOB_LONG].count < JOBS_WAITING &&
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
        pthread_mutex_lock(&q->lock);
        if (find_accounts(q, j) && has_room(q, j, (int)order->class_)) {
            memcpy(id, j->id, ID_SIZE);
            count_waiting(j, 1);
            list_add(&q->waiting[order->class_], j);
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
    list_remove(&q->waiting[c], j);
    count_waiting(j, -1);
    j->status = JOB_CANCELLED;
    list_add(&q->ended, j);
    input_free(j);
}

bool jobs_cancel(jobs *q, const char *id, const char *user)
{
    pthread_mutex_lock(&q->lock);
    job *j = find(q, id, user);
    bool withdrawn = j && j->status == JOB_QUEUED;
    if (j) atomic_store(&j->cancelled, true);
    if (withdrawn) withdraw(q, j);
    pthread_mutex_unlock(&q->lock);
    if (withdrawn) q->wake(q->server);
    return j != NULL;
}

static void tell_progress(jobs *q, double now)
{
    /* A job leaves `running` only for `ended`, which only this thread empties; so j
     * stays valid, though not its place in the list: start again after each. */
    bool again = true;
    while (again) {
        job *told = NULL;
        double done = 0, of = 0;
        pthread_mutex_lock(&q->lock);
        for (job *j = q->running.first; j && !told; j = j->next) {
            if (!j->moved || now - j->told < PROGRESS_MS * 1e-3) continue;
            told = j;
            j->told = now;
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
        again = told != NULL;
        if (told && told->order.progressed)
            told->order.progressed(q->server, told->order.context, told->id, done, of,
                                   told->shown);
    }
}

static job *take_ended(jobs *q)
{
    pthread_mutex_lock(&q->lock);
    job *j = q->ended.first;
    if (j) list_remove(&q->ended, j);
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
        if (j->order.class_ != JOB_MACHINE) list_add(&q->kept, j);
        if (j->order.ended)
            j->order.ended(q->server, j->order.context, j->id, j->status, j->result,
                           &j->error);
        if (j->order.class_ == JOB_MACHINE) job_free(j);
    }
}

void jobs_poll(jobs *q)
{
    double now = alea_clock_seconds();
    tell_progress(q, now);
    tell_ended(q, now);
    while (q->kept.first &&
           (q->kept.count > JOBS_KEPT || now - q->kept.first->ended_at > JOBS_KEPT_S)) {
        job *old = q->kept.first;
        list_remove(&q->kept, old);
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
    tell_ended(q, alea_clock_seconds());
    while (q->kept.first) {
        job *old = q->kept.first;
        list_remove(&q->kept, old);
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
        /* Done is done when its `ended` has been: what it made can then be asked
         * for. */
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
    jobs *q = j->owner;
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
    if (due) q->wake(q->server);
}
