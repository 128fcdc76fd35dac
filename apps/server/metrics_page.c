/* /health and /metrics. */
#include "internal.h"
#include "routes.h"

#include "server/bus/bus.h"
#include "server/game/games.h"
#include "server/http/request.h"
#include "server/jobs/queue.h"
#include "server/socket/connections.h"
#include "server/storage/interface.h"
#include "server/support/rejections.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PAGE_SIZE = 16384 };

static void health_get(void *part, http_request *request, http_reply *reply)
{
    const server *s = part;
    (void)request;
    const int64_t uptime_s = (server_ticks() - s->started) / 1000;
    const char *status = s->stopping || s->leave_at       ? "stopping"
                         : !storage_is_writable(s->store) ? "storage_not_writable"
                         : !storage_holds(s->store)       ? "lease_lost"
                                                          : "ok";
    http_answer(reply, strcmp(status, "ok") == 0 ? 200 : 503,
                json_pack("{s:s,s:s,s:I}", "status", status, "version", ALEA_VERSION,
                          "uptime_s", (json_int_t)uptime_s));
}

/* Appends while it fits; the page is a few kilobytes at most. */
static void put(char *page, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
static void put(char *page, const char *format, ...)
{
    const size_t used = strlen(page);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(page + used, PAGE_SIZE - used, format, arguments);
    va_end(arguments);
}

static void put_one(char *page, const char *name, const char *kind, const char *help,
                    int64_t value)
{
    put(page, "# HELP alea_%s %s\n# TYPE alea_%s %s\nalea_%s %lld\n", name, help, name,
        kind, name, (long long)value);
}

static int64_t resident_bytes(void)
{
    long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (!file) return 0;
    if (fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
    fclose(file);
    return (int64_t)resident * sysconf(_SC_PAGESIZE);
}

static void put_jobs(char *page, jobs *work)
{
    static const char *const names[JOB_CLASSES] = {[JOB_MACHINE] = "machine",
                                                   [JOB_ASKED] = "asked",
                                                   [JOB_LONG] = "long",
                                                   [JOB_FILES] = "files"};
    put(page, "# HELP alea_jobs Engine work, by class and whether it waits\n"
              "# TYPE alea_jobs gauge\n");
    for (int i = 0; i < JOB_CLASSES; i++) {
        int waiting = 0, running = 0;
        jobs_count(work, (job_class)i, &waiting, &running);
        put(page, "alea_jobs{class=\"%s\",state=\"waiting\"} %d\n", names[i], waiting);
        put(page, "alea_jobs{class=\"%s\",state=\"running\"} %d\n", names[i], running);
    }
}

static void put_refused(char *page, const metrics *m)
{
    put(page, "# HELP alea_refused_total What was turned away, by reason\n"
              "# TYPE alea_refused_total counter\n");
    for (int i = 0; i < REFUSALS; i++)
        put(page, "alea_refused_total{reason=\"%s\"} %llu\n",
            refusal_name((metrics_refusal)i), (unsigned long long)m->refused[i]);
}

static void put_storage(char *page, const server *s)
{
    const games_figures moved = games_moved(s->play);
    put_one(page, "storage_writable", "gauge", "Whether the last write was possible",
            storage_is_writable(s->store));
    put_one(page, "storage_queued_total", "counter", "Events given to the writer",
            storage_taken(s->store));
    put_one(page, "leases_lost_total", "counter",
            "How often this server could not renew its place in time",
            (int64_t)s->count.leases_lost);
    put_one(page, "games_given_total", "counter", "Games that another server asked for",
            moved.given);
    put_one(page, "games_taken_over_total", "counter",
            "Games with a clock taken up from a dead server", moved.taken_over);
    put_one(page, "elsewhere_total", "counter",
            "Requests for games that another server holds", moved.sent_on);
}

static void put_bus(char *page, bus *b, const jobs *work)
{
    const jobs_figures away = jobs_counted(work);
    const bus_figures f = bus_counted(b);
    put_one(page, "bus_connected", "gauge", "Whether other servers hear this one",
            bus_is_connected(b));
    put_one(page, "bus_published_total", "counter", "Messages to the bus", f.published);
    put_one(page, "bus_received_total", "counter", "Messages from the bus", f.received);
    put_one(page, "bus_gaps_total", "counter",
            "Times after which messages may have been missed", f.gaps);
    put_one(page, "bus_refused_total", "counter", "Messages too large for the bus",
            f.refused);
    put_one(page, "bus_forged_total", "counter",
            "Messages that were not sealed with the key of the bus, or sent again",
            f.forged);
    put_one(page, "workers", "gauge", "Workers that take jobs", away.helpers);
    put_one(page, "jobs_sent_total", "counter", "Jobs sent to workers", away.sent);
    put_one(page, "jobs_answered_total", "counter", "Jobs that workers did",
            away.answered);
    put_one(page, "jobs_taken_back_total", "counter",
            "Jobs that were late there, or given back", away.taken_back);
    put_one(page, "jobs_ignored_total", "counter",
            "Answers of workers that nobody waited for", away.ignored);
}

static void put_words(char *page, const word *w)
{
    const sender_counts counts = sender_figures(w->out);
    put_one(page, "words_sent_total", "counter", "Words that services have taken",
            counts.sent);
    put_one(page, "words_given_up_total", "counter",
            "Words that no try has brought to their service", counts.given_up);
    put_one(page, "words_dropped_total", "counter", "Words for which there was no room",
            counts.refused + w->dropped);
    put_one(page, "words_waiting", "gauge", "Words on their way", counts.waiting);
}

static void metrics_get(void *part, http_request *request, http_reply *reply)
{
    const server *s = part;
    const metrics *m = &s->count;
    if (!request->loopback && !s->options.metrics_open) {
        http_refuse(reply, 403, "closed", "Only this machine may see that.");
        return;
    }
    char *page = calloc(1, PAGE_SIZE);
    if (!page) return;
    put_one(page, "uptime_seconds", "gauge", "Since the start",
            (server_ticks() - s->started) / 1000);
    put_one(page, "resident_bytes", "gauge", "Memory in use", resident_bytes());
    put_one(page, "connections", "gauge", "Open connections", m->connections);
    put_one(page, "sockets", "gauge", "Open WebSockets", m->sockets);
    put_one(page, "users", "gauge", "People with an open WebSocket",
            connections_users(s->sockets));
    put_one(page, "games_loaded", "gauge", "Games in memory", games_loaded(s->play));
    put_one(page, "commands_total", "counter", "Commands of clients",
            connections_received(s->sockets));
    put_one(page, "messages_received_total", "counter", "WebSocket messages in",
            (int64_t)m->messages_in);
    put_one(page, "messages_sent_total", "counter", "WebSocket messages out",
            (int64_t)m->messages_out);
    put_one(page, "sent_bytes_total", "counter", "Bytes of answers and messages",
            (int64_t)m->bytes_out);
    put_one(page, "tick_late_milliseconds_max", "gauge",
            "The longest that the event loop was busy with one thing",
            (int64_t)m->tick_late_ms_max);
    put(page, "# HELP alea_requests_total Answers by the class of their status\n"
              "# TYPE alea_requests_total counter\n");
    for (int i = 2; i < 6; i++)
        put(page, "alea_requests_total{status=\"%dxx\"} %llu\n", i,
            (unsigned long long)m->requests[i]);
    put_storage(page, s);
    put_refused(page, m);
    put_jobs(page, s->work);
    put_words(page, s->away);
    if (bus_is_shared(s->bus)) put_bus(page, s->bus, s->work);
    reply->status = 200;
    reply->type = "text/plain; version=0.0.4; charset=utf-8";
    reply->body = page;
    reply->size = strlen(page);
}

static const http_route routes[] = {
    {HTTP_GET, "/health", ROUTE_FILE, health_get},
    {HTTP_GET, "/metrics", ROUTE_OPEN, metrics_get},
    {0},
};

const http_route *const metrics_routes[] = {routes, NULL};
