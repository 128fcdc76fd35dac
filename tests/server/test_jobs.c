/* server/jobs: each job ends once and on the loop's thread; limits, fair share, the
 * machine never behind long work, cancelling, progress at a bounded rate.
 * ctest labels: threads */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <sys/resource.h>
#include <time.h>

#include "server/jobs/queue.h"
#include "support/waiting.h"

static alea_evaluator *evaluator;
static pthread_t loop_thread;
static pthread_mutex_t wake_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t wake_cond = PTHREAD_COND_INITIALIZER;
static bool woken;

int64_t server_now(void)
{
    return 1;
}

void server_new_id(char out[ID_SIZE])
{
    static unsigned number;
    snprintf(out, ID_SIZE, "job%09u", ++number % 1000000000);
}

static void wake(void *context)
{
    (void)context;
    pthread_mutex_lock(&wake_lock);
    woken = true;
    pthread_cond_signal(&wake_cond);
    pthread_mutex_unlock(&wake_lock);
}

/* The clock of the jobs (the linker wraps it): it stands unless a task or a test moves
 * it. */
static atomic_llong clock_ms = 1000000;
double __wrap_alea_clock_seconds(void);
double __wrap_alea_clock_seconds(void)
{
    return (double)atomic_load(&clock_ms) * 1e-3;
}

static void time_passes(int ms)
{
    atomic_fetch_add(&clock_ms, ms);
}

static atomic_int turns;

/* The loop: waits for a wake, a moment at most, and polls. */
static void turn(jobs *q)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 5000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&wake_lock);
    if (!woken) pthread_cond_timedwait(&wake_cond, &wake_lock, &until);
    woken = false;
    pthread_mutex_unlock(&wake_lock);
    jobs_poll(q);
    atomic_fetch_add(&turns, 1);
}

/* ---- a job controlled by the test ---- */

typedef struct task {
    atomic_bool *gate; /* runs until it is open; NULL = at once */
    bool deaf;         /* takes no notice of being cancelled */
    int busy_ms, progresses;
    const char *fails;
    atomic_int runs, freed;
    int order; /* the how manieth to begin */
    int nice;  /* the priority of its thread */
    int ends, told;
    double done;
    job_status status;
    char reason[160];
    json_int_t value;
} task;

static atomic_int begun;

static void pause_ms(int ms)
{
    struct timespec t = {0, ms * 1000000L};
    nanosleep(&t, NULL);
}

static json_t *task_work(job *j, alea_engine *engine, void *input, alea_error *error)
{
    task *t = input;
    t->nice = getpriority(PRIO_PROCESS, 0);
    atomic_fetch_add(&t->runs, 1);
    t->order = atomic_fetch_add(&begun, 1);
    if (!engine) return NULL;
    for (int i = 0; i < t->progresses; i++) {
        job_progress(j, i + 1, t->progresses, json_pack("{s:i}", "step", i + 1));
        time_passes(1);
        if (i % 100 < 99) continue;
        const int now = atomic_load(&turns); /* a loop that keeps pace */
        while (atomic_load(&turns) < now + 2) pause_ms(1);
    }
    time_passes(t->busy_ms);
    while (t->gate && !atomic_load(t->gate) && (t->deaf || !job_is_cancelled(j)))
        pause_ms(1);
    if (t->fails) {
        snprintf(error->reason, sizeof error->reason, "%s", t->fails);
        return NULL;
    }
    return json_pack("{s:b}", "whole", !job_is_cancelled(j));
}

static void task_free(void *input)
{
    task *t = input;
    atomic_fetch_add(&t->freed, 1);
}

static void task_ended(void *context, const char *id, job_status status, json_t *result,
                       const alea_error *error)
{
    task *t = context;
    assert_int_equal(strlen(id), 12);
    assert_true(pthread_equal(pthread_self(), loop_thread));
    t->ends++;
    t->status = status;
    t->value = result ? json_is_true(json_object_get(result, "whole")) : -1;
    snprintf(t->reason, sizeof t->reason, "%s", error->reason);
}

static void task_progressed(void *context, const char *id, double done, double of,
                            json_t *partial)
{
    task *t = context;
    (void)id;
    assert_int_equal(t->ends, 0);
    assert_true(done > t->done && done <= of);
    assert_int_equal(json_integer_value(json_object_get(partial, "step")), (int)done);
    t->done = done;
    t->told++;
}

