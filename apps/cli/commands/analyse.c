/* alea analyse: what every decision of a match cost. */
#include "cli/analyse/one.h"
#include "cli/analyse/options.h"
#include "cli/io/args.h"
#include "cli/io/fail.h"
#include "cli/question/decide_options.h"
#include "list.h"
#include "signals/stop.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

/* Everything that the operands stand for. */
static int find_files(path_list *files, const analysis_order *order, int operands,
                      char **argv)
{
    const analysis_sink sink = {.out = stdout, .err = stderr};
    int status = EXIT_DONE;
    for (int i = 1; i <= operands; i++) {
        struct stat about;
        alea_error error = {0};
        const bool folder = stat(argv[i], &about) == 0 && S_ISDIR(about.st_mode);
        if ((folder ? path_list_find(files, argv[i], &error)
                    : path_list_add(files, argv[i], &error)) != ALEA_OK)
            status = analyse_refuse(order, argv[i], &error, EXIT_SYSTEM, &sink);
    }
    return status;
}

/* One file by all threads; several side by side. */
static int analyse_files(analysis_order *order, const decide_engine *engine,
                         int threads, const path_list *files)
{
    analysis_sink sink = {
        .out = stdout, .err = stderr, .percent = isatty(STDERR_FILENO)};
    if (files->count == 1)
        return analyse_one(order, engine->engine, files->path[0], &sink);
    return analyse_crew(order, engine->evaluator, &engine->met, threads, files);
}

/* Judges them all, with the analyses kept before where there is a place for them. */
static int run(analyse_request *q, const decide_engine *engine, const path_list *files)
{
    const bool keeps = !q->no_cache && (files->count > 1 || q->cache);
    if (keeps && !analysis_store_open(&q->order.store, q->cache) && q->cache)
        return command_fail_file("analyse", q->cache);
    return analyse_files(&q->order, engine, (int)q->threads, files);
}

int cmd_analyse(int argc, char **argv)
{
    analyse_request q;
    int operands, status = analyse_options_read(&q, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    stop_on_signals(SA_RESTART);
    decide_options depth;
    decide_engine engine;
    decide_options_start(&depth);
    depth.threads = q.threads;
    depth.net_path = q.net;
    depth.met_path = q.met;
    status = decide_engine_open(&engine, "analyse", &depth);
    if (status != EXIT_DONE) return status;
    path_list files = {0};
    status = find_files(&files, &q.order, operands, argv);
    if (files.count > 1 && analyse_options_output(&q.order)) {
        status = args_refuse("analyse",
                             "--html, --sgf, --xgtext, --pdf and --quiz take one file, "
                             "not %zu",
                             files.count);
    } else if (files.count > 0) {
        const int result = run(&q, &engine, &files);
        if (result > status) status = result;
    }
    path_list_finish(&files);
    decide_engine_close(&engine);
    return stop_requested() ? EXIT_INTERRUPTED : status;
}
