/* alea study analyse: alea's analysis of what the files left open. */
#include "desk/analyse.h"
#include "cli/io/args.h"
#include "cli/question/analysis_options.h"
#include "cli/question/decide_input.h"
#include "common/stop.h"
#include "list.h"
#include "place.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static bool go_on(void *context, size_t done, size_t all)
{
    (void)context;
    (void)done;
    (void)all;
    return !stop_requested();
}

static int analyse_all(desk *d, alea_engine *engine, const alea_effort_info *effort,
                       bool again)
{
    alea_error error = {0};
    int64_t *match;
    size_t count, done = 0;
    int status = EXIT_DONE;
    if (desk_unanalysed(d, again, &match, &count, &error) != ALEA_OK) {
        free(match);
        return place_failed(&error);
    }
    alea_analysis_settings settings = alea_analysis_settings_default();
    settings.plies = effort->plies;
    settings.rolled = effort->rolled;
    settings.progress = go_on;
    const bool tells = isatty(STDERR_FILENO);
    for (size_t i = 0; i < count && !stop_requested(); i++) {
        const alea_status result =
            desk_analyse(d, match[i], engine, &settings, again, &error);
        if (tells) fprintf(stderr, "\r%zu of %zu", i + 1, count);
        if (result == ALEA_OK) done++;
        if (result == ALEA_OK || result == ALEA_ERROR_CANCELLED) continue;
        fprintf(stderr, "alea study: match %lld: %s\n", (long long)match[i],
                error.reason);
        status = EXIT_SOME_BAD;
    }
    if (tells && count) fputs("\r                    \r", stderr);
    free(match);
    printf("%zu matches analysed, %zu to go\n", done, count - done);
    return stop_requested() ? 130 : status;
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
        {"level", 'l', OPTION_TEXT, "NAME",
         "fast (2-ply, the default), standard, deep or rollout", &level, 0, 0},
        {"ply", 'p', OPTION_INTEGER, "N", "rolls looked ahead, in place of --level",
         &plies, 0, ALEA_MAX_PLIES},
        {"threads", 't', OPTION_INTEGER, "N", "threads (default all)", &o.threads, 1,
         256},
        {"again", 0, OPTION_FLAG, NULL, "every match, beside other programs' analyses",
         &again, 0, 0},
        {"net", 0, OPTION_TEXT, "FILE", "a net instead of the built-in one",
         &o.net_path, 0, 0},
        {"met", 0, OPTION_TEXT, "FILE", "a match equity table (see alea met)",
         &o.met_path, 0, 0},
        {0}};
    const args_spec spec = {
        .operands = "",
        .about = "Analyses the decisions in the desk that no program has analysed. "
                 "Each match is\nstored when it is done: after Ctrl-C, run it again.",
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
    desk d;
    decide_engine engine;
    stop_on_signals(SA_RESTART);
    status = place_open(&d, db, false);
    if (status == EXIT_DONE) status = decide_engine_open(&engine, "study analyse", &o);
    if (status == EXIT_DONE) {
        status = analyse_all(&d, engine.engine, &effort, again);
        decide_engine_close(&engine);
    }
    desk_close(&d);
    return status;
}
