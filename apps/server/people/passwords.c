/* The hashing thread and its two queues. */
#include "passwords.h"

#include "server/support/limits.h"

#include <pthread.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    ACCOUNTS = 512, /* with recent attempts */
    FAILURES = 1024,
    FORGIVEN = 3,              /* failures of an address before its priority drops */
    FAILED_MS = 15 * 60 * 1000 /* how long a failure counts */
};

/* Attempts on one account. `tokens` of ACCOUNT_BURST are left. */
typedef struct attempts {
    char account[132];
    double tokens;
    int64_t filled; /* server_ticks() */
} attempts;
typedef struct failure {
    char network[64];
    int64_t at;
} failure;

struct passwords {
    attempts account[ACCOUNTS];
    failure failed[FAILURES]; /* a ring */
    int next_failed;
    uint64_t turn; /* of the task taken last */
    people_parts parts;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    password_task *waiting, *done;
    int count;
    bool stopping;
};

bool password_hash(const char *password, char out[128])
{
    return crypto_pwhash_str(out, password, strlen(password),
                             crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* For an unknown name the password is compared with this hash, so that the answer takes
 * as long as for a wrong password. */
static const char *hash_of_nobody(void)
{
    return "$argon2id$v=19$m=65536,t=2,p=1$T9bjc5m0LcFcHTqZ4U6c9A$"
           "7WZ8fbSkGfbs8hZLbF8ym4bR3QXvkq6Pvq3iYyJx7dE";
}

static void hash_task(password_task *task)
{
    if (*task->check) {
        const bool known = *task->user.password_hash != '\0';
        const char *hash = known ? task->user.password_hash : hash_of_nobody();
        task->matches =
            crypto_pwhash_str_verify(hash, task->check, strlen(task->check)) == 0 &&
            known;
    }
    if (*task->make && (!*task->check || task->matches) &&
        !password_hash(task->make, task->made))
        task->made[0] = '\0';
    sodium_memzero(task->check, sizeof task->check);
    sodium_memzero(task->make, sizeof task->make);
}

/* ---- order of the queue; all under the lock ---- */

/* The account's entry, refilled up to now; the oldest is replaced. */
static attempts *attempts_on(passwords *p, const char *account, int64_t now)
{
    attempts *found = &p->account[0];
    for (int i = 0; i < ACCOUNTS; i++) {
        attempts *a = &p->account[i];
        if (strcmp(a->account, account) == 0) {
            found = a;
            break;
        }
        if (a->filled < found->filled) found = a;
    }
    if (strcmp(found->account, account) != 0) {
        snprintf(found->account, sizeof found->account, "%s", account);
        found->tokens = ACCOUNT_BURST;
    }
    found->tokens += (double)(now - found->filled) / ACCOUNT_WAIT_MS;
    if (found->tokens > ACCOUNT_BURST) found->tokens = ACCOUNT_BURST;
    found->filled = now;
    return found;
}

static int64_t failures_of(const passwords *p, const char *address, int64_t now)
{
    char network[64];
    int64_t count = 0;
    limits_network(address, network, sizeof network);
    for (int i = 0; i < FAILURES; i++)
        count += p->failed[i].at && now - p->failed[i].at < FAILED_MS &&
                 strcmp(p->failed[i].network, network) == 0;
    return count;
}

static void note_failure(passwords *p, const char *address)
{
    failure *f = &p->failed[p->next_failed++ % FAILURES];
    limits_network(address, f->network, sizeof f->network);
    f->at = server_ticks();
}

static bool is_limited(const passwords *p, const password_task *task)
{
    return *task->account && p->parts.is_limited;
}

static bool is_before(const password_task *a, const password_task *b)
{
    return a->turn != b->turn ? a->turn < b->turn : a->failures < b->failures;
}

/* Whether the task must wait for another task of its account: for one whose address has
 * fewer failures, or for a later one whose address has as many, because an attacker who
 * guesses fills the queue first. */
static bool is_overtaken(const passwords *p, const password_task *task)
{
    bool is_later = false;
    for (const password_task *t = p->waiting; t; t = t->next) {
        if (t == task)
            is_later = true;
        else if (strcmp(t->account, task->account) == 0 &&
                 (t->failures < task->failures ||
                  (t->failures == task->failures && is_later)))
            return true;
    }
    return false;
}

/* Takes the next task out of the queue; NULL, with the time to wait in ms, if no task
 * may start now. */
static password_task *take_next(passwords *p, int64_t *wait_ms)
{
    const int64_t now = server_ticks();
    password_task **best = NULL;
    attempts *of_best = NULL;
    *wait_ms = ACCOUNT_WAIT_MS;
    for (password_task **at = &p->waiting; *at; at = &(*at)->next) {
        attempts *a = is_limited(p, *at) ? attempts_on(p, (*at)->account, now) : NULL;
        if (a && a->tokens < 1) {
            const int64_t until = (int64_t)((1 - a->tokens) * ACCOUNT_WAIT_MS) + 1;
            if (until < *wait_ms) *wait_ms = until;
            continue;
        }
        if (a && is_overtaken(p, *at)) continue;
        if (best && !is_before(*at, *best)) continue;
        best = at;
        of_best = a;
    }
    if (!best) return NULL;
    password_task *task = *best;
    *best = task->next;
    if (of_best) of_best->tokens -= 1;
    p->turn = task->turn;
    return task;
}

static void wait_for_more(passwords *p, int64_t ms)
{
    struct timespec until;
    if (!p->waiting) {
        pthread_cond_wait(&p->more, &p->mutex);
        return;
    }
    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += ms / 1000;
    until.tv_nsec += ms % 1000 * 1000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_cond_timedwait(&p->more, &p->mutex, &until);
}

static void *work(void *context)
{
    passwords *p = context;
    int64_t wait_ms = 0;
    pthread_mutex_lock(&p->mutex);
    while (!p->stopping) {
        password_task *task = take_next(p, &wait_ms);
        if (!task) {
            wait_for_more(p, wait_ms);
            continue;
        }
        const bool checked = *task->check != '\0';
        pthread_mutex_unlock(&p->mutex);
        hash_task(task);
        pthread_mutex_lock(&p->mutex);
        if (checked && !task->matches) note_failure(p, task->request.address);
        task->next = p->done;
        p->done = task;
        p->parts.wake(p->parts.context);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

passwords *passwords_open(const people_parts *parts)
{
    passwords *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->parts = *parts;
    pthread_mutex_init(&p->mutex, NULL);
    pthread_condattr_t monotonic;
    pthread_condattr_init(&monotonic);
    pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
    pthread_cond_init(&p->more, &monotonic);
    pthread_condattr_destroy(&monotonic);
    if (pthread_create(&p->thread, NULL, work, p) == 0) return p;
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->mutex);
    free(p);
    return NULL;
}

static void free_tasks(password_task *task)
{
    while (task) {
        password_task *next = task->next;
        sodium_memzero(task, sizeof *task);
        free(task);
        task = next;
    }
}

void passwords_close(passwords *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    p->stopping = true;
    pthread_cond_signal(&p->more);
    pthread_mutex_unlock(&p->mutex);
    pthread_join(p->thread, NULL);
    free_tasks(p->waiting);
    free_tasks(p->done);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}

static void finish(people *all, password_task *task, http_reply *reply)
{
    if (task->full) {
        reply->retry_after_s = 5;
        http_refuse(reply, 503, "busy", "Too many are signing in at this moment.");
    } else {
        task->ended(all, task, reply);
    }
    sodium_memzero(task, sizeof *task);
    free(task);
}

static int waiting_of(const passwords *p, const char *address)
{
    int count = 0;
    for (const password_task *t = p->waiting; t; t = t->next)
        count += strcmp(t->request.address, address) == 0;
    return count;
}

/* Answers 503 to the last task of the address that has the most tasks. */
static void make_room(passwords *p)
{
    password_task **worst = NULL;
    int most = 0;
    for (password_task **at = &p->waiting; *at; at = &(*at)->next) {
        const int count = waiting_of(p, (*at)->request.address);
        if (count < most) continue;
        most = count;
        worst = at;
    }
    if (!worst) return;
    password_task *task = *worst;
    *worst = task->next;
    task->full = true;
    task->next = p->done;
    p->done = task;
    p->parts.wake(p->parts.context);
}

/* False: too many tasks of the address are queued already. */
static bool enqueue(passwords *p, password_task *task)
{
    const char *address = task->request.address;
    const int64_t now = server_ticks();
    if (p->parts.is_limited && waiting_of(p, address) >= PASSWORDS_AN_ADDRESS)
        return false;
    if (p->count >= PASSWORDS_WAITING) make_room(p);
    task->turn = p->turn + 1;
    task->failures = failures_of(p, address, now) / FORGIVEN;
    password_task **last = &p->waiting;
    for (; *last; last = &(*last)->next)
        if (strcmp((*last)->request.address, address) == 0 &&
            (*last)->turn >= task->turn)
            task->turn = (*last)->turn + 1;
    *last = task;
    p->count++;
    pthread_cond_signal(&p->more);
    return true;
}

void passwords_add(people *all, password_task *task, http_reply *reply)
{
    passwords *p = all->secrets;
    task->next = NULL;
    task->request.body = NULL;
    task->request.body_size = 0;
    if (!p || !task->request.ticket) {
        hash_task(task);
        finish(all, task, reply);
        return;
    }
    pthread_mutex_lock(&p->mutex);
    const bool added = enqueue(p, task);
    pthread_mutex_unlock(&p->mutex);
    if (added) {
        reply->later = true;
        return;
    }
    sodium_memzero(task, sizeof *task);
    free(task);
    reply->retry_after_s = 5;
    http_refuse(reply, 429, "too_often", "Your last attempts are still being checked.");
}

void passwords_poll(people *all)
{
    passwords *p = all->secrets;
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    password_task *done = p->done;
    p->done = NULL;
    for (password_task *t = done; t; t = t->next) p->count--;
    pthread_mutex_unlock(&p->mutex);
    while (done) {
        password_task *next = done->next;
        http_reply reply = {0};
        const uint32_t ticket = done->request.ticket;
        finish(all, done, &reply);
        all->parts.answer(all->parts.context, ticket, &reply);
        done = next;
    }
}
