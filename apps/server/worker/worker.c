#include "worker.h"

#include "base/error.h"
#include "machine/tables.h"
#include "server/jobs/remote.h"
#include "server/support/system.h"
#include "tasks.h"

#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TICK_MS = 100, TELL_MS = 1000, END_MS = 5000 };

typedef struct process {
    const worker_options *options;
    bus *bus;
    jobs *work;
    alea_evaluator *evaluator;
    tasks tasks;
    char name[ID_SIZE];
    int64_t reported;
    pthread_mutex_t lock;
    pthread_cond_t something;
    bool is_awake;
} process;

static volatile sig_atomic_t asked_to_stop;

static void on_signal(int number)
{
    (void)number;
    asked_to_stop = 1;
}

static void wake(void *context)
{
    process *p = context;
    pthread_mutex_lock(&p->lock);
    p->is_awake = true;
    pthread_cond_signal(&p->something);
    pthread_mutex_unlock(&p->lock);
}

static void wait_a_moment(process *p)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += TICK_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000L;
    until.tv_nsec %= 1000000000L;
    pthread_mutex_lock(&p->lock);
    if (!p->is_awake) pthread_cond_timedwait(&p->something, &p->lock, &until);
    p->is_awake = false;
    pthread_mutex_unlock(&p->lock);
}

static void on_machine(void *context, const bus_message *message)
{
    process *p = context;
    tasks_take(&p->tasks, JOB_MACHINE, message);
}

static void on_asked(void *context, const bus_message *message)
{
    process *p = context;
    tasks_take(&p->tasks, JOB_ASKED, message);
}

static void on_long(void *context, const bus_message *message)
{
    tasks_take(context, JOB_LONG, message);
}

static void on_cancel(void *context, const bus_message *message)
{
    process *p = context;
    json_t *o =
        message->text ? json_loadb(message->text, message->size, 0, NULL) : NULL;
    const char *id = json_string_value(json_object_get(o, "job"));
    if (id) tasks_cancel(&p->tasks, id);
    json_decref(o);
}

/* Says how many jobs this worker takes: of short ones twice as many as it has threads,
 * so that a thread finds the next one here. */
static void announce(process *p, bool ends)
{
    const worker_options *o = p->options;
    const int quick = o->threads < 2 ? 2 : o->threads;
    remote_publish(p->bus, remote_workers, "",
                   json_pack("{s:s,s:[iii]}", "worker", p->name, "room",
                             o->takes_machine && !ends ? 2 * quick : 0,
                             o->takes_asked && !ends ? quick : 0,
                             o->takes_long && !ends ? p->tasks.most_long : 0));
}

static alea_status open_process(process *p, alea_error *error)
{
    const worker_options *o = p->options;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->something, NULL);
    server_new_id(p->name);
    alea_status status = alea_evaluator_open(&p->evaluator, error);
    if (status == ALEA_OK) tables_attach(p->evaluator);
    if (status == ALEA_OK)
        status = jobs_open(&p->work, p->evaluator, o->threads, wake, p, error);
    if (status == ALEA_OK)
        status = bus_open(&p->bus, o->bus, o->bus_key,
                          o->name ? o->name : "alea-worker", wake, p, error);
    if (status != ALEA_OK) return status;
    if (!o->bus_key) server_log("warning", "open_bus", NULL);
    p->tasks.bus = p->bus;
    p->tasks.work = p->work;
    p->tasks.most_long = o->threads < 4 ? 2 : o->threads / 2;
    if ((!o->takes_machine ||
         bus_share(p->bus, remote_questions[JOB_MACHINE], on_machine, p)) &&
        (!o->takes_asked ||
         bus_share(p->bus, remote_questions[JOB_ASKED], on_asked, p)) &&
        (!o->takes_long || bus_serve(p->bus, remote_questions[JOB_LONG], tasks_room,
                                     on_long, &p->tasks)) &&
        bus_subscribe(p->bus, remote_cancel, NULL, on_cancel, p))
        return ALEA_OK;
    return alea_error_fill(error, ALEA_ERROR_MEMORY, 0, 0, "the bus cannot be used");
}

static void serve(process *p)
{
    int64_t end_at = 0;
    while (end_at == 0 || (p->tasks.list && server_ticks() < end_at)) {
        wait_a_moment(p);
        bus_poll(p->bus);
        jobs_poll(p->work);
        const int64_t now = server_ticks();
        if (asked_to_stop && end_at == 0) {
            end_at = now + END_MS;
            server_log("info", "stopping", NULL);
            announce(p, true);
            tasks_return(&p->tasks);
            continue;
        }
        if (now - p->reported < TELL_MS || end_at) continue;
        p->reported = now;
        announce(p, false);
        tasks_tell(&p->tasks);
    }
}

alea_status worker_run(const worker_options *options, alea_error *error)
{
    process *p = calloc(1, sizeof *p);
    if (!p || sodium_init() < 0) {
        free(p);
        return alea_error_no_memory(error);
    }
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGTERM, &action, NULL);
    sigaction(SIGINT, &action, NULL);
    signal(SIGPIPE, SIG_IGN);
    p->options = options;
    server_log_open(options->quiet);
    const alea_status status = open_process(p, error);
    if (status == ALEA_OK) {
        server_log("info", "started", "version", ALEA_VERSION, "worker", p->name, NULL);
        serve(p);
        server_log("info", "stopped", NULL);
    }
    p->tasks.stopping = true;
    jobs_close(p->work);
    bus_close(p->bus);
    alea_evaluator_close(p->evaluator);
    pthread_cond_destroy(&p->something);
    pthread_mutex_destroy(&p->lock);
    free(p);
    return status;
}
