/* `alea worker`: engine work of several servers. */
#include "server/worker/worker.h"

#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "list.h"
#include "server/bus/bus.h"
#include "server/storage/interface.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char about[] =
    "Does engine work (analyses, rollouts, hints, the machine's moves) of servers that\n"
    "share its bus: alea serve --database ... --bus ...\n"
    "Any number of workers may run, on any machine; SIGTERM gives unfinished work back.\n"
    "docs/scale.md tells more.";

/* "machine,asked,long" */
static bool read_kinds(const char *text, worker_options *o)
{
    char copy[64], *at = NULL;
    if (strlen(text) >= sizeof copy) return false;
    snprintf(copy, sizeof copy, "%s", text);
    for (const char *one = strtok_r(copy, ",", &at); one;
         one = strtok_r(NULL, ",", &at)) {
        if (strcmp(one, "machine") == 0)
            o->takes_machine = true;
        else if (strcmp(one, "asked") == 0)
            o->takes_asked = true;
        else if (strcmp(one, "long") == 0)
            o->takes_long = true;
        else
            return false;
    }
    return o->takes_machine || o->takes_asked || o->takes_long;
}

int cmd_worker(int argc, char **argv)
{
    worker_options o = {0};
    const char *database = NULL, *kinds = "machine,asked,long";
    long long threads = 0;
    const option_spec options[] = {
        TEXT_OPTION("bus", 0, "ADDRESS", "nats://HOST:PORT of the servers", &o.bus),
        TEXT_OPTION("bus-key", 0, "FILE", "the key of the bus, as the servers have it",
                    &o.bus_key),
        TEXT_OPTION("jobs", 0, "LIST",
                    "what it takes: machine, asked, long (default: all three)", &kinds),
        TEXT_OPTION("database", 0, "ADDRESS",
                    "as the servers have it; not used: questions are complete",
                    &database),
        TEXT_OPTION("name", 0, "NAME", "its name on the bus", &o.name),
        INTEGER_OPTION("threads", 0, "N", "engine threads (default: one per core)",
                       &threads, 1, 256),
        FLAG_OPTION("quiet", 'q', "log warnings and errors only", &o.quiet),
        {0}};
    const args_spec spec = {"", about, options, 0, 0};
    int operands;
    const int status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    if (!o.bus) o.bus = getenv("ALEA_BUS");
    if (!o.bus || !bus_is_address(o.bus))
        return args_refuse("worker", "--bus takes nats://HOST:PORT, not \"%.40s\"",
                           o.bus ? o.bus : "");
    if (database && !storage_is_address(database))
        return args_refuse("worker", "--database takes postgresql://..., not \"%.40s\"",
                           database);
    if (!read_kinds(kinds, &o))
        return args_refuse(
            "worker", "--jobs takes machine, asked and long, not \"%.40s\"", kinds);
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    o.threads = threads ? (int)threads : cores > 0 ? (int)cores : 1;
    alea_error error = {0};
    if (worker_run(&o, &error) == ALEA_OK) return EXIT_DONE;
    return command_fail("worker", "%s", error.reason);
}
