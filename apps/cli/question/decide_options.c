#include "decide_options.h"

#include "base/error.h"
#include "cli/io/command.h"
#include "cli/io/fail.h"
#include "machine/tables.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MET_CAP = 1 << 20, CACHE_BYTES = 64 << 20 };

void decide_options_start(decide_options *o)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *o = (decide_options){.ply = 2, .threads = cores < 1 ? 1 : cores > 64 ? 64 : cores};
}

static char *read_whole(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file) return NULL;
    char *text = malloc(MET_CAP + 1);
    if (text) *length = fread(text, 1, MET_CAP + 1, file);
    bool failed = ferror(file) != 0;
    fclose(file);
    if (failed) {
        free(text);
        return NULL;
    }
    return text;
}

int decide_met_read(alea_met *met, const char *name, const char *path,
                    alea_error *error)
{
    size_t length = 0;
    errno = 0;
    char *text = read_whole(path, &length);
    if (!text)
        return command_fail(name, "%s: %s", path,
                            errno ? strerror(errno) : "cannot be read");
    *error = (alea_error){0};
    alea_status status = ALEA_ERROR_SYNTAX;
    if (length > MET_CAP)
        alea_error_set(error, 0, 0, "longer than any table");
    else
        status = alea_met_read(text, length, met, error);
    free(text);
    if (status == ALEA_OK) status = alea_met_extend(met, error);
    if (status == ALEA_OK) return EXIT_DONE;
    if (error->line)
        command_say(name, "%s:%zu:%zu: %s", path, error->line, error->column,
                    error->reason);
    else
        command_say(name, "%s: %s", path, error->reason);
    return EXIT_USAGE;
}

int decide_evaluator_open(alea_evaluator **out, const char *name, const char *net_path)
{
    *out = NULL;
    alea_error error = {0};
    alea_status status = net_path ? alea_evaluator_open_file(out, net_path, &error)
                                  : alea_evaluator_open(out, &error);
    if (status == ALEA_OK) {
        tables_attach(*out);
        return EXIT_DONE;
    }
    command_say(name, "%s%s%s", net_path ? net_path : "", net_path ? ": " : "",
                error.reason[0] ? error.reason : alea_status_text(status));
    return status == ALEA_ERROR_FILE || status == ALEA_ERROR_MEMORY ? EXIT_SYSTEM
                                                                    : EXIT_USAGE;
}

int decide_engine_open(decide_engine *e, const char *name, const decide_options *o)
{
    *e = (decide_engine){0};
    alea_error error = {0};
    if (o->met_path) {
        int status = decide_met_read(&e->met, name, o->met_path, &error);
        if (status != EXIT_DONE) return status;
    } else {
        alea_met_default(&e->met);
    }
    int opened = decide_evaluator_open(&e->evaluator, name, o->net_path);
    if (opened != EXIT_DONE) return opened;
    alea_engine_options options = {(int)o->threads, CACHE_BYTES};
    alea_status status =
        alea_engine_open(&e->engine, e->evaluator, &e->met, &options, &error);
    if (status == ALEA_OK) return EXIT_DONE;
    command_say(name, "%s", error.reason[0] ? error.reason : alea_status_text(status));
    decide_engine_close(e);
    return EXIT_SYSTEM;
}

void decide_engine_close(decide_engine *e)
{
    alea_engine_close(e->engine);
    alea_evaluator_close(e->evaluator);
    e->engine = NULL;
    e->evaluator = NULL;
}

static bool fail(alea_error *error, const char *reason)
{
    *error = (alea_error){0};
    alea_error_set(error, 0, 0, "%s", reason);
    return false;
}

/* "3-5": the points of the side on roll first. */
static bool apply_score(const char *text, alea_position *position, alea_error *error)
{
    long long points[2];
    char mine[16];
    const char *dash = strchr(text, '-');
    size_t n = dash ? (size_t)(dash - text) : 0;
    if (!dash || n >= sizeof mine)
        return fail(error, "--score is MINE-THEIRS, as in 3-5");
    memcpy(mine, text, n);
    mine[n] = 0;
    if (!args_integer(mine, 0, position->match_length - 1, &points[0]) ||
        !args_integer(dash + 1, 0, position->match_length - 1, &points[1]))
        return fail(error,
                    position->match_length
                        ? "--score: each side needs 0 to one less than the length"
                        : "--score needs a match: give --length too");
    int me = position->on_roll == ALEA_B;
    position->score[me] = (int)points[0];
    position->score[1 - me] = (int)points[1];
    return true;
}

static bool a_crawford_game(const alea_position *p)
{
    bool a = p->score[0] == p->match_length - 1, b = p->score[1] == p->match_length - 1;
    return p->match_length > 1 && a != b;
}

bool decide_apply_stakes(const decide_options *o, alea_position *position,
                         alea_error *error)
{
    if (o->money && (o->length || o->score || o->crawford))
        return fail(error, "--money and match options exclude each other");
    if (o->money || o->length) {
        position->match_length = (int)o->length;
        position->score[0] = position->score[1] = 0;
        position->crawford_game = false;
        position->jacoby = position->beavers = false;
    }
    if (o->score && !apply_score(o->score, position, error)) return false;
    if (o->crawford && !a_crawford_game(position))
        return fail(error, "--crawford: in a Crawford game exactly one side is a point "
                           "from winning (--length, --score)");
    if (o->crawford) position->crawford_game = true;
    if ((o->jacoby || o->beavers) && position->match_length)
        return fail(error, "--jacoby and --beavers are for money play");
    position->jacoby |= o->jacoby;
    position->beavers |= o->beavers;
    return true;
}

bool decide_rules_given(const decide_options *o)
{
    return o->rules_given.json || o->rules_given.preset || o->rules_given.single.count;
}

int decide_rules_read(decide_options *o, const char *name)
{
    o->has_rules = decide_rules_given(o);
    if (!o->has_rules || rules_options_read(name, &o->rules_given, &o->rules))
        return EXIT_DONE;
    return EXIT_USAGE;
}

bool decide_apply_rules(const decide_options *o, alea_decision *decision,
                        alea_error *error)
{
    if (!o->has_rules) return true;
    if (alea_decision_set_rules(decision, &o->rules, error) != ALEA_OK) return false;
    const bool money = decision->cube.match_length == 0;
    decision->cube.jacoby |= money && o->jacoby;
    decision->cube.beavers |= money && o->beavers;
    return true;
}