static bool add(jobs *q, job_class class_, const char *user, task *t, char id[ID_SIZE])
{
    job_order order = {.class_ = class_,
                       .kind = "task",
                       .work = task_work,
                       .input = t,
                       .free_input = task_free,
                       .ended = task_ended,
                       .progressed = task_progressed,
                       .context = t};
    char unused[ID_SIZE];
    snprintf(order.user, sizeof order.user, "%s", user);
    return jobs_add(q, &order, id ? id : unused);
}

static void pump_until_ended(jobs *q, const task *t)
{
    TRY_UNTIL (t->ends) turn(q);
    assert_int_equal(t->ends, 1);
}

static void pump_until_running(jobs *q, task *t)
{
    TRY_UNTIL (atomic_load(&t->runs)) turn(q);
    assert_int_equal(atomic_load(&t->runs), 1);
}

static jobs *open_jobs(int processors)
{
    jobs *q = NULL;
    alea_error error;
    assert_int_equal(jobs_open(&q, evaluator, processors, wake, NULL, &error), ALEA_OK);
    return q;
}

/* ---- the tests ---- */

static void a_job_ends_with_its_result(void **state)
{
    (void)state;
    jobs *q = open_jobs(2);
    task t = {0}, bad = {.fails = "no such thing"};
    char id[ID_SIZE], bad_id[ID_SIZE];
    assert_true(add(q, JOB_ASKED, "ann", &t, id));
    assert_true(add(q, JOB_LONG, "ann", &bad, bad_id));
    pump_until_ended(q, &t);
    pump_until_ended(q, &bad);
    assert_int_equal(t.status, JOB_DONE);
    assert_int_equal(t.value, 1);
    assert_int_equal(atomic_load(&t.freed), 1);
    assert_int_equal(bad.status, JOB_FAILED);
    assert_string_equal(bad.reason, "no such thing");
    json_t *said = jobs_describe(q, id, "ann");
    assert_string_equal(json_string_value(json_object_get(said, "status")), "done");
    assert_true(json_is_object(json_object_get(said, "result")));
    json_decref(said);
    said = jobs_describe(q, bad_id, "ann");
    assert_string_equal(
        json_string_value(json_object_get(json_object_get(said, "error"), "message")),
        "no such thing");
    json_decref(said);
    assert_null(jobs_describe(q, id, "bob"));
    assert_null(jobs_describe(q, "nosuchjobid_", "ann"));
    jobs_close(q);
    jobs_close(NULL);
}

static void each_user_has_limits(void **state)
{
    (void)state;
    jobs *q = open_jobs(8); /* four workers for long jobs */
    atomic_bool gate = false;
    enum { MOST = JOBS_RUNNING_A_USER + JOBS_WAITING_A_USER };
    task t[MOST + 1] = {0}, other = {0};
    for (int i = 0; i <= MOST; i++) t[i].gate = &gate;
    for (int i = 0; i < JOBS_RUNNING_A_USER; i++) {
        assert_true(add(q, JOB_LONG, "ann", &t[i], NULL));
        pump_until_running(q, &t[i]);
    }
    for (int i = JOBS_RUNNING_A_USER; i < MOST; i++)
        assert_true(add(q, JOB_LONG, "ann", &t[i], NULL));
    assert_false(add(q, JOB_LONG, "ann", &t[MOST], NULL));
    assert_int_equal(atomic_load(&t[MOST].freed), 1);
    assert_true(add(q, JOB_LONG, "bob", &other, NULL)); /* two workers are free */
    pump_until_ended(q, &other);
    int waiting, running;
    jobs_count(q, JOB_LONG, &waiting, &running);
    assert_int_equal(waiting, JOBS_WAITING_A_USER);
    assert_int_equal(running, JOBS_RUNNING_A_USER);
    atomic_store(&gate, true);
    for (int i = 0; i < MOST; i++) pump_until_ended(q, &t[i]);
    jobs_close(q);
}

