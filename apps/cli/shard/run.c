#include "base/error.h"
#include "base/file.h"
#include "base/text.h"
#include "child.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "cli/io/out_file.h"
#include "cli/question/decide_options.h"
#include "fingerprint.h"
#include "job.h"
#include "list.h"
#include "questions.h"
#include "signals/stop.h"

#include <alea/rollout.h>

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROLLOUT_TEXT = 1 << 16 };

static bool go_on(void *context, const alea_rollout *rollout)
{
    (void)context;
    (void)rollout;
    return !stop_requested();
}

static bool number_of(const container *c, const char *name, long long most,
                      long long *out)
{
    const char *text = container_get(c, name);
    return text && args_integer(text, 0, most, out);
}

static alea_status bad_shard(alea_error *error)
{
    return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0,
                           "the shard lacks a field that its kind needs");
}

/* ---- rollout ---- */

static alea_status play_trials(const run_options *o, const container *shard,
                               alea_rollout *rollout, alea_error *error)
{
    long long first, end;
    if (!number_of(shard, "first", ALEA_ROLLOUT_MAX_TRIALS, &first) ||
        !number_of(shard, "end", ALEA_ROLLOUT_MAX_TRIALS, &end))
        return bad_shard(error);
    alea_status status =
        alea_rollout_read(shard->payload, shard->length, rollout, error);
    if (status != ALEA_OK) return status;
    decide_options options;
    decide_engine engine;
    decide_options_start(&options);
    if (o->threads) options.threads = o->threads;
    options.net_path = o->net;
    options.met_path = o->met;
    if (decide_engine_open(&engine, "shard", &options) != EXIT_DONE)
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "no engine");
    alea_rollout_stop stop = {.progress = go_on};
    status = alea_rollout_run(engine.engine, rollout, first, end, &stop, error);
    decide_engine_close(&engine);
    return status;
}

static alea_status run_rollout(const run_options *o, const container *shard,
                               container *result, alea_error *error)
{
    alea_rollout *rollout = malloc(sizeof *rollout);
    char *text = malloc(ROLLOUT_TEXT);
    alea_status status = rollout && text ? play_trials(o, shard, rollout, error)
                                         : alea_error_no_memory(error);
    if (status == ALEA_OK) {
        size_t length = alea_rollout_write(rollout, text, ROLLOUT_TEXT);
        container_set_payload(result, text, length);
        container_set(result, "question", container_get(shard, "question"));
        text = NULL;
    }
    free(text);
    free(rollout);
    return status;
}

/* ---- children ---- */

enum { ARGUMENTS = 64 };

typedef struct argument_list {
    char *item[ARGUMENTS + 1];
    int count;
} argument_list;

static void add_argument(argument_list *list, char *text)
{
    if (text && list->count < ARGUMENTS) list->item[list->count++] = text;
}

static alea_status run_analyse(const run_options *o, const container *shard,
                               container *result, alea_error *error)
{
    const char *given = container_get(shard, "options");
    char options[CONTAINER_VALUE], threads[32], program[] = "alea", name[] = "analyse",
                                                json[] = "--json", end[] = "--",
                                                net[] = "--net", met[] = "--met";
    argument_list list = {.count = 0};
    sandbox box;
    if (!given) return bad_shard(error);
    strcpy(options, given);
    snprintf(threads, sizeof threads, "--threads=%lld", o->threads ? o->threads : 1);
    add_argument(&list, program);
    add_argument(&list, name);
    add_argument(&list, json);
    if (o->threads) add_argument(&list, threads);
    if (o->net) {
        add_argument(&list, net);
        add_argument(&list, o->net);
    }
    if (o->met) {
        add_argument(&list, met);
        add_argument(&list, o->met);
    }
    for (char *word = strtok(options, " "); word; word = strtok(NULL, " ")) {
        if (!questions_may_pass(word))
            return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                                   "an option that a shard may not hold: %.60s", word);
        add_argument(&list, word);
    }
    add_argument(&list, end);
    alea_status status = sandbox_open(&box, shard->payload, shard->length, error);
    char *output = NULL;
    size_t length = 0;
    if (status == ALEA_OK) {
        char **arguments =
            calloc((size_t)list.count + box.files + 1, sizeof *arguments);
        int exited = 0;
        if (!arguments) {
            status = alea_error_no_memory(error);
        } else {
            memcpy(arguments, list.item, (size_t)list.count * sizeof *arguments);
            for (size_t i = 0; i < box.files; i++)
                arguments[(size_t)list.count + i] = box.file[i];
            status = child_run("alea", arguments, box.folder, CONTAINER_MOST, &output,
                               &length, &exited, error);
        }
        free(arguments);
        if (status == ALEA_OK && exited == EXIT_INTERRUPTED)
            status = alea_error_fill(error, ALEA_ERROR_CANCELLED, 0, 0, "interrupted");
        else if (status == ALEA_OK && exited > EXIT_USAGE)
            status = alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                                     "alea analyse failed with status %d", exited);
        if (status == ALEA_OK)
            container_set_payload(result, output, length);
        else
            free(output);
    }
    sandbox_close(&box);
    return status;
}

