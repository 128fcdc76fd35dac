/* Long jobs in other workers of the page. Each has a module of its own, which is no server
 * but a helper: it does the jobs of one (server/worker/tasks.h). What the two say to each
 * other on their bus goes through the host. */
#include "helper.h"

#include "base/error.h"
#include "door.h"
#include "machine/tables.h"
#include "server/bus/inbox.h"
#include "server/jobs/remote.h"
#include "server/worker/tasks.h"

#include <sodium.h>
#include <stddef.h>

enum { CACHE_BYTES = 2 << 20 };

static bus *line; /* of this module, server or helper */
static struct {
    jobs *work;
    alea_evaluator *evaluator;
    alea_engine *engine;
    tasks tasks;
    bool is_polling;
} here;

/* ---- the bus, whose driver is the host ---- */

static void close_line(void *driver)
{
    (void)driver;
}

static bool is_connected(const void *driver)
{
    (void)driver;
    return true;
}

static bool publish(void *driver, const char *topic, const char *audience,
                    const char *text, size_t size)
{
    (void)driver;
    host_bus(topic, audience, text, (uint32_t)size);
    return true;
}

static bool subscribe(void *driver, bus_subscriber *s)
{
    (void)driver, (void)s;
    return true;
}

static const bus_driver host = {.close = close_line,
                                .is_connected = is_connected,
                                .publish = publish,
                                .subscribe = subscribe,
                                .serve = subscribe};

static void stay(void *context)
{
    (void)context; /* alea_bus polls at once */
}

static alea_status open_line(alea_error *error)
{
    const alea_status status = bus_open(&line, NULL, NULL, "alea", stay, NULL, error);
    if (status == ALEA_OK) line->call = &host;
    return status;
}

void alea_bus(const char *topic, const char *audience, const char *text, uint32_t size)
{
    if (!line) return;
    bus_receive(line, NULL, topic, audience, text, size, NULL, 1);
    bus_poll(line);
}

/* ---- the server's side ---- */

bool helper_use(jobs *work)
{
    alea_error error = {0};
    return open_line(&error) == ALEA_OK && jobs_use_bus(work, line);
}

void helper_forget(void)
{
    bus_close(line);
    line = NULL;
}

/* ---- the helper's ---- */

static void on_question(void *context, const bus_message *message)
{
    tasks_take(context, JOB_LONG, message);
}

/* From within a job too: what it has done so far is said while it goes on. */
static void tell(void *context)
{
    (void)context;
    if (here.is_polling) return;
    here.is_polling = true;
    jobs_poll(here.work);
    here.is_polling = false;
}

int alea_help(void)
{
    const alea_engine_options sizes = {1, CACHE_BYTES};
    alea_error error = {0};
    if (sodium_init() < 0) return (int)ALEA_ERROR_UNSUPPORTED;
    alea_status status = alea_evaluator_open(&here.evaluator, &error);
    if (status == ALEA_OK) tables_attach(here.evaluator);
    if (status == ALEA_OK)
        status = alea_engine_open(&here.engine, here.evaluator, NULL, &sizes, &error);
    if (status == ALEA_OK)
        status = jobs_open(&here.work, here.evaluator, 0, tell, NULL, &error);
    if (status == ALEA_OK) status = open_line(&error);
    if (status == ALEA_OK) {
        here.tasks.bus = line;
        here.tasks.work = here.work;
        here.tasks.most_long = 1;
        here.tasks.shares = true;
        if (!bus_share(line, remote_questions[JOB_LONG], on_question, &here.tasks))
            status = ALEA_ERROR_MEMORY;
    }
    return (int)status;
}

int alea_help_work(void)
{
    const bool done = workers_run_next(here.work, here.engine);
    tell(NULL);
    return done;
}