static void the_queue_is_bounded(void **state)
{
    (void)state;
    jobs *q = open_jobs(1);
    atomic_bool gate = false;
    task *t = calloc(JOBS_WAITING + 8, sizeof *t);
    int accepted = 0;
    char user[ID_SIZE];
    for (int i = 0; i < JOBS_WAITING + 8; i++) {
        t[i].gate = &gate;
        snprintf(user, sizeof user, "user%d", i / 4);
        bool ok = add(q, JOB_LONG, user, &t[i], NULL);
        if (i < 2) pump_until_running(q, &t[i]); /* both workers are busy now */
        accepted += ok;
        if (!ok) assert_int_equal(atomic_load(&t[i].freed), 1);
    }
    assert_int_equal(accepted, JOBS_WAITING + 2);
    jobs_close(q);
    for (int i = 0; i < accepted; i++) {
        assert_int_equal(t[i].ends, 1);
        assert_int_equal(t[i].status, JOB_CANCELLED);
        assert_int_equal(atomic_load(&t[i].freed), 1);
        assert_int_equal(atomic_load(&t[i].runs), i < 2);
    }
    free(t);
}

static void who_used_least_goes_first(void **state)
{
    (void)state;
    jobs *q = open_jobs(1);
    atomic_bool gate = false;
    task spent = {.busy_ms = 150}, block[2] = {{.gate = &gate}, {.gate = &gate}};
    task ann[3] = {0}, bob[3] = {0};
    assert_true(add(q, JOB_LONG, "ann", &spent, NULL));
    pump_until_ended(q, &spent);
    for (int i = 0; i < 2; i++) {
        assert_true(add(q, JOB_LONG, "zoe", &block[i], NULL));
        pump_until_running(q, &block[i]);
    }
    for (int i = 0; i < 3; i++) assert_true(add(q, JOB_LONG, "ann", &ann[i], NULL));
    for (int i = 0; i < 3; i++) assert_true(add(q, JOB_LONG, "bob", &bob[i], NULL));
    atomic_store(&gate, true);
    for (int i = 0; i < 3; i++) pump_until_ended(q, &ann[i]);
    for (int i = 0; i < 3; i++) {
        pump_until_ended(q, &bob[i]);
        /* Two workers: the last of bob's may begin beside the first of ann's. */
        assert_true(bob[i].order < ann[1].order);
    }
    assert_true(bob[0].order < ann[0].order && bob[1].order < ann[0].order);
    jobs_close(q);
}

static bool add_from(jobs *q, const char *user, const char *address, bool newcomer,
                     task *t)
{
    char id[ID_SIZE];
    job_order order = {.class_ = JOB_LONG,
                       .kind = "test",
                       .newcomer = newcomer,
                       .work = task_work,
                       .input = t,
                       .free_input = task_free,
                       .ended = task_ended,
                       .context = t};
    snprintf(order.user, sizeof order.user, "%s", user);
    snprintf(order.address, sizeof order.address, "%s", address);
    return jobs_add(q, &order, id);
}

/* Many accounts of one address are one address. */
static void an_address_has_one_share(void **state)
{
    (void)state;
    for (int newcomer = 0; newcomer < 2; newcomer++) {
        jobs *q = open_jobs(2); /* two workers for long jobs */
        atomic_bool gate = false;
        enum { MOST = 1 + JOBS_WAITING_AN_ADDRESS };
        task t[MOST + 4] = {0}, other = {0};
        int accepted = 0;
        char user[ID_SIZE];
        for (int i = 0; i < MOST + 4; i++) {
            t[i].gate = &gate;
            snprintf(user, sizeof user, "user%d", i);
            if (add_from(q, user, "192.0.2.1", newcomer, &t[i])) accepted++;
            if (i == 0) pump_until_running(q, &t[0]);
        }
        assert_int_equal(accepted, MOST);
        assert_int_equal(atomic_load(&t[1].runs), 0); /* a worker is left to others */
        assert_true(add_from(q, "stranger", "192.0.2.2", false, &other));
        pump_until_ended(q, &other);
        assert_int_equal(other.status, JOB_DONE);
        assert_false(atomic_load(&gate));
        jobs_close(q);
    }
}

/* New guests of many addresses share one account; among them the address that has used
 * least goes first. */