static alea_status run_relabel(const run_options *o, const container *shard,
                               container *result, alea_error *error)
{
    const char *wanted = container_get(shard, "net"),
               *keep = container_get(shard, "shortlist");
    char hash[CONTAINER_HASH], shortlist[CONTAINER_VALUE], threads[24],
        program[] = "alea-train", name[] = "relabel", *output = NULL;
    if (!wanted || !keep) return bad_shard(error);
    if (!o->net)
        return alea_error_fill(error, ALEA_ERROR_ARGUMENT, 0, 0,
                               "give the net that labels with --net FILE");
    alea_status status = fingerprint_file(o->net, hash, error);
    if (status == ALEA_OK && strcmp(hash, wanted) != 0)
        status = alea_error_fill(error, ALEA_ERROR_VERSION, 0, 0,
                                 "the shard wants another net than %.100s", o->net);
    if (status != ALEA_OK) return status;
    strcpy(shortlist, keep);
    snprintf(threads, sizeof threads, "%lld", o->threads ? o->threads : 1);
    sandbox box;
    size_t length;
    int exited = 0;
    status = sandbox_open_blob(&box, shard->payload, shard->length, error);
    if (status == ALEA_OK) {
        char *arguments[] = {program,     name,    box.file[0], o->net,
                             box.file[1], threads, shortlist,   NULL};
        status = child_run("alea-train", arguments, NULL, 1 << 20, &output, &length,
                           &exited, error);
        free(output);
    }
    if (status == ALEA_OK && exited != 0)
        status =
            exited == EXIT_INTERRUPTED
                ? alea_error_fill(error, ALEA_ERROR_CANCELLED, 0, 0, "interrupted")
                : alea_error_fill(error, ALEA_ERROR_FILE, 0, 0,
                                  "alea-train relabel failed with status %d", exited);
    if (status == ALEA_OK &&
        (status = alea_file_read(box.file[1], CONTAINER_MOST, &output, &length,
                                 error)) == ALEA_OK)
        container_set_payload(result, output, length);
    sandbox_close(&box);
    return status;
}

/* ---- a shard ---- */

/* JOB/results/N for JOB/shards/N; else N.result beside the shard. */
static void default_output(const char *path, char out[JOB_PATH + 32])
{
    const char *slash = strrchr(path, '/');
    const size_t folder = slash ? (size_t)(slash - path) : 0;
    static const char shards[] = "shards";
    const size_t n = sizeof shards - 1;
    if (folder >= n && memcmp(path + folder - n, shards, n) == 0 &&
        (folder == n || path[folder - n - 1] == '/'))
        snprintf(out, JOB_PATH + 32, "%.*sresults%s", (int)(folder - n), path, slash);
    else
        snprintf(out, JOB_PATH + 32, "%s.result", path);
}

static bool is_done(const char *path, const container *shard)
{
    container result;
    alea_error error;
    if (container_read(path, &result, &error) != ALEA_OK) return false;
    const char *of = container_get(&result, "of");
    bool done = result.kind == CONTAINER_RESULT && of && strcmp(of, shard->hash) == 0;
    container_finish(&result);
    return done;
}

