/* The commands of `alea` in a module, for programs in JavaScript (npm/). One is called
 * with its words, reads standard input and writes to standard output and standard error,
 * as in a shell; these and all files are the host's. Commands follow each other in one
 * module: what evaluates is opened once, for the first that asks. */
#include "cli/commands/list.h"
#include "cli/io/lines.h"
#include "cli/protocols/list.h"

#include "json/shapes.h"

#include <alea/analysis.h>
#include <alea/eval.h>
#include <alea/rollout.h>

#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))
#define HOST(name)   __attribute__((import_module("alea"), import_name(name)))

/* How far the command is, as JSON: of `rollout` a ROLLOUT (docs/json.md), of `analyse`
 * {"done", "of"} in events of the match. */
HOST("progress") void host_progress(const char *json, uint32_t size);

enum { MOST_WORDS = 256 };

static const command commands[] = {
    {"analyse", NULL, cmd_analyse, NULL}, {"bench", NULL, cmd_bench, NULL},
    {"convert", NULL, cmd_convert, NULL}, {"cube", NULL, cmd_cube, NULL},
    {"diagram", NULL, cmd_diagram, NULL}, {"eval", NULL, cmd_eval, NULL},
    {"move", NULL, cmd_move, NULL},       {"plays", NULL, cmd_plays, NULL},
    {"referee", NULL, cmd_referee, NULL}, {"rollout", NULL, cmd_rollout, NULL},
    {"rules", NULL, cmd_rules, NULL},     {"scores", NULL, cmd_scores, NULL},
    {"show", NULL, cmd_show, NULL},       {NULL, NULL, NULL, NULL},
};

/* ---- the evaluator, which the commands open and close (linked with --wrap) ---- */

alea_status __real_alea_evaluator_open(alea_evaluator **out, alea_error *error);
alea_status __wrap_alea_evaluator_open(alea_evaluator **out, alea_error *error);
void __real_alea_evaluator_close(alea_evaluator *evaluator);
void __wrap_alea_evaluator_close(alea_evaluator *evaluator);

static alea_evaluator *kept;

alea_status __wrap_alea_evaluator_open(alea_evaluator **out, alea_error *error)
{
    const alea_status status =
        kept ? ALEA_OK : __real_alea_evaluator_open(&kept, error);
    *out = kept;
    return status;
}

void __wrap_alea_evaluator_close(alea_evaluator *evaluator)
{
    if (evaluator != kept) __real_alea_evaluator_close(evaluator);
}

/* ---- progress, on its way to the command (linked with --wrap) ---- */

static const char *at_work = ""; /* the command's name */

/* Consumes the reference. Without memory nothing is said: there is more to come. */
static void report(json_t *value)
{
    char *text = json_dumps(value, JSON_REAL_PRECISION(9));
    if (text) host_progress(text, (uint32_t)strlen(text));
    free(text);
    json_decref(value);
}

alea_status __real_alea_rollout_run(alea_engine *engine, alea_rollout *rollout,
                                    int64_t first, int64_t end,
                                    const alea_rollout_stop *stop, alea_error *error);
alea_status __wrap_alea_rollout_run(alea_engine *engine, alea_rollout *rollout,
                                    int64_t first, int64_t end,
                                    const alea_rollout_stop *stop, alea_error *error);

typedef struct rollout_watch {
    const alea_rollout_stop *stop;
    const alea_met *met;
} rollout_watch;

static bool rollout_goes(void *context, const alea_rollout *rollout)
{
    const rollout_watch *w = context;
    report(rollout_json(rollout, w->met, false));
    return !w->stop->progress || w->stop->progress(w->stop->context, rollout);
}

alea_status __wrap_alea_rollout_run(alea_engine *engine, alea_rollout *rollout,
                                    int64_t first, int64_t end,
                                    const alea_rollout_stop *stop, alea_error *error)
{
    if (!stop || strcmp(at_work, "rollout") != 0) /* a level that rolls out */
        return __real_alea_rollout_run(engine, rollout, first, end, stop, error);
    rollout_watch w = {stop, alea_engine_met(engine)};
    alea_rollout_stop watched = *stop;
    watched.progress = rollout_goes;
    watched.context = &w;
    return __real_alea_rollout_run(engine, rollout, first, end, &watched, error);
}

alea_status __real_alea_analyse(alea_engine *engine, const alea_record *record,
                                const alea_analysis_settings *settings,
                                alea_analysis **out, alea_error *error);
alea_status __wrap_alea_analyse(alea_engine *engine, const alea_record *record,
                                const alea_analysis_settings *settings,
                                alea_analysis **out, alea_error *error);

static bool analysis_goes(void *context, size_t done, size_t all)
{
    const alea_analysis_settings *given = context;
    report(json_pack("{s:I,s:I}", "done", (json_int_t)done, "of", (json_int_t)all));
    return !given->progress || given->progress(given->context, done, all);
}

alea_status __wrap_alea_analyse(alea_engine *engine, const alea_record *record,
                                const alea_analysis_settings *settings,
                                alea_analysis **out, alea_error *error)
{
    alea_analysis_settings given = *settings, watched = given;
    watched.progress = analysis_goes;
    watched.context = &given;
    return __real_alea_analyse(engine, record, &watched, out, error);
}

/* ---- the door ---- */

/* Memory for what the host passes; NULL without memory. */
EXPORT("alea_take") void *alea_take(uint32_t size)
{
    return malloc(size ? size : 1);
}

EXPORT("alea_give") void alea_give(void *memory)
{
    free(memory);
}

/* Runs a command: `words` are `count` texts, each with a NUL at its end, the first the
 * command's name. Its exit status (cli/io/command.h). */
EXPORT("alea_command") int alea_command(char *words, uint32_t count)
{
    char *argv[MOST_WORDS + 1] = {NULL};
    if (count == 0 || count > MOST_WORDS) {
        fprintf(stderr, "alea: 1 to %d words\n", MOST_WORDS);
        return EXIT_USAGE;
    }
    clearerr(stdin);
    __fpurge(stdin);
    for (uint32_t i = 0; i < count; i++, words += strlen(words) + 1) argv[i] = words;
    at_work = argv[0];
    for (const command *c = commands; c->name; c++) {
        if (strcmp(c->name, argv[0]) != 0) continue;
        const int status = c->run((int)count, argv), written = output_flush();
        fflush(stderr);
        return written != EXIT_DONE ? written : status;
    }
    fprintf(stderr, "alea: no command \"%.60s\" here\n", argv[0]);
    return EXIT_USAGE;
}