static void newcomers_have_one_share(void **state)
{
    (void)state;
    jobs *q = open_jobs(2);
    atomic_bool gate = false;
    enum { MOST = 20 };
    task t[MOST] = {0}, old = {0}, new = {0};
    char user[ID_SIZE], address[32];
    for (int i = 0; i < MOST; i++) {
        t[i].gate = &gate;
        t[i].busy_ms = 5;
        snprintf(user, sizeof user, "user%d", i);
        snprintf(address, sizeof address, "192.0.2.%d", i % 4);
        assert_true(add_from(q, user, address, true, &t[i]));
        if (i == 0) pump_until_running(q, &t[0]);
    }
    assert_true(add_from(q, "registered", "198.51.100.1", false, &old));
    pump_until_ended(q, &old);
    assert_int_equal(atomic_load(&t[1].runs), 0);
    assert_true(add_from(q, "newcomer", "198.51.100.2", true, &new));
    atomic_store(&gate, true);
    for (int i = 0; i < MOST; i++) pump_until_ended(q, &t[i]);
    pump_until_ended(q, &new);
    /* Each address had its first before any had its second. */
    assert_in_range(new.order - t[0].order, 2, 6);
    jobs_close(q);
}

static void the_machine_waits_for_nobody(void **state)
{
    (void)state;
    for (int processors = 1; processors <= 4; processors++) {
        jobs *q = open_jobs(processors);
        atomic_bool gate = false;
        enum { LOAD = 40 };
        task t[LOAD] = {0}, more[LOAD] = {0}, move = {0}, asked = {0};
        char user[ID_SIZE];
        for (int i = 0; i < LOAD; i++) {
            t[i].gate = &gate;
            snprintf(user, sizeof user, "user%d", i / 4);
            assert_true(add(q, JOB_LONG, user, &t[i], NULL));
        }
        pump_until_running(q, &t[0]);
        assert_true(add(q, JOB_ASKED, "user0", &asked, NULL));
        pump_until_ended(q, &asked);
        for (int i = 0; i < LOAD; i++) {
            more[i].gate = &gate;
            snprintf(user, sizeof user, "more%d", i / 4);
            assert_true(add(q, JOB_ASKED, user, &more[i], NULL));
        }
        for (int i = 0; i < 20; i++) turn(q);
        assert_true(add(q, JOB_MACHINE, "user0", &move, NULL));
        pump_until_ended(q, &move);
        assert_int_equal(move.status, JOB_DONE);
        assert_false(atomic_load(&gate));
#ifdef __linux__ /* a thread has a priority of its own there */
        assert_int_equal(move.nice, getpriority(PRIO_PROCESS, 0));
        assert_true(t[0].nice > move.nice || move.nice >= 10);
#endif
        jobs_close(q);
    }
}

static void a_waiting_job_is_cancelled_at_once(void **state)
{
    (void)state;
    jobs *q = open_jobs(1);
    atomic_bool gate = false;
    task run[2] = {{.gate = &gate}, {.gate = &gate}}, wait = {.gate = &gate};
    char id[ID_SIZE], run_id[ID_SIZE];
    for (int i = 0; i < 2; i++) {
        assert_true(add(q, JOB_LONG, "ann", &run[i], run_id));
        pump_until_running(q, &run[i]);
    }
    assert_true(add(q, JOB_LONG, "ann", &wait, id));
    assert_false(jobs_cancel(q, id, "bob"));
    assert_true(jobs_cancel(q, id, "ann"));
    assert_int_equal(wait.ends, 0); /* told by the poll, not from inside */
    pump_until_ended(q, &wait);
    assert_int_equal(wait.status, JOB_CANCELLED);
    assert_int_equal(wait.value, -1);
    assert_int_equal(atomic_load(&wait.runs), 0);
    assert_int_equal(atomic_load(&wait.freed), 1);
    /* A running one gives what it has. */
    assert_true(jobs_cancel(q, run_id, "ann"));
    pump_until_ended(q, &run[1]);
    assert_int_equal(run[1].status, JOB_CANCELLED);
    assert_int_equal(run[1].value, 0);
    json_t *said = jobs_describe(q, run_id, "ann");
    assert_string_equal(json_string_value(json_object_get(said, "status")),
                        "cancelled");
    assert_true(json_is_object(json_object_get(said, "result")));
    json_decref(said);
    assert_int_equal(run[0].ends, 0);
    atomic_store(&gate, true);
    pump_until_ended(q, &run[0]);
    jobs_close(q);
}