/* The same program, net and table, or another result. */
static alea_status check_engine(const run_options *o, const container *shard,
                                alea_error *error)
{
    const char *wanted = container_get(shard, "engine"),
               *program = container_get(shard, "program");
    char mark[CONTAINER_HASH];
    if (!program || strcmp(program, ALEA_VERSION) != 0)
        return alea_error_fill(error, ALEA_ERROR_VERSION, 0, 0,
                               "made by alea %.40s, this is " ALEA_VERSION,
                               program ? program : "?");
    if (!wanted) return ALEA_OK;
    alea_status status = fingerprint_engine(o->net, o->met, mark, error);
    if (status == ALEA_OK && strcmp(mark, wanted) != 0)
        status =
            alea_error_fill(error, ALEA_ERROR_VERSION, 0, 0,
                            "made for another net or match equity table; give them "
                            "with --net and --met");
    return status;
}

static alea_status compute(const run_options *o, const container *shard,
                           container *result, alea_error *error)
{
    const char *kind = container_get(shard, "kind"), *id = container_get(shard, "job"),
               *number = container_get(shard, "shard");
    if (shard->kind != CONTAINER_SHARD || !kind || !id || !number)
        return alea_error_fill(error, ALEA_ERROR_SYNTAX, 0, 0, "not a shard");
    alea_status status = check_engine(o, shard, error);
    if (status != ALEA_OK) return status;
    result->kind = CONTAINER_RESULT;
    container_set(result, "kind", kind);
    container_set(result, "job", id);
    container_set(result, "shard", number);
    container_set(result, "of", shard->hash);
    if (strcmp(kind, "rollout") == 0) return run_rollout(o, shard, result, error);
    if (strcmp(kind, "analyse") == 0) return run_analyse(o, shard, result, error);
    if (strcmp(kind, "relabel") == 0) return run_relabel(o, shard, result, error);
    return alea_error_fill(error, ALEA_ERROR_UNSUPPORTED, 0, 0,
                           "a kind of work that this version does not know");
}

/* Into the file `output`, or to standard output. */
static alea_status write_result(const char *output, container *result,
                                alea_error *error)
{
    out_path out;
    if (!out_path_open(&out, output))
        return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "a temporary folder: %s",
                               strerror(errno));
    const alea_status status = container_write(out.path, result, error);
    if (out_path_close(&out, status == ALEA_OK)) return status;
    return alea_error_fill(error, ALEA_ERROR_FILE, 0, 0, "%s", strerror(errno));
}

static int run_one(const run_options *o, const char *path)
{
    char output[JOB_PATH + 32];
    container shard, result = {0};
    alea_error error = {0};
    if (strlen(path) >= JOB_PATH)
        return command_refuse("shard", "the path is too long");
    if (o->output)
        snprintf(output, sizeof output, "%s", o->output);
    else
        default_output(path, output);
    const bool standard = out_file_is_standard(output);
    alea_status status = container_read(path, &shard, &error);
    if (status == ALEA_OK && !o->again && !standard && is_done(output, &shard)) {
        printf("%s: done already\n", path);
        container_finish(&shard);
        return EXIT_DONE;
    }
    if (status == ALEA_OK) status = compute(o, &shard, &result, &error);
    const char *at = path;
    if (status == ALEA_OK) {
        at = output;
        status = write_result(output, &result, &error);
    }
    container_finish(&shard);
    container_finish(&result);
    if (status == ALEA_OK) {
        if (!standard) printf("%s: done\n", path);
        return fflush(stdout) == 0 ? EXIT_DONE : EXIT_SYSTEM;
    }
    command_say("shard", "%s: %s", at, error.reason);
    if (status == ALEA_ERROR_CANCELLED) return EXIT_INTERRUPTED;
    return status == ALEA_ERROR_FILE || status == ALEA_ERROR_MEMORY ? EXIT_SYSTEM
                                                                    : EXIT_USAGE;
}

int shard_run(const run_options *o, int count, char **paths)
{
    stop_on_signals(SA_RESTART);
    int worst = EXIT_DONE;
    for (int i = 0; i < count && !stop_requested(); i++) {
        int status = run_one(o, paths[i]);
        if (status > worst) worst = status;
    }
    return stop_requested() ? EXIT_INTERRUPTED : worst;
}
