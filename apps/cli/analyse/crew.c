#include "cli/io/fail.h"
#include "one.h"

#include "base/error.h"
#include "cli/io/command.h"
#include "signals/stop.h"

#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Files that may be judged ahead of the one whose words come next. */
enum { AHEAD = 64, ENGINE_BYTES = 1 << 24 };

typedef struct answer {
    char *out, *err;
    size_t out_size, err_size;
    int status;
    bool done, from_store;
} answer;

typedef struct crew {
    const analysis_order *order;
    const alea_evaluator *evaluator;
    const alea_met *met;
    const path_list *files;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    size_t next, printed; /* the next file to judge; files already printed */
    bool stopped;
    answer *answers;
} crew;

/* The next file to be judged, or false: none is left, or the user stops. */
static bool draw(crew *c, size_t *index)
{
    bool drawn = false;
    pthread_mutex_lock(&c->lock);
    while (c->next < c->files->count && c->next >= c->printed + AHEAD && !c->stopped)
        pthread_cond_wait(&c->changed, &c->lock);
    if (stop_requested()) {
        c->stopped = true;
        pthread_cond_broadcast(&c->changed);
    }
    if (c->next < c->files->count && !c->stopped) {
        *index = c->next++;
        drawn = true;
    }
    pthread_mutex_unlock(&c->lock);
    return drawn;
}

static void judge(crew *c, alea_engine *engine, size_t index)
{
    answer a = {.status = EXIT_SYSTEM};
    const char *path = c->files->path[index];
    analysis_sink sink = {.whole = true};
    sink.out = open_memstream(&a.out, &a.out_size);
    sink.err = open_memstream(&a.err, &a.err_size);
    if (sink.out && sink.err) {
        if (engine) {
            a.status = analyse_one(c->order, engine, path, &sink);
        } else {
            alea_error error = {0};
            alea_error_no_memory(&error);
            a.status = analyse_refuse(c->order, path, &error, EXIT_SYSTEM, &sink);
        }
    }
    if (sink.out && fclose(sink.out) != 0) a.status = EXIT_SYSTEM;
    if (sink.err && fclose(sink.err) != 0) a.status = EXIT_SYSTEM;
    a.done = true;
    a.from_store = sink.from_store;
    pthread_mutex_lock(&c->lock);
    c->answers[index] = a;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

static void *work(void *context)
{
    crew *c = context;
    size_t index;
    alea_engine *engine = NULL;
    const alea_engine_options options = {1, ENGINE_BYTES};
    if (alea_engine_open(&engine, c->evaluator, c->met, &options, NULL) != ALEA_OK)
        engine = NULL;
    while (draw(c, &index)) judge(c, engine, index);
    alea_engine_close(engine);
    return NULL;
}

/* Waits for the file whose turn it is; false: it will not come. */
static bool await(crew *c, size_t index, answer *out)
{
    pthread_mutex_lock(&c->lock);
    while (!c->answers[index].done && !(c->stopped && index >= c->next))
        pthread_cond_wait(&c->changed, &c->lock);
    *out = c->answers[index];
    c->answers[index] = (answer){.done = out->done};
    pthread_mutex_unlock(&c->lock);
    return out->done;
}

static void go_on(crew *c, size_t printed, bool stop)
{
    pthread_mutex_lock(&c->lock);
    c->printed = printed;
    c->stopped = c->stopped || stop;
    pthread_cond_broadcast(&c->changed);
    pthread_mutex_unlock(&c->lock);
}

/* Writes the answers in order; the worst status, and how many were written. */
static int print_all(crew *c, size_t *printed)
{
    int status = EXIT_DONE;
    size_t kept = 0;
    const bool tells = isatty(STDERR_FILENO);
    for (*printed = 0; *printed < c->files->count; ++*printed) {
        answer a;
        if (!await(c, *printed, &a)) break;
        if (a.status != EXIT_INTERRUPTED) {
            if (tells) fputs("\r\x1b[K", stderr);
            if (a.err_size) fwrite(a.err, 1, a.err_size, stderr);
            if (a.out_size) fwrite(a.out, 1, a.out_size, stdout);
            kept += a.from_store;
        }
        free(a.out);
        free(a.err);
        if (a.status > status) status = a.status;
        const bool broken = fflush(stdout) != 0 || a.status == EXIT_INTERRUPTED;
        if (tells && !broken)
            fprintf(stderr, "%zu of %zu files, %zu of them known", *printed + 1,
                    c->files->count, kept);
        go_on(c, *printed + 1, broken || stop_requested());
        if (broken) break;
    }
    if (tells) fputs("\r\x1b[K", stderr);
    return status;
}

int analyse_crew(const analysis_order *order, const alea_evaluator *evaluator,
                 const alea_met *met, int threads, const path_list *files)
{
    crew c = {.order = order, .evaluator = evaluator, .met = met, .files = files};
    pthread_t thread[256];
    int started = 0;
    size_t printed = 0;
    c.answers = calloc(files->count, sizeof *c.answers);
    if (!c.answers) return command_fail_memory("analyse");
    pthread_mutex_init(&c.lock, NULL);
    pthread_cond_init(&c.changed, NULL);
    if (threads > 256) threads = 256;
    while (started < threads && pthread_create(&thread[started], NULL, work, &c) == 0)
        started++;
    int status = EXIT_SYSTEM;
    if (started > 0) {
        status = print_all(&c, &printed);
        go_on(&c, printed, printed < files->count);
    } else {
        command_say("analyse", "no thread can be started: %s", strerror(errno));
    }
    for (int i = 0; i < started; i++) pthread_join(thread[i], NULL);
    for (size_t i = 0; i < files->count; i++) {
        free(c.answers[i].out);
        free(c.answers[i].err);
    }
    if (started > 0 && printed < files->count)
        command_say(
            "analyse", "stopped after %zu of %zu files%s", printed, files->count,
            order->store.folder[0] ? "; the same command goes on from there" : "");
    free(c.answers);
    pthread_cond_destroy(&c.changed);
    pthread_mutex_destroy(&c.lock);
    return status;
}