static void progress_is_told_five_times_a_second(void **state)
{
    (void)state;
    jobs *q = open_jobs(1);
    task t = {.progresses = 900};
    char id[ID_SIZE];
    assert_true(add(q, JOB_LONG, "ann", &t, id));
    bool described = false;
    TRY_UNTIL (t.ends) {
        turn(q);
        json_t *said = jobs_describe(q, id, "ann");
        described |= json_is_object(json_object_get(said, "partial"));
        json_decref(said);
    }
    assert_int_equal(t.ends, 1);
    assert_in_range(t.told, 2, 6); /* 0.9 s have passed */
    assert_true(described);
    jobs_close(q);
}

static void ended_jobs_are_kept_up_to_a_number(void **state)
{
    (void)state;
    jobs *q = open_jobs(4);
    static task t[JOBS_KEPT + 5];
    char id[JOBS_KEPT + 5][ID_SIZE];
    memset(t, 0, sizeof t);
    for (int i = 0; i < JOBS_KEPT + 5; i++) {
        assert_true(add(q, JOB_ASKED, "ann", &t[i], id[i]));
        pump_until_ended(q, &t[i]);
    }
    jobs_poll(q);
    int kept = 0;
    for (int i = 0; i < JOBS_KEPT + 5; i++) {
        json_t *said = jobs_describe(q, id[i], "ann");
        if (said) kept++;
        if (i >= 5) assert_non_null(said);
        json_decref(said);
    }
    assert_int_equal(kept, JOBS_KEPT);
    task machine = {0};
    assert_true(add(q, JOB_MACHINE, "ann", &machine, id[0]));
    pump_until_ended(q, &machine);
    assert_null(jobs_describe(q, id[0], "ann"));
    jobs_close(q);
}

static void a_storm_loses_nothing(void **state)
{
    (void)state;
    enum { MANY = 3000 };
    jobs *q = open_jobs(3);
    task *t = calloc(MANY, sizeof *t);
    char(*id)[ID_SIZE] = calloc(MANY, sizeof *id);
    bool *added = calloc(MANY, sizeof *added);
    char user[ID_SIZE];
    unsigned random = 12345;
    for (int i = 0; i < MANY; i++) {
        random = random * 1664525 + 1013904223;
        snprintf(user, sizeof user, "user%u", random >> 8 & 31);
        t[i].progresses = (int)(random >> 16 & 3);
        if ((random >> 20 & 7) == 0) t[i].fails = "on purpose";
        added[i] =
            add(q, (job_class)(random >> 24 & 0xff) % JOB_CLASSES, user, &t[i], id[i]);
        if (i > 20 && (random & 3) == 0) {
            int which = i - (int)(random >> 4 & 15);
            for (int u = 0; u < 32; u++) {
                snprintf(user, sizeof user, "user%d", u);
                if (added[which] && jobs_cancel(q, id[which], user)) break;
            }
        }
        if ((random & 15) == 0) turn(q);
    }
    jobs_close(q);
    int done = 0;
    for (int i = 0; i < MANY; i++) {
        assert_int_equal(t[i].ends, added[i]);
        assert_int_equal(atomic_load(&t[i].freed), 1);
        done += t[i].ends && t[i].status == JOB_DONE;
    }
    assert_true(done > 0);
    free(t);
    free(id);
    free(added);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_job_ends_with_its_result),
        cmocka_unit_test(each_user_has_limits),
        cmocka_unit_test(the_queue_is_bounded),
        cmocka_unit_test(who_used_least_goes_first),
        cmocka_unit_test(an_address_has_one_share),
        cmocka_unit_test(newcomers_have_one_share),
        cmocka_unit_test(the_machine_waits_for_nobody),
        cmocka_unit_test(a_waiting_job_is_cancelled_at_once),
        cmocka_unit_test(progress_is_told_five_times_a_second),
        cmocka_unit_test(ended_jobs_are_kept_up_to_a_number),
        cmocka_unit_test(a_storm_loses_nothing),
    };
    loop_thread = pthread_self();
    if (alea_evaluator_open(&evaluator, NULL) != ALEA_OK) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    alea_evaluator_close(evaluator);
    return failed;
}
