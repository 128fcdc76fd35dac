#include "internal.h"

#include "base/clock.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Used time halves in this many seconds; an account is dropped when little is left. */
static const double half_life_s = 300, forgotten_s = .01;

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

/* The account, created on first use; NULL without memory. */
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

bool shares_find_accounts(jobs *q, job *j)
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

void shares_count_waiting(job *j, int change)
{
    for (int i = 0; i < ACCOUNTS; i++)
        if (j->account[i]) j->account[i]->waiting[j->order.class_] += change;
}

void shares_count_running(job *j, int change)
{
    for (int i = 0; i < ACCOUNTS; i++)
        if (j->account[i]) j->account[i]->running[j->order.class_] += change;
}

void shares_spend(job *j, double now)
{
    for (int i = 0; i < ACCOUNTS; i++) {
        account *a = j->account[i];
        if (!a) continue;
        a->used_s = account_used(a, now) + now - j->started;
        a->at = now;
    }
}

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
    const int slow = q->slow_workers + (q->remote ? q->remote->capacity[class_] : 0);
    return slow > 1 ? slow - 1 : 1;
}

static bool may_run(const jobs *q, const job *j, int class_)
{
    for (int i = 0; i < ACCOUNTS; i++)
        if (j->account[i] &&
            j->account[i]->running[class_] >= most_running(q, (account_kind)i, class_))
            return false;
    return true;
}

/* The key by which the next job is chosen: the most that any account of the job has
 * used, then its address, then its user. Among many newcomers, whose common account is
 * the most used, the address that asked least goes first. */
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

job *shares_next(jobs *q, job_class first, job_class last, shares_filter *may)
{
    double now = alea_clock_seconds();
    for (int c = (int)first; c <= (int)last; c++) {
        job *best = NULL;
        turn least = {0};
        for (job *j = q->waiting[c].first; j; j = j->next) {
            if (!may_run(q, j, c) || !may(q, j, now)) continue;
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

bool shares_at_home(const jobs *q, const job *j, double now)
{
    static const double wait_s[JOB_CLASSES] = {.1, 1, 5, 0};
    const int c = (int)j->order.class_;
    return !q->remote || !j->order.form || j->stays || q->remote->capacity[c] == 0 ||
           (q->workers > 0 && now - j->added >= wait_s[c]);
}
