/* alea study analyse: alea's analysis of what the files left open. */
#include "desk/analyse.h"
#include "base/clock.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/question/analysis_options.h"
#include "cli/question/decide_options.h"
#include "list.h"
#include "place.h"
#include "signals/stop.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { MOST_THREADS = 256, ENGINE_BYTES = 1 << 24 };

static bool go_on(void *context, size_t done, size_t all)
{
    (void)context;
    (void)done;
    (void)all;
    return !stop_requested();
}

/* State shared by the threads. Each thread has a desk and an engine of its own, so that
 * one thread judges a match and stores it in one transaction, whatever their number. */
typedef struct crew {
    const char *path;
    const decide_engine *engine;
    alea_analysis_settings settings;
    bool again, tells;
    const int64_t *match;
    size_t count;
    pthread_mutex_t lock;
    size_t next, done;
    bool stuck; /* nothing more can be stored */
    int status;
    double started_s;
} crew;

static void show_progress(const crew *c)
{
    const double minutes = (alea_clock_seconds() - c->started_s) / 60;
    fprintf(stderr, "\r%zu of %zu, %.0f a minute ", c->done, c->count,
            minutes > 0 ? (double)c->done / minutes : 0);
}

static bool draw(crew *c, int64_t *match)
{
    pthread_mutex_lock(&c->lock);
    const bool drawn = c->next < c->count && !c->stuck && !stop_requested();
    if (drawn) *match = c->match[c->next++];
    pthread_mutex_unlock(&c->lock);
    return drawn;
}

/* `stuck`: neither this match nor another can be stored, so that none is judged in
 * vain. */
static void report_one(crew *c, int64_t match, alea_status result, bool stuck,
                       const char *reason)
{
    pthread_mutex_lock(&c->lock);
    const bool said = c->stuck;
    c->stuck = c->stuck || stuck;
    if (result == ALEA_OK) {
        c->done++;
        if (c->tells) show_progress(c);
    } else if (result != ALEA_ERROR_CANCELLED && !(stuck && said)) {
        command_say("study", "match %lld: %s", (long long)match, reason);
        c->status = stuck ? EXIT_SYSTEM : EXIT_SOME_BAD;
    }
    pthread_mutex_unlock(&c->lock);
}

static void *work(void *context)
{
    crew *c = context;
    desk d;
    alea_engine *engine = NULL;
    alea_error error = {0};
    int64_t match;
    const alea_engine_options options = {1, ENGINE_BYTES};
    if (desk_open(&d, c->path, false, &error) == ALEA_OK &&
        alea_engine_open(&engine, c->engine->evaluator, &c->engine->met, &options,
                         &error) == ALEA_OK) {
        while (draw(c, &match)) {
            const alea_status result =
                desk_analyse(&d, match, engine, &c->settings, c->again, &error);
            report_one(c, match, result,
                       result == ALEA_ERROR_FILE && (d.full || d.broken), error.reason);
        }
    } else {
        report_one(c, 0, ALEA_ERROR_FILE, false, error.reason);
    }
    alea_engine_close(engine);
    desk_close(&d);
    return NULL;
}

static int analyse_all(desk *d, const decide_engine *engine,
                       const alea_effort_info *effort, bool again, long long threads)
{
    alea_error error = {0};
    int64_t *match;
    pthread_t thread[MOST_THREADS];
    int started = 0;
    crew c = {.path = d->path, .engine = engine, .again = again};
    if (desk_unanalysed(d, again, &match, &c.count, &error) != ALEA_OK) {
        free(match);
        return place_failed(&error);
    }
    c.match = match;
    c.settings = alea_analysis_settings_default();
    c.settings.plies = effort->plies;
    c.settings.rolled = effort->rolled;
    c.settings.progress = go_on;
    c.tells = isatty(STDERR_FILENO);
    c.started_s = alea_clock_seconds();
    pthread_mutex_init(&c.lock, NULL);
    if (threads > (long long)c.count) threads = (long long)c.count;
    while (started < threads && pthread_create(&thread[started], NULL, work, &c) == 0)
        started++;
    if (started == 0 && c.count) work(&c);
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
    pthread_mutex_destroy(&c.lock);
    if (c.tells && c.count)
        fputs("\r                                        \r", stderr);
    free(match);
    printf("%zu matches analysed, %zu to go\n", c.done, c.count - c.done);
    return stop_requested() ? EXIT_INTERRUPTED : c.status;
}

int verb_analyse(int argc, char **argv)
{
    const char *db = NULL, *level = NULL;
    bool again = false;
    long long plies = -1;
    decide_options o;
    decide_options_start(&o);
    const option_spec options[] = {
        PLACE_OPTION(db),
        TEXT_OPTION("level", 'l', "NAME",
                    "fast (2-ply, the default), standard, deep or rollout", &level),
        INTEGER_OPTION("ply", 'p', "N", "rolls looked ahead, in place of --level",
                       &plies, 0, ALEA_MAX_PLIES),
        INTEGER_OPTION("threads", 't', "N", "threads (default all)", &o.threads, 1,
                       256),
        FLAG_OPTION("again", 0, "every match, beside other programs' analyses", &again),
        TEXT_OPTION("net", 0, "FILE", "a net instead of the built-in one", &o.net_path),
        TEXT_OPTION("met", 0, "FILE", "a match equity table (see alea met)",
                    &o.met_path),
        {0}};
    const args_spec spec = {
        .operands = "",
        .about = "Analyses the decisions in the desk that no program has analysed. "
                 "Each match is\n"
                 "stored when it is done: after Ctrl-C, run it again.",
        .options = options,
        .least = 0,
        .most = 0};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    const int found = alea_effort_find(level ? level : "fast");
    if (found < 0)
        return args_refuse("study analyse", "--level is " EFFORT_NAMES ", not '%s'",
                           level);
    if (level && plies >= 0)
        return args_refuse("study analyse",
                           "--level has a depth of its own: leave out --ply");
    alea_effort_info effort = *alea_effort_get((alea_effort)found);
    if (plies >= 0) effort.plies = (int)plies;
    /* Of this engine the threads share the nets and the table; each opens its own. */
    const long long threads = o.threads;
    o.threads = 1;
    desk d;
    decide_engine engine;
    stop_on_signals(SA_RESTART);
    status = place_open(&d, db, false);
    if (status == EXIT_DONE) status = decide_engine_open(&engine, "study analyse", &o);
    if (status == EXIT_DONE) {
        status = analyse_all(&d, &engine, &effort, again, threads);
        decide_engine_close(&engine);
    }
    desk_close(&d);
    return status;
}
