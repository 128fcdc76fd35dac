/* alea analyse: what every decision of a match cost. */
#include "cli/analyse/crew.h"
#include "cli/io/args.h"
#include "cli/question/analysis_options.h"
#include "cli/question/decide_input.h"
#include "cli/question/file_rules.h"
#include "common/paper/layout.h"
#include "common/stop.h"
#include "list.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
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

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    if (!a || !b) return false;
    if (strcmp(a, b) == 0) return true;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) &&
           x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* An output that would replace another, or a file that is read. */
static bool outputs_clash(const analysis_order *w, int operands, char **argv)
{
    const char *out[] = {w->html, w->sgf, w->xg_text, w->pdf, w->quiz};
    const int outs = sizeof out / sizeof *out;
    for (int i = 0; i < outs; i++) {
        for (int k = i + 1; k < outs; k++)
            if (same_file(out[i], out[k])) return true;
        for (int k = 1; k <= operands; k++)
            if (same_file(out[i], argv[k])) return true;
    }
    return false;
}

int cmd_analyse(int argc, char **argv)
{
    analysis_order w = {.settings = alea_analysis_settings_default(), .paper = "a4"};
    long long plies = -1, luck_plies = 0;
    long long threads = sysconf(_SC_NPROCESSORS_ONLN);
    double thresholds[3] = {.02, .04, .08};
    long long candidates = w.settings.candidates;
    const char *net = NULL, *met = NULL, *sort = "turn", *level = NULL, *cache = NULL;
    bool no_cache = false;
    file_rules rules = {0};
    if (threads < 1) threads = 1;
    if (threads > 256) threads = 256;
    const option_spec options[] = {
        {"level", 'l', OPTION_TEXT, "NAME",
         "fast (2-ply, the default), standard, deep or rollout", &level, 0, 0},
        {"ply", 'p', OPTION_INTEGER, "N", "rolls looked ahead, in place of --level",
         &plies, 0, ALEA_MAX_PLIES},
        {"luck-ply", 0, OPTION_INTEGER, "N",
         "the same for the luck of rolls (default 0)", &luck_plies, 0, ALEA_MAX_PLIES},
        {"threads", 't', OPTION_INTEGER, "N", "threads (default all)", &threads, 1,
         256},
        {"candidates", 0, OPTION_INTEGER, "N",
         "plays of a decision searched to the full depth (default 5)", &candidates, 0,
         ALEA_JUDGEMENT_CANDIDATES},
        {"player", 0, OPTION_TEXT, "NAME", "list only this player's decisions",
         &w.choice.player, 0, 0},
        {"min-loss", 0, OPTION_NUMBER, "X", "list only losses of at least X",
         &w.choice.min_loss, 0, 10},
        {"sort", 0, OPTION_TEXT, "turn|loss", "order of the list (default turn)", &sort,
         0, 0},
        {"all", 'a', OPTION_FLAG, NULL, "list every decision, not only the errors",
         &w.all, 0, 0},
        {"json", 'j', OPTION_FLAG, NULL, "one JSON object a file on standard output",
         &w.json, 0, 0},
        {"html", 0, OPTION_TEXT, "OUT", "write a self-contained page (one file only)",
         &w.html, 0, 0},
        {"sgf", 0, OPTION_TEXT, "OUT",
         "write the match with its analysis as SGF (one file only)", &w.sgf, 0, 0},
        {"xgtext", 0, OPTION_TEXT, "OUT",
         "write the errors as positions in XG's text (one file only)", &w.xg_text, 0,
         0},
        {"rollout-blunders", 0, OPTION_FLAG, NULL,
         "judge blunders again by rollout (seconds each)", &w.roll_out_blunders, 0, 0},
        {"pdf", 0, OPTION_TEXT, "OUT",
         "write a booklet of the match to print (one file only)", &w.pdf, 0, 0},
        {"quiz", 0, OPTION_TEXT, "OUT",
         "write the listed decisions as a quiz to print, answers on the backs (one file "
         "only)",
         &w.quiz, 0, 0},
        {"paper", 0, OPTION_TEXT, "a4|letter", "of --pdf and --quiz (default a4)",
         &w.paper, 0, 0},
        {"doubtful", 0, OPTION_NUMBER, "X", "least loss marked ?! (default .02)",
         &thresholds[0], 0, 10},
        {"error", 0, OPTION_NUMBER, "X", "least loss marked ? (default .04)",
         &thresholds[1], 0, 10},
        {"blunder", 0, OPTION_NUMBER, "X", "least loss marked ?? (default .08)",
         &thresholds[2], 0, 10},
        {"cache", 0, OPTION_TEXT, "DIR",
         "keep analyses here (several files: default ~/.cache/alea/analyses)", &cache,
         0, 0},
        {"no-cache", 0, OPTION_FLAG, NULL, "keep no analyses and use none", &no_cache,
         0, 0},
        {"partial", 0, OPTION_FLAG, NULL, "judge what could be read of a damaged file",
         &w.partial, 0, 0},
        {"net", 0, OPTION_TEXT, "FILE", "a net instead of the built-in one", &net, 0,
         0},
        {"met", 0, OPTION_TEXT, "FILE", "a match equity table instead of the default",
         &met, 0, 0},
        FILE_RULES_OPTIONS(rules),
        {0}};
    const args_spec spec = {
        .operands = "FILE|DIR...|-",
        .about =
            "Judges every decision of a match or session: equity lost, luck, PR, and\n"
            "why the best play beats the one made. Reads every format that 'alea "
            "convert'\nreads; a folder stands for all files in it. Several files are "
            "judged side by\nside, told in order, and kept: after Ctrl-C or a crash the "
            "same command goes on.\nOf one file Ctrl-C shows what was judged so far.",
        .options = options,
        .least = 1,
        .most = -1};
    int operands, status = args_parse(&spec, argc, argv, &operands);
    if (status != ARGS_RUN) return status;
    status = file_rules_apply("analyse", &rules, &w.import);
    if (status != ARGS_RUN) return status;
    if (!(thresholds[0] > 0 && thresholds[0] <= thresholds[1] &&
          thresholds[1] <= thresholds[2]))
        return args_refuse("analyse", "thresholds must rise: doubtful, error, blunder");
    if (level) {
        const alea_effort_info *effort =
            alea_effort_get((alea_effort)alea_effort_find(level));
        if (!effort)
            return args_refuse("analyse", "--level is " EFFORT_NAMES ", not '%s'",
                               level);
        if (plies >= 0)
            return args_refuse("analyse", "--level has a depth of its own: leave out "
                                          "--ply");
        w.settings.plies = effort->plies;
        w.settings.rolled = effort->rolled;
    }
    w.choice.by_loss = strcmp(sort, "loss") == 0;
    if (!w.choice.by_loss && strcmp(sort, "turn") != 0)
        return args_refuse("analyse", "--sort is turn or loss, not '%.40s'", sort);
    const bool one_only = w.html || w.sgf || w.xg_text || w.pdf || w.quiz;
    paper_size paper;
    if (!paper_find(w.paper, &paper))
        return args_refuse("analyse", "--paper is a4 or letter, not '%.40s'", w.paper);
    if (one_only && operands > 1)
        return args_refuse("analyse", "--%s takes one file, not %d",
                           w.html      ? "html"
                           : w.sgf     ? "sgf"
                           : w.xg_text ? "xgtext"
                           : w.pdf     ? "pdf"
                                       : "quiz",
                           operands);
    if (outputs_clash(&w, operands, argv))
        return args_refuse("analyse", "each output needs a file of its own, which is "
                                      "not read");
    if (plies >= 0) w.settings.plies = (int)plies;
    w.settings.luck_plies = (int)luck_plies;
    w.settings.candidates = (int)candidates;
    for (int i = 0; i < 3; i++) w.settings.threshold[i] = (float)thresholds[i];
    stop_on_signals(SA_RESTART);
    decide_options depth;
    decide_engine engine;
    decide_options_start(&depth);
    depth.threads = threads;
    depth.net_path = net;
    depth.met_path = met;
    status = decide_engine_open(&engine, "analyse", &depth);
    if (status != EXIT_DONE) return status;
    path_list files = {0};
    status = find_files(&files, &w, operands, argv);
    if (files.count > 1 && one_only) {
        status = args_refuse("analyse",
                             "--html, --sgf, --xgtext, --pdf and --quiz take one file, "
                             "not %zu",
                             files.count);
    } else if (files.count > 0) {
        if (!no_cache && (files.count > 1 || cache) &&
            !analysis_store_open(&w.store, cache) && cache) {
            fprintf(stderr, "alea analyse: %s: %s\n", cache, strerror(errno));
            status = EXIT_SYSTEM;
        } else {
            const int result = analyse_files(&w, &engine, (int)threads, &files);
            if (result > status) status = result;
        }
    }
    path_list_finish(&files);
    decide_engine_close(&engine);
    return stop_requested() ? 130 : status;
}
