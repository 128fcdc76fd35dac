/* The commands of `alea` in a module, for programs in JavaScript (npm/). One is called
 * with its words, reads standard input and writes to standard output and standard error,
 * as in a shell; these and all files are the host's. Commands follow each other in one
 * module: what evaluates is opened once, for the first that asks. */
#include "cli/commands/list.h"
#include "cli/io/lines.h"
#include "cli/protocols/list.h"

#include <alea/eval.h>

#include <stdint.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>

#define EXPORT(name) __attribute__((export_name(name)))

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
    for (const command *c = commands; c->name; c++) {
        if (strcmp(c->name, argv[0]) != 0) continue;
        const int status = c->run((int)count, argv), written = output_flush();
        fflush(stderr);
        return written != EXIT_DONE ? written : status;
    }
    fprintf(stderr, "alea: no command \"%.60s\" here\n", argv[0]);
    return EXIT_USAGE;
}
